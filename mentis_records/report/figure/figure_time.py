"""Ratings through time, a small panel a player on common scales; knows no rating system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_interval import linear_scale
from mentis_records.report.figure.figure_mark import rule
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import fitted, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BODY, _HEAD, _FOOT, _AXIS, _GAP = 120, 30, 26, 40, 26


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A player's ratings after months, counted from the year 0, each with its bounds."""

    label: str
    words: str
    months: tuple[int, ...]
    values: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TimePlot:
    """Lines on their bands of uncertainty, in rows of panels.

    The scale holds all ratings, and the bands of the later half of each line; wider ones of the
    beginning are cut at its ends.
    """

    lines: Sequence[TimeLine]

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return -(-len(self.lines) // _columns(width)) * (_HEAD + _BODY + _FOOT)

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        columns = _columns(sheet.width)
        stretch = (sheet.width + _GAP) / columns
        for index, line in enumerate(self.lines):
            row, column = divmod(index, columns)
            left, top = column * stretch, row * (_HEAD + _BODY + _FOOT)
            self._panel(layer, line, left, top, stretch - _GAP)

    def _panel(self, layer: Axes, line: TimeLine, left: float, top: float, width: float) -> None:
        words = text_width(line.words, SMALL_SIZE)
        name = fitted(line.label, width - words - 12, SMALL_SIZE, is_bold=True)
        write(layer, left, top + 10, name, size=SMALL_SIZE, is_bold=True)
        write(layer, left + width, top + 10, line.words, size=SMALL_SIZE, align="right")
        later = [(each, len(each.months) // 2) for each in self.lines]
        lows = [number for each, half in later for number in (*each.values, *each.lows[half:])]
        highs = [number for each, half in later for number in (*each.values, *each.highs[half:])]
        y = linear_scale(min(lows), max(highs), top + _HEAD + _BODY, -_BODY, 4)
        right = left + width
        for tick in y.ticks:
            level = y.at(tick)
            rule(layer, (left + _AXIS, right), (level, level), colour=GRID, width=0.8, level=0)
            write(
                layer,
                left + _AXIS - 6,
                level,
                f"{tick:.0f}",
                colour=MUTED,
                size=SMALL_SIZE,
                align="right",
            )
        months = [month for each in self.lines for month in each.months]
        begin, end = min(months), max(months)
        span = max(end - begin, 1)
        xs = [left + _AXIS + (width - _AXIS) * (month - begin) / span for month in line.months]
        layer.fill_between(
            xs,
            [y.at(max(number, y.low)) for number in line.lows],
            [y.at(min(number, y.high)) for number in line.highs],
            color=MUTED,
            alpha=0.22,
            linewidth=0,
            zorder=1,
        )
        layer.plot(
            xs,
            [y.at(number) for number in line.values],
            color=INK,
            linewidth=1.6,
            marker="o",
            markersize=2.5 if len(xs) > 1 else 5,
            zorder=3,
        )
        foot = top + _HEAD + _BODY + 12
        write(layer, left + _AXIS, foot, month_words(begin), colour=MUTED, size=SMALL_SIZE)
        if end > begin:
            write(
                layer, right, foot, month_words(end), colour=MUTED, size=SMALL_SIZE, align="right"
            )


def month_words(month: int) -> str:
    """Return a month counted from the year 0 as it is written: ``2024-05``."""
    return f"{month // 12}-{month % 12 + 1:02}"


def _columns(width: int) -> int:
    return 1 if width < 600 else 3
