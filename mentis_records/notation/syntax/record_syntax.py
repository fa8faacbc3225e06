# cython: boundscheck=True, wraparound=True
"""The syntax of a record: tokens, tags, lines of turns, result; and which ply a place belongs to.

Nothing here is checked.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.notation.tables.grammar_tables import Tables

make_token: Callable[[tuple[str, str, int, int]], Token] = partial(tuple.__new__, Token)
"""Makes a token of its fields; many times faster than calling its class."""
_BEGINS_CHARACTER = bytes(byte & 0xC0 != 0x80 for byte in range(256))


class Entries:
    """The entries of one text, as tokens with offsets of characters.

    ``data`` is the text in UTF-8; lone surrogates, which stand for bytes that were none, are
    encoded like other characters: no terminal tells them from those. ``numbers`` are the entries
    as the scanner writes them (see ``scanner``), with offsets of bytes; ``offsets`` has the offset
    of the character that a byte belongs to, and ``placed`` the tokens, by the index of the entry,
    that do not stand in the text as they are.
    """

    def __init__(self, tables: Tables, text: str) -> None:
        """Make room for the entries that the text can have."""
        self.tables = tables
        self.text = text
        self.data = text.encode("utf-8", "surrogatepass")
        size = len(self.data)
        self._is_even = size == len(text)
        self.offsets: Sequence[int] = range(size + 1)
        if not self._is_even:
            self.offsets = list(accumulate(self.data.translate(_BEGINS_CHARACTER), initial=0))
        self.numbers = array("i", bytes(24 * (size + 1)))
        self.placed: dict[int, Token] = {}

    def character(self, offset: int) -> int:
        """Return the offset of the character that a byte belongs to."""
        return offset if self._is_even else self.offsets[offset]

    def byte(self, offset: int) -> int:
        """Return the offset of a character's first byte."""
        return offset if self._is_even else bisect_right(self.offsets, offset) - 1

    def kind(self, at: int) -> str:
        """Return the name of an entry: a terminal's, or a ply's."""
        return self.tables.names[self.numbers[3 * at]]

    def start(self, at: int) -> int:
        """Return the offset of the first character of a token."""
        return self.character(self.numbers[3 * at + 1])

    def end(self, at: int) -> int:
        """Return the offset behind the last character of a token."""
        return self.character(self.numbers[3 * at + 2])

    def token(self, at: int) -> Token:
        """Return the token of an entry that is one."""
        placed = self.placed.get(at)
        if placed is not None:
            return placed
        start, end = self.start(at), self.end(at)
        return make_token((self.kind(at), self.text[start:end], start, end))

    def ply(self, first: int, last: int) -> PlySyntax:
        """Return the ply of some entries, behind which its own entry stands."""
        tokens = tuple([self.token(at) for at in range(first, last + 1)])
        return PlySyntax(self.kind(last + 1), tokens)

    def trim(self, count: int) -> None:
        """Keep the first entries only."""
        del self.numbers[3 * count :]


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


_WIDTH = 4


class TurnIndex:
    """The turns of all lines in the order of the text.

    A turn reaches from its number, or its ply, to the next one; behind a variation it goes on.
    """

    def __init__(self, line: LineSyntax, first_ply: int) -> None:
        """Learn which ply stands where; the first of the line has the number ``first_ply``."""
        self._rows = array("i")
        self._last = self._last_ply = 0
        self._is_sorted = True
        self._add_line(line, first_ply)
        if not self._is_sorted:
            self._sort()

    def _add_line(self, line: LineSyntax, ply: int) -> None:
        for turn in line.turns:
            begin, end = turn.start, turn.end
            if turn.number_at >= 0:
                start = turn.entries.start(turn.number_at)
                if begin < end:
                    self._add(start, ply, begin, end)
                else:
                    self._add(start, ply, start, turn.entries.end(turn.number_at))
            elif begin < end:
                self._add(begin, ply, begin, end)
            if turn.has_variations():
                for variation in turn.variations:
                    self._add_line(variation, ply)
                    self._add(variation.end, ply, begin, end)
            ply += 1

    def _add(self, start: int, ply: int, begin: int, end: int) -> None:
        if start < self._last or (start == self._last and ply < self._last_ply):
            self._is_sorted = False
        self._last, self._last_ply = start, ply
        self._rows.append(start)
        self._rows.append(ply)
        self._rows.append(begin)
        self._rows.append(end)

    def _sort(self) -> None:
        """Put the rows in order: of variations that end at one place the latest ply counts."""
        rows = [self._rows[at : at + _WIDTH].tolist() for at in range(0, len(self._rows), _WIDTH)]
        self._rows = array("i", [number for row in sorted(rows) for number in row])

    def find(self, offset: int, has_first: bool) -> tuple[int, int, int] | None:
        """Return the number of the ply at an offset, and from where to where it is written.

        Before the first ply that is None, or with ``has_first`` the first one.
        """
        low, high = 0, len(self._rows) // _WIDTH
        while low < high:
            middle = (low + high) // 2
            if self._rows[_WIDTH * middle] <= offset:
                low = middle + 1
            else:
                high = middle
        if not low and not (has_first and self._rows):
            return None
        at = _WIDTH * max(low - 1, 0)
        return self._rows[at + 1], self._rows[at + 2], self._rows[at + 3]
