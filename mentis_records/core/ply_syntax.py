"""The syntax of one ply as it is written, apart from whether it is legal."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """A terminal of a grammar as it stands in a text; ``end`` is exclusive."""

    type: str
    text: str
    start: int
    end: int


class PlySyntax(NamedTuple):
    """One ply as written: the grammar's rule for it, and its tokens in order."""

    kind: str
    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Return the offset of the first character."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Return the offset just after the last character."""
        return self.tokens[-1].end
