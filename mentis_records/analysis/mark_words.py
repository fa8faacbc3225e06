"""Marks in words: what readers are shown in the place of comments such as ``[%eval 0.62,7]``.

Exports keep the marks as they are. Knows no page and draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mentis_records.analysis.mark import Mark, mark_in
from mentis_records.core.record import Comment, Ply, Record, Variation


def first_points(mark: Mark) -> float:
    """Return what the first named side may expect: 1 or 0 where the game is won by force."""
    return mark.score if mark.mate is None else float(mark.mate > 0)


def short_words(mark: Mark, sides: Sequence[str]) -> str:
    """Return an evaluation as it stands beside a move: ``0.62`` or ``Blue wins in 5``.

    It is empty where the game is over.
    """
    if mark.mate is not None:
        return f"{sides[mark.mate < 0]} wins in {abs(mark.mate):,}"
    return f"{mark.score:.2f}" if mark.depth else ""


def long_words(mark: Mark, sides: Sequence[str]) -> str:
    """Return an evaluation in words: ``0.62 for Blue, depth 7``."""
    if mark.mate is not None:
        words = f"{short_words(mark, sides)} {'ply' if abs(mark.mate) == 1 else 'plies'}"
    elif mark.depth:
        words = f"{mark.score:.2f} for {sides[0]}"
    else:
        return "the game is over"
    return f"{words}, depth {mark.depth:,}"


def mark_words(mark: Mark, sides: Sequence[str]) -> str:
    """Return all that a mark says: ``0.62 for Blue, depth 7; only move not to lose``."""
    return "; ".join((long_words(mark, sides), *map(str, mark.remarks)))


def told(record: Record, sides: Sequence[str]) -> Record:
    """Return a record whose marks are words, as people read them; all else stays."""
    return replace(
        record,
        plies=_told_plies(record.plies, sides),
        comments=told_comments(record.comments, sides),
        closing_comments=told_comments(record.closing_comments, sides),
    )


def told_comments(comments: Sequence[Comment], sides: Sequence[str]) -> tuple[Comment, ...]:
    """Return comments of which marks are words."""
    return tuple(
        comment
        if (mark := mark_in(comment)) is None
        else replace(comment, text=mark_words(mark, sides))
        for comment in comments
    )


def _told_plies(plies: Sequence[Ply], sides: Sequence[str]) -> tuple[Ply, ...]:
    return tuple(
        replace(
            ply,
            comments=told_comments(ply.comments, sides),
            variations=tuple(
                Variation(_told_plies(line.plies, sides), told_comments(line.comments, sides))
                for line in ply.variations
            ),
        )
        if ply.comments or ply.variations
        else ply
        for ply in plies
    )
