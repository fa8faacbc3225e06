"""Marks: the comments in which a search says what it finds of a ply, as text and as values.

A mark is a whole comment of its own, such as ``[%eval 0.62,7]`` or ``[%eval #-3,5] [%nag 4]
missed a forced win in 5 plies``. A comment that says anything else is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from mentis_records.core.record import Comment, CommentKind
from mentis_records.core.text import counted
from mentis_records.fast.late_dataclass import dataclass


class Remark(StrEnum):
    """What a search says of a move, by the words for it; each ``{}`` is a number of plies."""

    MISSED = "missed a forced win in {}"
    ALLOWED = "allowed a forced win in {}"
    DELAYED = "delayed a forced win to {}, from {}"
    ONLY_WIN = "only move to win"
    ONLY_DEFENCE = "only move not to lose"
    BETTER = "better line"


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark with its numbers of plies."""

    remark: Remark
    plies: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.remark.format(*(counted(each, "ply", "plies") for each in self.plies))


@dataclass(frozen=True, slots=True)
class Mark:
    """What a search says of the position after a ply, and of the move that led there.

    ``score`` is what the first named side may expect, in points of a game: 1 for a win, 0.5 for a
    draw, 0 for a loss. ``mate`` is the number of plies until the game is won on the board, positive
    if by that side, negative if by the other, or None if neither is proven. ``depth`` is that of
    the search, 0 where the game is over. ``nag`` is the annotation that the move got with this
    mark, if it got one.
    """

    score: float
    mate: int | None
    depth: int
    nag: int | None = None
    remarks: tuple[Remarked, ...] = ()


def format_mark(mark: Mark) -> str:
    """Return the text of the comment that a mark is."""
    value = f"{mark.score:.2f}" if mark.mate is None else f"#{mark.mate}"
    parts = [f"[%eval {value},{mark.depth}]"]
    if mark.nag is not None:
        parts.append(f"[%nag {mark.nag}]")
    if mark.remarks:
        parts.append("; ".join(map(str, mark.remarks)))
    return " ".join(parts)


_MARK = re.compile(
    r"\[%eval (?:(?P<score>1\.00|0\.[0-9]{2})|#(?P<mate>-?[1-9][0-9]{0,5})),"
    r"(?P<depth>[0-9]{1,6})\](?: \[%nag (?P<nag>[1-6])\])?(?: (?P<remarks>.+))?",
    re.ASCII,
)
_NUMBER = r"([0-9,]+) (?:ply|plies)"
_REMARKS = tuple(
    (remark, re.compile(_NUMBER.join(map(re.escape, remark.split("{}"))), re.ASCII))
    for remark in Remark
)


def parse_mark(text: str) -> Mark | None:
    """Return the mark that the text of a comment is, or None if it is not exactly one."""
    found = _MARK.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    remarks = [_parse_remark(words) for words in (found["remarks"] or "").split("; ") if words]
    known = tuple(remark for remark in remarks if remark is not None)
    if len(known) < len(remarks):
        return None
    mate = None if found["mate"] is None else int(found["mate"])
    score = float(found["score"]) if mate is None else float(mate > 0)
    nag = None if found["nag"] is None else int(found["nag"])
    return Mark(score, mate, int(found["depth"]), nag, known)


def _parse_remark(words: str) -> Remarked | None:
    for remark, pattern in _REMARKS:
        found = pattern.fullmatch(words)
        if found is not None:
            plies = tuple(int(number.replace(",", "")) for number in found.groups())
            return Remarked(remark, plies)
    return None


def mark_in(comment: Comment) -> Mark | None:
    """Return the mark that a comment is, or None."""
    return None if comment.kind is CommentKind.ESCAPE else parse_mark(comment.text)


def mark_of(comments: Iterable[Comment]) -> Mark | None:
    """Return the mark among comments, such as those of a ply; None without one."""
    return next((mark for mark in map(mark_in, comments) if mark is not None), None)
