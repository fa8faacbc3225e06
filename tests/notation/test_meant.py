"""What was meant: in texts that are no record yet, by broken plies, by known miswritings."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from case_kit import cases_of
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_kit import E, read, read_one

from mentis_records.core.date import tomorrow, unlikely_words
from mentis_records.core.game import Malformation
from mentis_records.games import GAMES
from mentis_records.notation.explain import slip as correct
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.explain.slip import find_slip
from mentis_records.notation.read import Reader
from mentis_records.notation.syntax.meant_ply import meant_plies
from mentis_records.notation.syntax.miswriting import Miswritings, miswritings_of
from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.notation.tag.meant_tag import meant_line

CASES = cases_of(__file__)

NAMES = common_tags(("Blue", "Red"))
LINES = CASES["lines"]


@pytest.mark.parametrize(("line", "meant"), LINES.items())
def test_tags_as_people_write_them(line: str, meant: str) -> None:
    assert meant_line(line, NAMES) == meant


@pytest.mark.parametrize("text", ["Blue: Ann\nRed: Bob\n\n", "Blue: Ann, Red: Bob\n\n"])
def test_players_in_prose_refuse_a_record_without_their_names(text: str) -> None:
    (reading,) = read(text + "1. TSNd2 TSNd6\n")
    (found,) = [found for found in reading.diagnostics if found.is_error]
    assert found.code.slug == "tag-prose"
    assert found.hint == 'write [Blue "Ann"] [Red "Bob"]'


def test_a_tag_among_tags_says_what_to_write() -> None:
    reading = read_one('[Event "x"]\nBlue: Ann\n[Red "Bob"]\n\n1. TSNd2 *\n')
    (found,) = [found for found in reading.diagnostics if found.is_error]
    assert (found.code.slug, found.hint) == ("tag-malformed", 'write [Blue "Ann"]')


def test_prose_that_names_what_the_record_has_is_skipped() -> None:
    reading = read_one('Blue: Ann\n[Event "x"]\n[Blue "Ann"]\n\n1. TSNd2 *\n')
    assert reading.is_valid
    assert "text-around" in [found.code.slug for found in reading.diagnostics]


def test_prose_about_other_tags_is_skipped_with_the_line_to_write() -> None:
    reading = read_one('Round: 3\n[Event "x"]\n\n1. TSNd2 *\n')
    assert reading.is_valid
    (found,) = [found for found in reading.diagnostics if found.code.slug == "text-around"]
    assert found.hint.startswith('write [Round "3"], ')


def test_players_in_prose_behind_a_result_are_told() -> None:
    first, _ = read("1. TSNd2 TSNd6 1-0\n\nBlue: Cid\nRed: Dot\n\n1. TSNd2 TSNd6 0-1\n")
    (found,) = [found for found in first.diagnostics if found.code.slug == "text-around"]
    assert found.hint.startswith('write [Blue "Cid"] [Red "Dot"], ')


@pytest.mark.parametrize(("line", "hint"), CASES["commas_between_plies"])
def test_commas_between_plies(line: str, hint: str) -> None:
    found = [each for each in read_one(line + "\n").diagnostics if "comma" in each.code.slug]
    assert [each.hint for each in found] == [hint]


def test_commas_are_told_once_a_line() -> None:
    reading = read_one("1. TSNd2, TSNd6,\n2. d2#-d3, d6#-d5,\n")
    told = [each.span.line for each in reading.diagnostics if "comma" in each.code.slug]
    assert told == [1, 2]


CHESS = CASES["chess"]


@pytest.mark.parametrize("text", CHESS.values(), ids=CHESS)
def test_chess_is_one_finding(text: str) -> None:
    (reading,) = read(text)
    (found,) = reading.diagnostics
    assert found.code.slug == "chess-game"
    assert found.message == "this is a game of chess"
    assert not reading.is_valid


@pytest.mark.parametrize(
    "text",
    [
        "1. d2 d6\n",
        E + "1. TSNd2 e5 2. d2-d3 Nf3 *\n",
        "1. TSNd2 TSNd6 2. d2-d9 d6-d5\n",
        '[Game "Antipode"]\n\n1. e4 e5 2. Nf3 *\n',
        "we met at e4 or so\n",
        E + "1. TSNe4 TSNe5 *\n",
    ],
)
def test_broken_records_are_no_chess(text: str) -> None:
    codes = [found.code.slug for reading in read(text) for found in reading.diagnostics]
    assert codes
    assert "chess-game" not in codes


DAY = tomorrow()
DATES = {
    "1899.12.31": "before 1900",
    "1899.??.??": "before 1900",
    "1900.??.??": "",
    "1900.01.01": "",
    f"{DAY:%Y.%m.%d}": "",
    f"{DAY + timedelta(1):%Y.%m.%d}": "in the future",
    f"{DAY.year}.??.??": "",
    f"{DAY.year + 1}.??.??": "in the future",
    f"{DAY:%Y.%m}.??": "",
    "????.??.??": "",
    "?": "",
    "-": "",
    "2024.13.01": "",
}


@pytest.mark.parametrize(("text", "words"), DATES.items())
def test_unlikely_dates(text: str, words: str) -> None:
    assert unlikely_words(text) == words
    reading = read_one(f'[Date "{text}"]\n\n1. TSNd2 *\n')
    told = [each for each in reading.diagnostics if each.code.slug == "date-unlikely"]
    assert [each.message for each in told] == ([f"the date '{text}' is {words}"] if words else [])
    assert reading.is_valid


def test_a_clock_that_is_not_set_warns_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unset(date):
        @classmethod
        def today(cls) -> date:
            return date(1970, 1, 1)

    monkeypatch.setattr("mentis_records.core.date.date", Unset)
    assert unlikely_words("2026.01.01") == ""
    assert unlikely_words("2199.01.01") == "in the future"


PLIES = CASES["plies"]


@pytest.mark.parametrize("slug", PLIES)
def test_plies_that_were_meant(slug: str) -> None:
    game = next(each.description for each in GAMES if each.description.slug == slug)
    for word, meant in PLIES[slug].items():
        assert meant_plies(word, game) == meant, word


def test_the_hint_says_what_to_write() -> None:
    (found,) = [each for each in read_one("1. TSNd2 TSN@d6\n").diagnostics if each.is_error]
    assert found.hint.startswith("write TSNd6; ")


# Readings of broken plies, and records as they were played


PLAYED = "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 *"


def read_how(text: str, **how: bool) -> Reading:
    (reading,) = Reader(GAMES, **how).read_text("x", text)  # type: ignore[arg-type]
    return reading


@pytest.mark.parametrize(("meant", "written", "kind"), CASES["slips"])
def test_slips_are_found(meant: str, written: str, kind: str) -> None:
    found = find_slip(written, meant)
    assert found[0] == kind


@pytest.mark.parametrize(("meant", "written"), CASES["readings_of_broken_plies"])
def test_readings_of_broken_plies(meant: str, written: str) -> None:
    reading = read_how(E + PLAYED.replace(meant, written), has_readings=True)
    assert not reading.is_valid
    broken = [found for found in reading.diagnostics if found.is_error]
    assert meant in [suggestion.move for suggestion in broken[0].readings]


@pytest.mark.parametrize(
    ("written", "meant"), [("d2-d3", "d2-d3"), ("d2-e3", "d4-d5"), ("TSd2", "NNd2"), ("", "d2-d3")]
)
def test_two_slips_are_no_reading(written: str, meant: str) -> None:
    assert find_slip(written, meant) is None


def test_every_reading_replays() -> None:
    """A reading stands only if the rest of the record replays after it."""
    text = E + PLAYED.replace("TNNc2", "TNNc9")
    reading = read_how(text, has_readings=True)
    (broken,) = [found for found in reading.diagnostics if found.is_error]
    assert [one.move for one in broken.readings] == ["TNNc2"]
    mended = read_how(text.replace("TNNc9", broken.readings[0].move))
    assert mended.is_valid


def test_readings_only_when_asked() -> None:
    reading = read_how(E + PLAYED.replace("TNNc2", "TNNc9"))
    assert not any(found.readings for found in reading.diagnostics)


def test_as_played() -> None:
    text = E + "1. Sd2 Sd6 2. d2-e3 d6-d5 3. e3-e4 *\n"
    assert not read_how(text).is_valid
    reading = read_how(text, is_as_played=True)
    assert reading.is_valid
    assert reading.plies == 5
    assert [found.severity.value for found in reading.diagnostics if found.ply] == ["warning"]
    assert [ply.is_irregular for ply in reading.record.plies] == [False, False, True, False, False]


def test_as_played_after_a_repetition() -> None:
    shuffle = " ".join(["d1-c1 d7-c7 c1-d1 c7-d7"] * 2)
    reading = read_how(E + f"{shuffle} Sd2 *\n", is_as_played=True)
    assert reading.is_valid
    assert reading.plies == 9


@pytest.mark.parametrize("ply", ["d3-d4", "d2-d6", "Wd2", "d1-d2", "d2-d1"])
def test_as_played_where_the_board_cannot_follow(ply: str) -> None:
    reading = read_how(E + f"1. Sd2 Sd6 2. {ply} d6-d5 *\n", is_as_played=True)
    assert not reading.is_valid
    assert reading.plies == 2


def test_the_search_of_a_record_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no more readings are sought, the hint says so, once a record."""
    monkeypatch.setattr(correct, "MAX_SEARCHES_OF_RECORD", 2)
    monkeypatch.setattr(correct.Search, "max_breaks", 3)
    text = E + "1. TSNd2 " + "(1. TSNd3) " * 4 + "*\n"
    (reading,) = Reader(GAMES, has_readings=True).read_text("test", text)
    errors = [found for found in reading.diagnostics if found.is_error]
    assert [bool(found.readings) for found in errors] == [True, True, False, False]
    assert [correct.NOT_SOUGHT in found.hint for found in errors] == [False, False, True, False]


