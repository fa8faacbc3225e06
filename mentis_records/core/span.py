"""A stretch of a source text; knows nothing about what the text says."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, by line and column (both from 1, in characters).

    ``end_line`` and ``end_column`` are the place just after the last character, so an empty
    span begins where it ends.
    """

    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """Return ``line:column`` of the beginning."""
        return f"{self.line}:{self.column}"


class LineMap:
    """Turn character offsets of one text into lines and columns."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        """Prepare for a text whose first line has the number ``first_line``."""
        self._text = text
        self._first_line = first_line

    @cached_property
    def _starts(self) -> list[int]:
        lengths = [len(line) + 1 for line in self._text.split("\n")]
        return list(accumulate(lengths[:-1], initial=0))

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters ``start`` up to but not including ``end``."""
        line, column = self._place(start)
        end_line, end_column = self._place(end)
        return Span(line, column, end_line, end_column)

    def _place(self, offset: int) -> tuple[int, int]:
        row = bisect_right(self._starts, offset) - 1
        return self._first_line + row, offset - self._starts[row] + 1
