"""Marks in comments: written, read back, put in words; and the ply that decided a game."""

from __future__ import annotations

import pytest
from case_kit import cases_of

from mentis_records.analysis.decisive import decisive_ply
from mentis_records.analysis.mark import Mark, Remark, Remarked, format_mark, mark_of, parse_mark
from mentis_records.analysis.mark_words import first_points, mark_words, short_words, told
from mentis_records.core.record import Comment, CommentKind
from mentis_records.export.json_record import format_json
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

CASES = cases_of(__file__)

MARKS = [
    ("[%eval 0.62,7]", Mark(0.62, None, 7)),
    ("[%eval 1.00,0]", Mark(1.0, None, 0)),
    ("[%eval #3,5]", Mark(1.0, 3, 5)),
    ("[%eval #-12,5] [%nag 4]", Mark(0.0, -12, 5, 4)),
    (
        "[%eval 0.50,7] [%nag 4] missed a forced win in 3 plies",
        Mark(0.5, None, 7, 4, (Remarked(Remark.MISSED, (3,)),)),
    ),
    (
        "[%eval #-1,7] missed a forced win in 1,001 plies; allowed a forced win in 1 ply",
        Mark(0.0, -1, 7, None, (Remarked(Remark.MISSED, (1001,)), Remarked(Remark.ALLOWED, (1,)))),
    ),
    (
        "[%eval #6,7] delayed a forced win to 7 plies, from 1 ply",
        Mark(1.0, 6, 7, None, (Remarked(Remark.DELAYED, (7, 1)),)),
    ),
    ("[%eval #2,7] only move to win", Mark(1.0, 2, 7, None, (Remarked(Remark.ONLY_WIN),))),
    (
        "[%eval 0.12,7] only move not to lose",
        Mark(0.12, None, 7, None, (Remarked(Remark.ONLY_DEFENCE),)),
    ),
]


@pytest.mark.parametrize(("text", "mark"), MARKS)
def test_written_and_read(text: str, mark: Mark) -> None:
    assert format_mark(mark) == text
    assert parse_mark(text) == mark
    assert parse_mark(f" {text}\n".replace(" ", "  ")) == mark


@pytest.mark.parametrize("text", CASES["of_others"])
def test_of_others(text: str) -> None:
    assert parse_mark(text) is None


def test_among_comments() -> None:
    said = Comment(CommentKind.BRACE, "good")
    escaped = Comment(CommentKind.ESCAPE, "[%eval 0.20,7]")
    mark = Comment(CommentKind.LINE, "[%eval 0.62,7]")
    assert mark_of((said, escaped, mark)) == Mark(0.62, None, 7)
    assert mark_of((said, escaped)) is None


# Marks in words, as people read them


SIDES = GAMES[0].description.sides
TOLD = CASES["told"]


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
    (reading,) = Reader(GAMES).read_text("test", TOLD)
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


# Which ply decided a game, by the marks of an analysis


TURNS = ("1. TSNd2", "TSNd6", "2. d2#-d3#-d4", "d6#-d5#-e5")


@pytest.mark.parametrize(
    ("marks", "ply"),
    [
        ((), None),
        (("0.50,3", "0.45,3", "0.50,3", "0.52,3"), None),
        (("0.50,3", "0.45,3", "0.80,3", "0.60,3"), 3),
        (("0.20,3", "0.60,3", "0.20,3", "0.21,3"), 3),
        (("0.90,3", "", "0.10,3", "0.30,3"), 4),
        (("0.95,3", "0.05,3", "#3,5] [%nag 4] allowed a forced win in 3 plies", "0.60,3"), 3),
        (("#5,5", "0.50,3] missed a forced win in 4 plies", "0.50,3", "0.1,3"), 2),
        (("#5,5", "#4,5", "#3,5] delayed a forced win to 5 plies, from 3 plies", "#2,5"), None),
    ],
)
def test_decisive_ply(marks: tuple[str, ...], ply: int | None) -> None:
    comments = [
        f"{{[%eval {mark}{'' if ']' in mark else ']'}}}" if mark else ""
        for mark in marks or ("",) * 4
    ]
    text = " ".join(f"{turn} {said}" for turn, said in zip(TURNS, comments, strict=True))
    (reading,) = Reader(GAMES).read_text("test", f"{text} *\n")
    assert reading.record is not None
    assert decisive_ply(reading.record) == ply
