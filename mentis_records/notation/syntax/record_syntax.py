# cython: boundscheck=True, wraparound=True
"""What is written in a record: tags, lines of turns, result; nothing here is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.ply_syntax import Token

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

if TYPE_CHECKING:
    from mentis_records.notation.syntax.turn import TurnSyntax


@dataclass(frozen=True, slots=True)
class InvalidPly:
    """A stretch of movetext that should be a ply and cannot be read as one."""

    start: int
    end: int


class LineSyntax:
    """The mainline or a variation; ``comments`` stand before the first ply.

    ``end`` is the offset just after the closing parenthesis of a variation.
    """

    def __init__(self, turns: list[TurnSyntax] | None = None) -> None:
        """Begin with turns, or none, and no comments."""
        self.turns: list[TurnSyntax] = [] if turns is None else turns
        self.comments: list[Token] = []
        self.end = 0

    def __eq__(self, other: object) -> bool:
        """Compare with another line."""
        if not isinstance(other, LineSyntax):
            return NotImplemented
        mine, others = (self.turns, self.comments), (other.turns, other.comments)
        return mine == others and self.end == other.end


class TagSyntax(NamedTuple):
    """A tag pair with its escapes resolved."""

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int


class RecordSyntax:
    """A whole record as written.

    ``is_cut`` tells that its end has not been read, ``rest_at`` where text behind it begins that is
    no part of it. ``annotated`` are the turns of all its lines
    with suffixes or annotations, in order.
    """

    def __init__(
        self,
        tags: list[TagSyntax],
        line: LineSyntax,
        result: Token | None,
        closing_comments: list[Token],
    ) -> None:
        """Take what is written."""
        self.tags = tags
        self.line = line
        self.result = result
        self.closing_comments = closing_comments
        self.is_cut = False
        self.rest_at: int | None = None
        self.annotated: list[TurnSyntax] = []

    def __eq__(self, other: object) -> bool:
        """Compare with another record."""
        if not isinstance(other, RecordSyntax):
            return NotImplemented
        mine = (self.tags, self.line, self.result, self.closing_comments, self.is_cut)
        return mine == (
            other.tags,
            other.line,
            other.result,
            other.closing_comments,
            other.is_cut,
        )


class Fault(NamedTuple):
    """A finding tied to a stretch of the record's text."""

    finding: Finding
    start: int
    end: int
