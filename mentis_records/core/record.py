"""One played game as kept: tags, plies, comments, variations; knows no text and no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from mentis_records.core.game import Move, canonical
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome, Points
from mentis_records.fast.late_dataclass import dataclass


class CommentKind(StrEnum):
    """How a comment is written: in braces, to the end of the line, or as a ``%`` line."""

    BRACE = "brace"
    LINE = "line"
    ESCAPE = "escape"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment without its marks; ``behind`` is how many variations of its ply stand before it."""

    kind: CommentKind
    text: str
    behind: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """A line of plies that might have been played; ``comments`` stand before its first ply."""

    plies: tuple[Ply, ...]
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class Ply:
    """One side's turn, replayed.

    ``key`` is that of the position after it (see ``core.game.Position``). ``variations`` replace
    this ply; each starts at the position before it. An irregular ply was played at the table
    although the rules forbid it; for one that is warned they have a penalty, or another warning.
    """

    side: int
    move_number: int
    move: Move
    key: int
    suffix: str = ""
    nags: tuple[int, ...] = ()
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()
    is_irregular: bool = False
    is_warned: bool = False

    @property
    def canonical_key(self) -> int:
        """Return the key that the position shares with its images."""
        return canonical(self.key)


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose every ply is legal, or irregular where it was asked for as played.

    ``tags`` are in the order written, each name once. ``start`` is the position string before
    the first ply, ``final`` the one after the last, and ``start_key`` the key of the former.
    The first ``inherited`` plies come from an earlier record that this one continues.
    ``comments`` stand before the first ply, ``closing_comments`` after the result. ``points`` are
    those of both sides, in games that have them.
    """

    game: str
    tags: Mapping[str, str]
    start: str
    start_key: int
    final: str
    plies: tuple[Ply, ...]
    result: str
    termination: str | None
    inherited: int = 0
    comments: tuple[Comment, ...] = ()
    closing_comments: tuple[Comment, ...] = ()
    points: Points | None = None

    def ended(self, ply: int) -> Outcome | None:
        """Return how the game ended if that is known and a ply, of 0 and more, was the last."""
        if ply < len(self.plies) or self.result == RESULT_UNKNOWN:
            return None
        return Outcome(self.result, self.termination or "")