def test_the_search_of_a_source_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correct, "MAX_SEARCHES", 1)
    text = "".join(f'[Event "{at}"]\n\n1. TSNd3 *\n\n' for at in range(3))
    readings = list(Reader(GAMES, has_readings=True).read_text("test", text))
    errors = [found for reading in readings for found in reading.diagnostics if found.is_error]
    assert [bool(found.readings) for found in errors] == [True, False, False]
    assert [correct.NOT_SOUGHT in found.hint for found in errors] == [False, True, True]


# Known miswritings: one expression for all says what the first of them says alone


GAME = GAMES[0].description
PARTS = [
    *("a2", "d3", "h9", "b", "-", "--", "\u2014", "#", "##", "###", "x", "X", ":", "*", "S", "TSN"),
    *("STNK", "W", "Q", "K", "pass", "1", "88", "z", " "),
]
WORDS = st.lists(st.sampled_from(PARTS), max_size=7).map("".join)


def first_malformation(text: str) -> object:
    """Return what the first pattern that matches a whole text says of it."""
    for malformation in GAME.malformations:
        match = re.fullmatch(malformation.pattern, text)
        if match:
            details = {name: value or "" for name, value in match.groupdict().items()}
            return malformation.code, details, *match.span(1 if match.re.groups else 0)
    return None


@settings(max_examples=200, deadline=None)
@given(WORDS)
def test_one_expression_says_what_the_first_does(text: str) -> None:
    found = miswritings_of(GAME).find(text)
    said = found and (found.code, found.details, found.start, found.end)
    assert said == first_malformation(text)
    ends = [
        match.end()
        for each in GAME.malformations
        if each.spans_blanks and (match := re.match(each.pattern, text))
    ]
    assert miswritings_of(GAME).reach(text) == (ends[0] if ends else 0)


def test_no_malformations() -> None:
    nothing = Miswritings(())
    assert nothing.find("a2--a3") is None
    assert nothing.reach("TSN d2") == 0


def test_parts_to_blame() -> None:
    code = GAME.malformations[0].code
    known = Miswritings((Malformation(r"a(b+)", code), Malformation(r"(?P<sign>x)y|z", code)))
    found = known.find("abb")
    assert (found.start, found.end, found.details) == (1, 3, {})
    found = known.find("z")
    assert found.details == {"sign": ""}
