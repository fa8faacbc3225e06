"""A text is a record only if it settles both sides and the order of the plies."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from notation_kit import FOUR, E, places, read, read_one

from mentis_records.games import GAMES, games_first
from mentis_records.notation.layout.proposal import is_settled, propose_record
from mentis_records.notation.read import Reader
from tests.notation.layout_law import KINDS, Layout, broken, taken, usual

CASES = Path(__file__).parents[1] / "cases" / "settled"
ANTIPODE = games_first("antipode")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("two-boards.txt", ["N304 1:13", "P101 2:16"]),
        ("pairs.txt", ["N121 1:6", "N301 2:1"]),
        ("silver-first.txt", ["N121 1:1"]),
    ],
)
def test_a_layout_that_settles_nothing_is_refused(name: str, found: list[str]) -> None:
    (reading,) = Reader(ANTIPODE).read_path(str(CASES / name))
    assert reading.record is None
    assert places(reading) == found


def test_numbers_that_contradict_the_plies() -> None:
    readings = list(Reader(GAMES).read_path(str(CASES / "numbers.mgn")))
    assert [places(each)[0] for each in readings] == [
        *("N304 7:1", "N304 16:1", "N304 25:1", "N304 32:1")
    ]
    assert not any(each.is_valid for each in readings)


def test_a_row_of_a_listing_with_the_number_before_it() -> None:
    (reading,) = Reader(GAMES).read_path(str(CASES / "table.txt"))
    assert (reading.is_valid, places(reading)) == (False, ["N304 3:1"])


@pytest.mark.parametrize(
    ("movetext", "found"),
    [
        ("1. TSNd2 TSNd6 3. d2#-d3 d6#-d5", ["N304"]),  # a gap
        ("1. TSNd2 TSNd6 1. d2#-d3 d6#-d5", ["N304"]),  # a repetition
        ("2. TSNd2 TSNd6 1. d2#-d3 d6#-d5", ["N304"]),  # a step back
        ("1... TSNd2 2. TSNd6 d2#-d3", ["N304", "N302"]),
        ("1. TSNd2 TSNd6 3. d2#-d3 d6#-d5 2. Sc2 Se6 4. Sb1", ["N304"]),  # exchanged rows
        ("1. TSNd2 TSNd6 3. d2#-d3 d6#-d5 3. Sc2 Se6", ["N304"]),
        ("TSNd2 1. TSNd6 2. d2#-d3", ["N302", "N304"]),  # a ply too many before the number
        ("1. TSNd2 TSNd6 (2. Se6) 2. d2#-d3", ["N304"]),  # a variation of another move
        ("7. TSNd2 TSNd6 8. d2#-d3", ["N301"]),  # an offset
        ("1. TSNd2 2. TSNd6 3. d2#-d3", ["N301"]),  # one a ply
        ("1. TSNd2 TSNd6 12. d2#-d3 d6#-d5 3. Sc2", ["N305"]),  # a misprint
        ("1. TSNd2 1. TSNd6 2. d2#-d3 2. d6#-d5", []),
        ("1. TSNd2 TSNd6 d2#-d3", ["N302"]),
        ("1. TSNd2 (1. TSNc2 TSNc6 2. Sb1) 1... TSNd6 2. d2#-d3", []),
    ],
)
def test_numbers(movetext: str, found: list[str]) -> None:
    reading = read_one(f"{E}{movetext} *\n")
    assert [each.split()[0] for each in places(reading)] == found
    assert reading.is_valid == ("N304" not in found)


def test_lenient_reading_overrules_numbers() -> None:
    (reading,) = Reader(GAMES, is_lenient=True).read_text("x", f"{E}1. TSNd2 TSNd6 3. d2#-d3 *\n")
    assert (reading.is_valid, reading.plies, places(reading)) == (True, 3, ["N304 3:16"])


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        (f"{FOUR}\n1. Sc2 Se6\n", [4, 2]),
        ("1. TSNd2\n1. TSNc2\n1. TSNe2\n", [1, 1, 1]),
        ("1. TSNd2\n1. TSNd6\n2. d2#-d3\n2. d6#-d5\n", [4]),
        (f"{FOUR}\nBlue Moves  Red Moves\n2. Sc2 Se6\n3. Sb1 Sb7\n1. TSNd2\n", [4, 6, 1]),
    ],
)
def test_where_listings_begin(text: str, plies: list[int]) -> None:
    readings = read(text)
    assert [each.plies for each in readings] == plies
    assert all(each.is_valid for each in readings)


@pytest.mark.parametrize(
    "text",
    [
        "2. d2#-d3 d6#-d5\n1. TSNd2 TSNd6\n",
        "3. Sc2 Se6\n2. d2#-d3 d6#-d5\n1. TSNd2 TSNd6\n",
        "4. Sb1 Sb7\n2. d2#-d3 d6#-d5\n1. TSNd2 TSNd6\n",
        "Blue Moves  Red Moves\n2. d2#-d3 d6#-d5\n1. TSNd2 TSNd6\n",
        f"{FOUR}\n2. Sc2 Se6\n",
        "Red  Blue\n1. TSNd2 TSNd6\n",
        "Schwarz  Wei\u00df\n1. TSNd2 TSNd6\n",
        "rouge | bleu\n1. TSNd2 TSNd6\n",
        "Blue\n1. TSNd2\n2. Sc2\n\nRed\n1. TSNd2\n2. Sc2\n",
        f"{FOUR}\nRed Moves  Blue Moves\n1. TSNd2 TSNd6\n2. d2#-d3\n",
        "| No | Red | Blue |\n1. TSNd2 TSNd6\n",
    ],
)
def test_the_last_rows_are_no_game(text: str) -> None:
    assert not read(text)[-1].is_valid


@pytest.mark.parametrize(
    "text",
    [
        "1. TSNd2; TSNd6\n",
        "1. TSNd2 TSNd6; 2. d2#-d3 d6#-d5\n",
        "1. TSNd2 {TSNd6}\n2. Sc2 {Se6}\n",
        "1. TSNd2\n% TSNd6\n2. Sc2\n% Se6\n",
        "TSNd2; TSNd6\nSc2; Se6\n",
    ],
)
def test_plies_in_comments(text: str) -> None:
    for form in (text, f"{E}{text}*\n"):
        assert not any(reading.is_valid for reading in read(form))


@pytest.mark.parametrize(
    "text",
    [
        "1. TSNd2 TSNd6 ; TSNc2\n",
        "1. TSNd2 TSNd6 ; 2. d2#-d3 was the idea\n",
        "1. TSNd2 TSNd6 {2. Sc2} 2. d2#-d3\n",
        "1. TSNd2 ; 1. TSNc2 is as good\n1... TSNd6\n",
    ],
)
def test_comments_may_name_plies(text: str) -> None:
    (reading,) = read(text)
    assert reading.is_valid, reading.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "| Gold | Silver |\n|---|---|\n| g7 | a1 |\n| a7 | d1 |\n",  # no numbers
        "| No | Me | You |\n|---|---|---|\n| 1 | a7 | d1 |\n",
        "1. ... d1\n2. g7 a1\n",
        "a7 d1 | g7 a1\ng1 d7 | a7 d7\n",
        "1) a7 d1\n3) g7 a1\n",
        "> 2. g7 a1\n>\n>> 1. a7 d1\n",
        "Ann: a7\nAnn: g7\nBob: d1\nBob: a1\n",
    ],
)
def test_what_is_not_settled_is_not_proposed(text: str) -> None:
    assert proposal_of(text) is None


def proposed(name: str) -> list[str] | None:
    return proposal_of((CASES / name).read_text())


def proposal_of(text: str) -> list[str] | None:
    written = propose_record(text, ANTIPODE[0], ANTIPODE).with_comment()
    found = list(Reader(ANTIPODE).read_text("x", written))
    if len(found) != 1 or found[0].record is None or not is_settled(found[0].diagnostics):
        return None
    return [ply.move.notation for ply in found[0].record.plies]


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("swapped.md", ["d1", "a7", "a1", "g7", "d7", "g1"]),
        ("rows.md", ["a7", "d1", "g7", "a1"]),
        ("newest.md", None),
        ("crossed-chat.txt", None),
    ],
)
def test_proposals(name: str, plies: list[str] | None) -> None:
    assert proposed(name) == plies


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_known_games_in_other_layouts(kind: Callable[[random.Random], Layout]) -> None:
    """A sample of ``python -m tests.notation.layout_law``."""
    rng = random.Random(kind.__name__)
    for _ in range(4):
        layout = kind(rng)
        assert broken(layout) == [], layout.text
        assert kind is not usual or list(taken(layout.text)), layout.text


@pytest.mark.parametrize("slug", ["mentis", "antipode"])
def test_soft_hyphens_are_hyphens(slug: str) -> None:
    text = {"mentis": "1. TSNd2 TSNd6 2. d2#\u00add3 *\n", "antipode": "1. a7\u00ada6 *\n"}[slug]
    (reading,) = Reader(games_first(slug)).read_text("x", f'[Event "x"]\n\n{text}')
    (warned,) = (each for each in reading.diagnostics if each.severity == "warning")
    assert warned.code.id in ("M402", "P802")
