"""Bars of parts, a row each: whole numbers to one scale, or shares of each row's own sum."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.section import BarRow
from mentis_records.core.text import percent
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Mark, key, part_label
from mentis_records.report.figure.figure_style import INK, MUTED, SMALL_SIZE, Sheet, fitting, write
from mentis_records.report.figure.figure_text import fitted

_ROW, _STACKED_ROW = 30, 46
_BAR = 20
_KEY = 26


@dataclass(frozen=True, slots=True)
class BarPlot:
    """Rows of bars; with ``is_share`` each is as long as the others, and its total beside it.

    Without, a row is as long as its total among the highest one. ``is_small`` tells that there
    are too few for percentages: counts stand in their place.
    """

    rows: Sequence[BarRow]
    marks: Sequence[Mark]
    is_share: bool = False
    is_small: bool = False

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        row = _STACKED_ROW if width < 600 else _ROW
        return self._key_lines(width) * _KEY + row * len(self.rows) + 4

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        top = float(self._key_lines(sheet.width) * _KEY)
        if len(self.marks) > 1:
            for line, marks in enumerate(self._keys(sheet.width)):
                key(layer, 0, 9 + _KEY * line, marks, is_bar=True)
        longest = max((len(f"{row.total:,}") for row in self.rows), default=1)
        values = 14 + 0.65 * SMALL_SIZE * longest
        labels = 0.0 if sheet.is_narrow else 0.25 * sheet.width
        stretch = sheet.width - labels - values
        highest = max((row.total for row in self.rows), default=0)
        for index, row in enumerate(self.rows):
            y = top + index * (_STACKED_ROW if sheet.is_narrow else _ROW)
            middle = y + _BAR / 2
            if sheet.is_narrow:
                write(layer, 0, y + 8, fitted(row.label, sheet.width))
                y, middle = y + 18, y + 18 + _BAR / 2
            else:
                write(layer, 0, middle, fitted(row.label, labels - 8))
            whole = row.total if self.is_share else highest
            left = labels
            for mark, part in zip(self.marks, row.parts, strict=True):
                width = stretch * part / whole if whole else 0.0
                mark.box(layer, left, y, width, _BAR)
                text = self._text(part, row.total) if self.is_share else ""
                if text and fitting(width - 10, SMALL_SIZE) > len(text) and width > 34:
                    part_label(layer, left + width / 2, middle, text, mark)
                left += width
            ends = labels + stretch if self.is_share else left
            write(
                layer,
                ends + 8,
                middle,
                f"{row.total:,}",
                size=SMALL_SIZE,
                colour=MUTED if self.is_share else INK,
            )

    def _text(self, part: int, total: int) -> str:
        if not part:
            return ""
        return f"{part:,}" if self.is_small else percent(part / total)

    def _keys(self, width: int) -> list[list[Mark]]:
        """Return the marks of the key line by line."""
        lines: list[list[Mark]] = [[]]
        used = 0.0
        for mark in self.marks:
            need = 24 + len(mark.name) * SMALL_SIZE * 0.6 + 16
            if lines[-1] and used + need > width:
                lines.append([])
                used = 0.0
            lines[-1].append(mark)
            used += need
        return lines

    def _key_lines(self, width: int) -> int:
        return len(self._keys(width)) if len(self.marks) > 1 else 0
