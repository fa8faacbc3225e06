"""The text of a refused record with its findings at their places; long lines are cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from mentis_records.core.text import printable
from mentis_records.fast.late_dataclass import dataclass

LONGEST = 600
"""Characters of a line; of a longer one what is around its findings is shown."""

_AROUND = 100
"""Characters that are shown before and behind a finding on such a line."""

_MOST = 20
"""Findings of one line around which something is shown."""

Found = Mapping[str, Any]
"""A finding as it is stored."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of a line, which findings mark or not; ``is_gap`` stands for what is left out."""

    text: str
    is_marked: bool = False
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line by its number in the source, in parts, and the findings that begin on it."""

    number: int
    parts: tuple[TextPart, ...]
    findings: tuple[int, ...]


class MarkedText:
    """A text that begins on a line of a source, with findings in it.

    ``outside`` are the indices of findings that are on no line of it.
    """

    def __init__(self, text: str, first: int, findings: Sequence[Found]) -> None:
        """Put the findings to their lines."""
        self._texts = text.removesuffix("\n").split("\n")
        self._first = first
        self._spans: dict[int, list[tuple[int, int]]] = {}
        self._begin: dict[int, list[int]] = {}
        outside = []
        for index, found in enumerate(findings):
            row = _number(found, "line") - first
            if 0 <= row < len(self._texts):
                self._begin.setdefault(row, []).append(index)
                self._mark(found, row)
            else:
                outside.append(index)
        self.outside = tuple(outside)

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._texts)

    def row(self, found: Found) -> int:
        """Return the index of the line on which a finding begins."""
        return _number(found, "line") - self._first

    def lines(self, begin: int, end: int) -> list[TextLine]:
        """Return some lines by their index."""
        return [
            TextLine(
                self._first + row,
                tuple(_parts(self._texts[row], self._spans.get(row, ()))),
                tuple(self._begin.get(row, ())),
            )
            for row in range(begin, min(end, len(self._texts)))
        ]

    def _mark(self, found: Found, first: int) -> None:
        last = min(max(_number(found, "end_line") - self._first, first), len(self._texts) - 1)
        for row in range(first, last + 1):
            size = len(self._texts[row])
            begin = _number(found, "column") - 1 if row == first else 0
            end = _number(found, "end_column") - 1 if row == last else size
            begin = max(0, begin)
            self._spans.setdefault(row, []).append((begin, max(end, begin + 1)))


def _number(found: Found, name: str) -> int:
    value = found.get(name)
    return value if isinstance(value, int) else 0


def _parts(line: str, spans: Sequence[tuple[int, int]]) -> list[TextPart]:
    """Return a line in parts; one behind whose end something is marked ends with a blank."""
    line += " " * (max((begin for begin, _ in spans), default=-1) == len(line))
    spans = [(begin, min(end, len(line))) for begin, end in spans if begin < len(line)]
    edges = sorted({0, len(line), *(edge for span in spans for edge in span)})
    parts = []
    shown = _windows(line, spans)
    edges = sorted({*edges, *(edge for window in shown for edge in window)})
    left = 0
    for begin, end in pairwise(edges):
        if not any(first <= begin and end <= last for first, last in shown):
            continue
        if begin > left:
            parts.append(TextPart("…", is_gap=True))
        left = end
        is_marked = any(first <= begin and end <= last for first, last in spans)
        parts.append(TextPart(printable(line[begin:end].replace("\t", " ")), is_marked))
    if left < len(line):
        parts.append(TextPart("…", is_gap=True))
    return parts


def _windows(line: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return which pieces of a line are shown."""
    if len(line) <= LONGEST:
        return [(0, len(line))]
    found = [(0, _AROUND)]
    for begin, end in sorted(spans)[:_MOST]:
        last = min(end, begin + LONGEST)
        window = max(0, begin - _AROUND), min(len(line), last + _AROUND)
        if window[0] <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], window[1]))
        else:
            found.append(window)
    return found
