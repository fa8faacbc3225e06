"""Movetext and listings as rows: a text, and what the reader makes of it.

Rows are in the TOML file. Findings are ``code line:column``; the note about missing standard tags
is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from notation_kit import CAPTURE_LISTING, DATA, GAME, KILL, E, places, read, read_one, spanned

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from tests.benchmarks.hostile_input import INPUTS

CASES = cases_of(__file__)
LONG_ROWS = {
    "nag-huge": ("1. TSNd2 $" + "9" * 5000 + " *", 1, "N114 3:10"),
    "variation-fifty-deep": ("1. TSNd2 " + "(1. TSNc2 " * 50 + ")" * 50 + " *", 1),
}
ROWS = CASES["movetext"] | CASES["warned"] | LONG_ROWS


@pytest.mark.parametrize("name", ROWS)
def test_movetext(name: str) -> None:
    text, plies, *found = ROWS[name]
    is_valid = not found or name in CASES["warned"]
    if not text.startswith("["):
        text = E + text
    reading = read_one(text)
    assert places(reading) == found
    assert reading.is_valid == is_valid
    assert reading.plies == plies
    for diagnostic in reading.diagnostics:
        spanned(reading, diagnostic)
    # The end of the last line does not matter.
    for ending in ("\n", "\n\n", "\n \n"):
        reading = read_one(text.rstrip("\n") + ending)
        assert (places(reading), reading.is_valid, reading.plies) == (found, is_valid, plies)
    # In strict mode all but notes are errors.
    reading = read_one(text, strict=True)
    assert places(reading) == found
    notes = {"N407"}
    assert reading.is_valid == (not [code for code in found if code.split()[0] not in notes])


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("Drawn", "write 1/2-1/2"),
        ("resigns", "how the game ended belongs in the tag Termination"),
        ("1-1", "how the game ended belongs in the tag Termination"),
    ],
)
def test_the_result_that_is_meant_is_suggested(written: str, hint: str) -> None:
    reading = read_one(E + f"1. TSNd2 {written} {{ late }}")
    (found,) = (each for each in reading.diagnostics if each.is_error)
    assert found.hint == hint
    assert found.message == f"{written} is not a result"


# Listings as the rulebook prints them, and what they continue


HEAD = "Blue Moves\tRed Moves\n"


@pytest.mark.parametrize(("text", "expected"), CASES["listings"].values(), ids=CASES["listings"])
def test_listings(text: str, expected: list[list[Any]]) -> None:
    readings = read(text)
    assert [[one.is_valid, one.plies, places(one)] for one in readings] == expected
    assert all(one.result == "*" for one in readings)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("text", "result", "termination"), CASES["board_ends"].values(), ids=CASES["board_ends"]
)
def test_the_result_of_a_listing_that_the_board_ends(
    text: str, result: str, termination: str, strict: bool
) -> None:
    last = read(text, strict=strict)[-1]
    assert (last.result, last.termination, places(last)) == (result, termination, [])
    assert (last.record.result, last.record.termination) == (result, termination)
    again = read_one(format_record(last.record, GAME.description), strict=strict)
    assert (again.result, again.termination, places(again)) == (result, termination, [])


@pytest.mark.parametrize(("token", "is_valid"), [("1-0", True), ("*", False), ("0-1", False)])
def test_a_result_that_a_listing_states_is_judged(token: str, is_valid: bool) -> None:
    reading = read_one(f"{CAPTURE_LISTING} {token}\n")
    assert (reading.is_valid, reading.result) == (is_valid, token)
    assert places(reading) == ([] if is_valid else ["N401 5:2"])


def test_tags_that_state_no_result_leave_it_to_the_board() -> None:
    reading = read_one(KILL + "\n1. d6xd7\n")
    assert (reading.is_valid, reading.result, places(reading)) == (True, "1-0", ["N403 3:4"])
    (found,) = (one for one in reading.diagnostics if one.code.id == "N403")
    assert found.expected == "1-0"
    for stated in ("*", "?", "0-1"):
        reading = read_one(f'{KILL}[Result "{stated}"]\n\n1. d6xd7\n')
        assert not reading.is_valid
        assert "N401 2:9" in places(reading)


@pytest.mark.parametrize("strict", [False, True])
def test_an_empty_listing_is_told_whatever_warns(strict: bool) -> None:
    assert places(read_one(HEAD + "{\u202ex}\n", strict=strict)) == ["N502 1:1", "N003 2:2"]


def test_ply_numbers_of_a_continued_listing() -> None:
    text = "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n" + HEAD + "2. d2##-d3 d6#-d9\n"
    _, second = read(text)
    (found,) = (one for one in second.diagnostics if one.is_error)
    assert (found.ply, found.move) == (4, "d6#-d9")
    assert second.plies == 3


def test_repetition_in_a_continued_listing() -> None:
    text = (
        "1. d1-c1 d7-c7\n2. c1-d1 c7-d7\n3. d1-c1 d7-c7\n4. Sd2\n"
        + HEAD
        + "4. c1-d1 c7-d7\n5. d1-c1\n"
    )
    first, second = read(text)
    assert first.plies == 7
    assert second.plies == 8
    assert "N406 7:4" in places(second)


def test_a_listing_may_continue_a_game_with_the_wolf() -> None:
    text = "1. Wd2 Wd6\n2. d2-e3 d6-e5\n" + HEAD + "2. d2-c3 d6-c5\n"
    first, second = read(text, {"Variant": "Wolf"})
    assert (first.plies, second.plies) == (4, 4)
    assert second.record.tags["Variant"] == "Wolf"
    assert [one.is_valid for one in read(text)] == [False, False]


def test_default_variant_yields_to_the_tag() -> None:
    wolf = {"Variant": "Wolf"}
    assert read_one(E + "1. Wd2 *", wolf).is_valid
    assert not read_one('[Variant "Standard"]\n\n1. Wd2 *', wolf).is_valid
    assert not read_one('[Variant "Standard"]\n\n1. Wd2 *').is_valid


@pytest.mark.parametrize("path", sorted(DATA.glob("rulebook*.*")), ids=lambda path: path.name)
def test_rulebook(path: Path) -> None:
    readings = list(Reader(GAMES).read_path(str(path)))
    assert [(one.is_valid, one.plies) for one in readings] == [(True, 24), (True, 46)]
    assert [places(one) for one in readings] == [[], []]
    for one in readings:
        assert len(one.record.plies) == one.plies
        assert one.final_position == one.record.final
        position = GAME.parse_position(one.record.start, {})
        for ply in one.record.plies:
            assert (ply.side, ply.move_number) == (position.side, position.move_number)
            position = GAME.play(position, ply.move)
            assert (ply.key, ply.canonical_key) == (position.key, position.canonical_key)
        assert GAME.format_position(position) == one.final_position


def test_rulebook_texts_hold_the_same_games() -> None:
    by_file = [
        [one.final_position for one in Reader(GAMES).read_path(str(path))]
        for path in sorted(DATA.glob("rulebook*.*"))
    ]
    assert len(by_file) >= 2
    assert all(finals == by_file[0] for finals in by_file)


def test_continued_plies_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What listings continue may not be many times what is written of them."""
    (kind,) = (each for each in INPUTS if each.name == "listings that continue one game")
    data, count = kind.make(8_000)
    readings = read(data.decode())
    assert [reading.is_valid for reading in readings] == [True] * count
    assert {reading.plies for reading in readings[1:]} == {readings[1].plies}
    monkeypatch.setattr("mentis_records.notation.read._CONTINUED_FREE", 0)
    bounded = read(data.decode())
    valid = [reading.is_valid for reading in bounded]
    assert valid == sorted(valid, reverse=True)
    continued = sum(reading.plies for reading in bounded[1:] if reading.is_valid)
    assert 0 < continued < 2 * len(data)
    slugs = {found.code.slug for found in bounded[-1].diagnostics if found.is_error}
    assert slugs == {"listing-continues-nothing"}
    assert "more plies than" in bounded[valid.index(False)].diagnostics[-1].message
