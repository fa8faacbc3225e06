# cython: boundscheck=True, wraparound=True
"""What is written in a record: tags, lines of turns, result; nothing here is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.notation.syntax.entries import Entries

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401


@dataclass(frozen=True, slots=True)
class InvalidPly:
    """A stretch of movetext that should be a ply and cannot be read as one."""

    start: int
    end: int


class TurnSyntax:
    """A ply with its number, suffix, annotations, comments and variations.

    Tokens are made when they are asked for: of most turns nobody asks. ``first`` and ``last``
    are the indices of the ply's entries, ``number_at`` and ``suffix_at`` those of its number and
    suffix, or -1. An invalid ply, which cannot be read as one, is a single entry.
    """

    def __init__(
        self, entries: Entries, first: int, last: int, number_at: int, is_invalid: bool
    ) -> None:
        """Begin with a ply and its number."""
        self.entries = entries
        self.first, self.last = first, last
        self.number_at = number_at
        self.suffix_at = -1
        self.is_invalid = is_invalid
        self._nags: list[int] | None = None
        self._comments: list[int] | None = None
        self._variations: list[LineSyntax] | None = None

    def __eq__(self, other: object) -> bool:
        """Compare with anything that has the parts of a turn."""
        names = ("ply", "number", "suffix", "nags", "comments", "variations")
        return all(getattr(self, name) == getattr(other, name, None) for name in names)

    @property
    def start(self) -> int:
        """Return the offset of the ply's first character."""
        return self.entries.start(self.first)

    @property
    def end(self) -> int:
        """Return the offset behind the ply's last character."""
        return self.entries.end(self.last)

    @property
    def ply(self) -> PlySyntax | InvalidPly:
        """Return the ply, or the stretch of movetext that should be one."""
        if self.is_invalid:
            return InvalidPly(self.start, self.end)
        return self.entries.ply(self.first, self.last)

    @property
    def number(self) -> Token | None:
        """Return the move number before the ply."""
        return self.entries.token(self.number_at) if self.number_at >= 0 else None

    @property
    def suffix(self) -> Token | None:
        """Return the suffix behind the ply."""
        return self.entries.token(self.suffix_at) if self.suffix_at >= 0 else None

    @property
    def nags(self) -> list[Token]:
        """Return the annotations."""
        return [self.entries.token(at) for at in self._nags or ()]

    @property
    def comments(self) -> list[Token]:
        """Return the comments behind the ply."""
        return [self.entries.token(at) for at in self._comments or ()]

    @property
    def variations(self) -> list[LineSyntax]:
        """Return the lines that replace the ply."""
        return self._variations or []

    def has_variations(self) -> bool:
        """Tell whether lines replace the ply."""
        return self._variations is not None

    def add_nag(self, at: int) -> None:
        """Add the annotation of an entry."""
        if self._nags is None:
            self._nags = []
        self._nags.append(at)

    def add_comment(self, at: int) -> None:
        """Add the comment of an entry."""
        if self._comments is None:
            self._comments = []
        self._comments.append(at)

    def add_variation(self, line: LineSyntax) -> None:
        """Add a line that replaces the ply."""
        if self._variations is None:
            self._variations = []
        self._variations.append(line)


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
        return mine == (other.tags, other.line, other.result, other.closing_comments, other.is_cut)


class Fault(NamedTuple):
    """A finding tied to a stretch of the record's text."""

    finding: Finding
    start: int
    end: int
