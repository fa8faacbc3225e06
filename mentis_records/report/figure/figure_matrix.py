"""Matrices: numbers by row and column, one panel a group; knows not what they count."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.section import MatrixPanel
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_heat import (
    KEY_HEIGHT,
    HeatCell,
    draw_cells,
    heat_key,
    most_words,
    short_number,
)
from mentis_records.report.figure.figure_style import MUTED, SIZE, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import fitted, text_width

_HEAD = 60
_ROW = 34
_GAP = 36
_LABELS = 84
_LEAST_SIZE = 8.0


@dataclass(frozen=True, slots=True)
class MatrixPlot:
    """Panels beside one another, or below on a narrow sheet.

    They have one ramp, from none to ``highest``. ``row_title`` and ``column_title`` say what the
    labels are, ``unit`` what the numbers.
    """

    panels: Sequence[MatrixPanel]
    row_title: str
    column_title: str
    unit: str
    highest: float
    has_decimal: bool = False

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        heights = [_HEAD + _ROW * len(panel.rows) + 14 for panel in self.panels]
        return KEY_HEIGHT + (sum(heights) if _is_stacked(width) else max(heights, default=0))

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        is_stacked = _is_stacked(sheet.width)
        many = 1 if is_stacked else max(len(self.panels), 1)
        width = (sheet.width - 1 - _GAP * (many - 1)) / many
        top, left = float(KEY_HEIGHT), 0.0
        cells: list[HeatCell] = []
        for panel in self.panels:
            start = left + _LABELS
            cell = (width - _LABELS) / max(len(panel.columns), 1)
            write(layer, left, top + 10, panel.title, is_bold=True)
            write(layer, start, top + 28, self.column_title, colour=MUTED, size=SMALL_SIZE)
            write(layer, left, top + 46, self.row_title, colour=MUTED, size=SMALL_SIZE)
            size = _head_size(panel.columns, cell - 4)
            for across, label in enumerate(panel.columns):
                x = start + (across + 0.5) * cell
                name = fitted(label, cell - 4, size)
                write(layer, x, top + 46, name, size=size, align="center")
            for down, (label, row) in enumerate(zip(panel.rows, panel.cells, strict=True)):
                y = top + _HEAD + _ROW * down
                name = fitted(label, _LABELS - 6)
                write(layer, left, y + _ROW / 2, name, size=SIZE)
                cells += [
                    HeatCell(
                        start + across * cell,
                        y,
                        cell,
                        _ROW,
                        value / self.highest if self.highest else 0.0,
                        short_number(value, has_decimal=self.has_decimal),
                        not value and (label, column) in panel.barred,
                    )
                    for across, (column, value) in enumerate(zip(panel.columns, row, strict=True))
                ]
            if is_stacked:
                top += _HEAD + _ROW * len(panel.rows) + 14
            else:
                left += width + _GAP
        draw_cells(layer, cells)
        has_barred = any(cell.is_barred for cell in cells)
        most = most_words(self.highest, has_decimal=self.has_decimal)
        heat_key(layer, self.unit, most, has_barred=has_barred)


def _head_size(labels: Sequence[str], room: float) -> float:
    """Return the size of type in which labels fit a room, if it is still legible."""
    widest = max((text_width(label, SMALL_SIZE) for label in labels), default=0.0)
    return max(_LEAST_SIZE, min(SMALL_SIZE, SMALL_SIZE * room / widest)) if widest else SMALL_SIZE


def _is_stacked(width: int) -> bool:
    """Tell whether panels do not fit side by side."""
    return width < 600
