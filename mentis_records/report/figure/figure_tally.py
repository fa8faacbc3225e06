"""Counts as horizontal bars, each with its number; knows not what is counted."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Mark, banner, rule
from mentis_records.report.figure.figure_style import GRID, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import fitted

_ROW, _BAR, _BANNER = 34, 16, 26


@dataclass(frozen=True, slots=True)
class TallyPlot:
    """Names with their counts and marks; ``warning`` stands above all where it is not empty."""

    rows: Sequence[tuple[str, int, Mark]]
    warning: str = ""

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        row = 2 * _ROW - 14 if width < 600 else _ROW
        return _BANNER * bool(self.warning) + row * len(self.rows) + 4

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot; on a narrow sheet names stand above their bars."""
        layer = sheet.layer()
        top = 0.0
        if self.warning:
            banner(layer, 0, 12, self.warning)
            top = _BANNER
        is_stacked = sheet.width < 600
        row = 2 * _ROW - 14 if is_stacked else _ROW
        labels = 0.0 if is_stacked else 0.3 * sheet.width
        room = sheet.width - labels - 64
        most = max((count for _, count, _ in self.rows), default=0) or 1
        for index, (name, count, mark) in enumerate(self.rows):
            y = top + row * index
            rule(layer, (0, sheet.width), (y, y), colour=GRID, width=0.7)
            middle = y + row - _ROW / 2
            words = fitted(name, sheet.width if is_stacked else labels - 8)
            write(layer, 0, y + 14 if is_stacked else middle, words)
            width = room * count / most
            mark.box(layer, labels, middle - _BAR / 2, width, _BAR)
            write(layer, labels + width + 8, middle, f"{count:,}", size=SMALL_SIZE, is_bold=True)
