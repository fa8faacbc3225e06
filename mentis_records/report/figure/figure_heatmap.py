"""Heat maps of a board, small multiples: a number on each square; knows no tile and no rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mentis_records.report.figure.figure_heat import (
    KEY_HEIGHT,
    HeatCell,
    draw_cells,
    heat_key,
    short_number,
)
from mentis_records.report.figure.figure_style import MUTED, SMALL_SIZE, Sheet, write

_GAP = 22
_LABEL = 12
_HEAD, _FOOT = 24, 16
_DECIMAL_BELOW = 10
"""Where a board has nothing above this, all of them show a decimal."""


@dataclass(frozen=True, slots=True)
class HeatBoard:
    """One board: its title, and a number for each square by name."""

    title: str
    values: Mapping[str, float]

    @property
    def highest(self) -> float:
        """Return the highest number."""
        return max(self.values.values(), default=0.0)


@dataclass(frozen=True, slots=True)
class HeatmapPlot:
    """Boards side by side, an even number in a row; each has a ramp of its own.

    ``columns`` and ``rows`` name the squares, the first row at the bottom; ``unit`` says what the
    numbers are.
    """

    boards: Sequence[HeatBoard]
    columns: Sequence[str]
    rows: Sequence[str]
    unit: str

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        lines = -(-len(self.boards) // _in_a_row(width))
        return int(KEY_HEIGHT + lines * (_HEAD + len(self.rows) * self._square(width) + _FOOT + 10))

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        heat_key(layer, self.unit, "the most of its board")
        many = _in_a_row(sheet.width)
        square = self._square(sheet.width)
        line = _HEAD + len(self.rows) * square + _FOOT + 10
        size = min(SMALL_SIZE, 0.37 * square)
        has_decimal = any(0 < board.highest < _DECIMAL_BELOW for board in self.boards)
        cells = []
        for index, board in enumerate(self.boards):
            left = (index % many) * (_LABEL + len(self.columns) * square + _GAP) + _LABEL
            top = KEY_HEIGHT + index // many * line + _HEAD
            write(layer, left, top - 11, board.title, is_bold=True)
            highest = board.highest
            for down, row in enumerate(reversed(self.rows)):
                y = top + down * square
                write(
                    layer,
                    left - 5,
                    y + square / 2,
                    row,
                    colour=MUTED,
                    size=size,
                    align="right",
                )
                for across, column in enumerate(self.columns):
                    value = board.values.get(column + row, 0.0)
                    share = value / highest if highest else 0.0
                    text = short_number(value, has_decimal=has_decimal)
                    x = left + across * square
                    cells.append(HeatCell(x, y, square, square, share, text))
            for across, column in enumerate(self.columns):
                x = left + (across + 0.5) * square
                y = top + len(self.rows) * square + 8
                write(layer, x, y, column, colour=MUTED, size=size, align="center")
        draw_cells(layer, cells, size)

    def _square(self, width: int) -> float:
        many = _in_a_row(width)
        return ((width - 1 - (many - 1) * _GAP) / many - _LABEL) / len(self.columns)


def _in_a_row(width: int) -> int:
    return 4 if width >= 600 else 2
