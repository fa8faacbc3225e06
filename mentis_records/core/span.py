# cython: boundscheck=True, wraparound=True
"""A stretch of a source text; knows nothing about what the text says."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import NamedTuple

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

_SHORT = 1_024
"""In texts of so many characters lines are counted anew for each place."""


class Span(NamedTuple):
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


_make_span: Callable[[tuple[int, int, int, int]], Span] = partial(tuple.__new__, Span)
"""Makes a span of its fields; many times faster than calling its class."""


class LineMap:
    """Turn character offsets of one text into lines and columns."""

    def __init__(self, text: str, first_line: int = 1, first_column: int = 1) -> None:
        """Prepare for a text whose first character stands at this place of its source."""
        self._text = text
        self._first_line = first_line
        self._first_column = first_column
        self._starts: list[int] | None = None

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters ``start`` up to but not including ``end``."""
        row, column = self._place(start)
        end_row, end_column = self._place(end)
        first = self._first_line
        return _make_span((first + row, column, first + end_row, end_column))

    def _place(self, offset: int) -> tuple[int, int]:
        """Return the line, from 0, and the column of an offset."""
        if len(self._text) <= _SHORT:
            row = self._text.count("\n", 0, offset)
            begin = self._text.rfind("\n", 0, offset) + 1 if row else 0
        else:
            if self._starts is None:
                lengths = [len(line) + 1 for line in self._text.split("\n")]
                self._starts = list(accumulate(lengths[:-1], initial=0))
            row = bisect_right(self._starts, offset) - 1
            begin = self._starts[row]
        return row, offset - begin + (1 if row else self._first_column)
