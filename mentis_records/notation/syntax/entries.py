# cython: boundscheck=True, wraparound=True
"""What a scanner writes about a text, as tokens where they are asked for."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.notation.tables.grammar_tables import Tables

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

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
