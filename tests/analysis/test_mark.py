"""Marks in comments: written, read back, and told from what people write."""

import pytest

from mentis_records.analysis.mark import Mark, Remark, Remarked, format_mark, mark_of, parse_mark
from mentis_records.core.record import Comment, CommentKind

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


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a fine move",
        "[%eval 0.62]",
        "[%eval 0.6,7]",
        "[%eval 1.20,7]",
        "[%eval #0,7]",
        "[%eval 0.62,7] a fine move",
        "[%eval 0.62,7] only move to win, I think",
        "[%eval 0.62,7] only move to win; I think",
        "so [%eval 0.62,7]",
        "[%eval 0.62,7] [%nag 7]",
        "[%eval 0.62,7] [%clk 0:10]",
        "[%EVAL 0.62,7]",
    ],
)
def test_of_others(text: str) -> None:
    assert parse_mark(text) is None


def test_among_comments() -> None:
    said = Comment(CommentKind.BRACE, "good")
    escaped = Comment(CommentKind.ESCAPE, "[%eval 0.20,7]")
    mark = Comment(CommentKind.LINE, "[%eval 0.62,7]")
    assert mark_of((said, escaped, mark)) == Mark(0.62, None, 7)
    assert mark_of((said, escaped)) is None
