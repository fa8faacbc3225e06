"""What is wrong with a query, and where; knows no grammar."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

from mentis_records.core.text import printable
from mentis_records.query.query_tree import Spot

_WIDEST = 76
"""Columns of the query that an error shows."""


class QueryError(ValueError):
    """A query that cannot be read or means nothing; ``str`` of it is one line."""

    def __init__(self, message: str, text: str, start: int, end: int, hint: str = "") -> None:
        """Keep what is wrong with the characters from ``start`` to before ``end`` of a query."""
        super().__init__(message)
        self.message = message
        self.text = text
        self.start = start
        self.end = end
        self.hint = hint

    @classmethod
    def at(cls, spot: Spot, message: str, hint: str = "") -> Self:
        """Return an error about a piece of a query."""
        return cls(message, spot.query, spot.start, spot.end, hint)

    def underlined(self) -> str:
        """Return the message, the place underlined, and the hint, each on lines of its own."""
        begin = max(0, min(self.start, self.end - 1) - _WIDEST // 2)
        shown = printable(self.text[begin : begin + _WIDEST].replace("\n", " "))
        before = printable(self.text[begin : self.start].replace("\n", " "))
        marked = printable(self.text[self.start : self.end].replace("\n", " "))
        room = max(1, min(len(marked), len(shown) - len(before)))
        lines = [self.message, f"  {shown}", "  " + " " * len(before) + "^" * room]
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


def nearest(text: str, words: Iterable[str]) -> str:
    """Return the word that a text, in any case, comes nearest to, or nothing."""
    lower = {word.lower(): word for word in words}
    found = get_close_matches(text.lower(), lower, 1)
    return lower[found[0]] if found else ""
