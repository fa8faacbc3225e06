"""Marks in words, as people read them."""

import pytest

from mentis_records.analysis.mark import parse_mark
from mentis_records.analysis.mark_words import first_points, mark_words, short_words, told
from mentis_records.export.json_record import format_json
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

SIDES = GAMES[0].description.sides
RECORD = """\
[Event "x"]

{[%eval 0.50,7]} 1. TSNd2 {[%eval 0.62,7]} {solid} (1. Nc2 {[%eval 0.40,7]} Nc6)
({[%eval #4,7]} 1. Sc2) 1... TSNd6 $4 {[%eval #3,9] [%nag 4] allowed a forced win in 3 plies}
% [%eval 0.62,7]
2. d2#-d3#-d4 {so [%clk 0:10]} {} 1-0 {[%eval 1.00,0]}
"""


@pytest.mark.parametrize(
    ("text", "points", "short", "long"),
    [
        ("[%eval 0.62,7]", 0.62, "0.62", "0.62 for Blue, depth 7"),
        ("[%eval #3,5]", 1.0, "Blue wins in 3", "Blue wins in 3 plies, depth 5"),
        ("[%eval #-1,5]", 0.0, "Red wins in 1", "Red wins in 1 ply, depth 5"),
        (
            "[%eval #-12,1000] [%nag 4] allowed a forced win in 12 plies; only move to win",
            0.0,
            "Red wins in 12",
            "Red wins in 12 plies, depth 1,000; allowed a forced win in 12 plies; only move to win",
        ),
        ("[%eval 0.50,0]", 0.5, "", "the game is over"),
    ],
)
def test_words(text: str, points: float, short: str, long: str) -> None:
    mark = parse_mark(text)
    assert mark is not None
    assert first_points(mark) == points
    assert short_words(mark, SIDES) == short
    assert mark_words(mark, SIDES) == long


def test_a_record_is_told_and_stays() -> None:
    (reading,) = Reader(GAMES).read_text("test", RECORD)
    record = reading.record
    assert record is not None
    before = format_json(record)
    words = " ".join(format_record(told(record, SIDES), GAMES[0].description).split())
    assert words.endswith(
        "{0.50 for Blue, depth 7} 1. TSNd2 {0.62 for Blue, depth 7} {solid} "
        "(1. Nc2 {0.40 for Blue, depth 7} 1... Nc6) ({Blue wins in 4 plies, depth 7} 1. Sc2) "
        "1... TSNd6 $4 {Blue wins in 3 plies, depth 9; allowed a forced win in 3 plies} "
        "% [%eval 0.62,7] 2. d2#-d3#-d4 {so [%clk 0:10]} {} 1-0 {the game is over}"
    )
    assert format_json(record) == before


def test_without_marks_nothing_changes() -> None:
    (reading,) = Reader(GAMES).read_text("test", '[Event "x"]\n\n1. TSNd2 {so  so} (1. Nc2) *\n')
    assert reading.record is not None
    assert told(reading.record, SIDES) == reading.record
