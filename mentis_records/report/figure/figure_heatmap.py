"""Heat maps of a board, small multiples: a number on each square; knows no piece and no rule."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.section import HeatBoard
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_heat import (
    KEY_HEIGHT,
    HeatCell,
    draw_cells,
    heat_key,
    most_words,
    short_number,
)
from mentis_records.report.figure.figure_style import MUTED, SMALL_SIZE, Sheet, write

_GAP = 22
_LABEL = 12
_HEAD, _FOOT = 24, 16
_DECIMAL_BELOW = 10
"""Where a board has nothing above this, all of them show a decimal."""


@dataclass(frozen=True, slots=True)
class HeatmapPlot:
    """Boards side by side, an even number in a row, with one ramp from none to ``highest``.

    ``columns`` and ``rows`` name the squares, the first row at the bottom; ``unit`` says what the
    numbers are. A place that is no square looks like a square where nothing can be.
    """

    boards: Sequence[HeatBoard]
    columns: Sequence[str]
    rows: Sequence[str]
    unit: str
    highest: float

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        lines = -(-len(self.boards) // _in_a_row(width))
        return int(KEY_HEIGHT + lines * (_HEAD + len(self.rows) * self._square(width) + _FOOT + 10))

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        many = _in_a_row(sheet.width)
        square = self._square(sheet.width)
        line = _HEAD + len(self.rows) * square + _FOOT + 10
        size = min(SMALL_SIZE, 0.37 * square)
        has_decimal = any(0 < board.highest < _DECIMAL_BELOW for board in self.boards)
        cells: list[HeatCell] = []
        for index, board in enumerate(self.boards):
            left = (index % many) * (_LABEL + len(self.columns) * square + _GAP) + _LABEL
            top = KEY_HEIGHT + index // many * line + _HEAD
            write(layer, left, top - 11, board.title, is_bold=True)
            for down, row in enumerate(reversed(self.rows)):
                y = top + down * square
                write(layer, left - 5, y + square / 2, row, colour=MUTED, size=size, align="right")
                for across, column in enumerate(self.columns):
                    name, x = column + row, left + across * square
                    value = board.values.get(name, 0.0)
                    share = value / self.highest if self.highest else 0.0
                    text = short_number(value, has_decimal=has_decimal)
                    is_barred = not value and not board.is_open(name)
                    cells.append(HeatCell(x, y, square, square, share, text, is_barred))
            for across, column in enumerate(self.columns):
                x = left + (across + 0.5) * square
                y = top + len(self.rows) * square + 8
                write(layer, x, y, column, colour=MUTED, size=size, align="center")
        draw_cells(layer, cells, size)
        has_barred = any(cell.is_barred for cell in cells)
        most = most_words(self.highest, has_decimal=has_decimal)
        heat_key(layer, self.unit, most, has_barred=has_barred)

    def _square(self, width: int) -> float:
        many = _in_a_row(width)
        return ((width - 1 - (many - 1) * _GAP) / many - _LABEL) / len(self.columns)


def _in_a_row(width: int) -> int:
    return 4 if width >= 600 else 2
