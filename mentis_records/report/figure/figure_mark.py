"""The marks of figures: intervals, results bars, percent scales, keys; knows pixels, no layout.

Every outcome has a colour, a marker and a hatch, so that nothing is told by colour alone. The
first side's marker is square and the second's round, as their letter plates are on boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_style import (
    GRID,
    INK,
    MUTED,
    PAPER,
    SIZE,
    SMALL_SIZE,
    Palette,
    fitting,
    put_line,
    write,
)
from mentis_records.statistics.interval import Share
from mentis_records.statistics.result import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TICKS = (0, 25, 50, 75, 100)
_ROOM_FOR_QUARTERS = 120
"""Pixels of a scale on which the labels of all quarters stand apart."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How an outcome looks, and its name; an open one is hatched on the ground's colour."""

    name: str
    colour: str
    marker: str
    hatch: str
    is_open: bool = False

    def box(self, layer: Axes, x: float, y: float, width: float, height: float) -> None:
        """Draw a box in the outcome's colour and hatch; y is its upper edge."""
        from matplotlib.patches import Rectangle

        if width <= 0 or height <= 0:
            return
        ground, ink = (PAPER, self.colour) if self.is_open else (self.colour, PAPER)
        layer.add_artist(
            Rectangle(
                (x, y), width, height, facecolor=ground, edgecolor=ink, hatch=self.hatch, lw=0
            )
        )
        layer.add_artist(
            Rectangle((x, y), width, height, facecolor="none", edgecolor=self.colour, lw=0.9)
        )

    def point(self, layer: Axes, x: float, y: float, *, is_hollow: bool = False) -> None:
        """Draw the outcome's marker."""
        put_line(
            layer,
            (x,),
            (y,),
            marker=self.marker,
            markersize=7.5 if self.marker == "s" else 7 if self.marker == "D" else 8,
            markerfacecolor=PAPER if is_hollow else self.colour,
            markeredgecolor=self.colour,
            markeredgewidth=1.5,
            linestyle="none",
            zorder=4,
        )


Marks = tuple[Mark, Mark, Mark]


def outcome_marks(palette: Palette, sides: Sequence[str]) -> Marks:
    """Return the marks of the first side's wins, of draws, of the second side's wins."""
    return (
        Mark(f"{sides[0]} wins", palette.first, "s", ""),
        Mark("Draws", palette.draw, "D", "////", is_open=True),
        Mark(f"{sides[1]} wins", palette.second, "o", ".."),
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """Shares from 0 to 1 on a stretch of a sheet."""

    left: float
    width: float

    def at(self, share: float) -> float:
        """Return where a share is."""
        return self.left + self.width * share

    def grid(self, layer: Axes, top: float, bottom: float) -> None:
        """Draw a line at every quarter."""
        for tick in _TICKS:
            x = self.at(tick / 100)
            rule(layer, (x, x), (top, bottom), colour=GRID, width=1.0, level=0)

    def labels(self, layer: Axes, bottom: float) -> None:
        """Write the quarters below their lines, or the halves where there is little room."""
        for tick in _TICKS if self.width >= _ROOM_FOR_QUARTERS else _TICKS[::2]:
            x = self.at(tick / 100)
            label = f"{tick}\N{NO-BREAK SPACE}%" if tick in (0, 100) else str(tick)
            write(layer, x, bottom + 11, label, colour=MUTED, size=SMALL_SIZE, align="center")

    def interval(
        self, layer: Axes, y: float, share: Share, mark: Mark, *, is_small: bool = False
    ) -> None:
        """Draw a share as a point on its interval, hollow and dashed for a small sample."""
        if share.value is None:
            return
        low, high = self.at(share.low), self.at(share.high)
        dashes = "--" if is_small else "-"
        rule(layer, (low, high), (y, y), colour=mark.colour, width=1.8, dashes=dashes)
        for x in (low, high):
            rule(layer, (x, x), (y - 4, y + 4), colour=mark.colour, width=1.8)
        mark.point(layer, self.at(share.value), y, is_hollow=is_small)


def rule(
    layer: Axes,
    x: tuple[float, float],
    y: tuple[float, float],
    *,
    colour: str,
    width: float,
    dashes: str = "-",
    level: int = 2,
) -> None:
    """Draw a straight line; what has a lower level lies under what has a higher one."""
    put_line(
        layer,
        x,
        y,
        color=colour,
        linewidth=width,
        linestyle=dashes,
        solid_capstyle="butt",
        zorder=level,
    )


def results_bar(
    layer: Axes, scale: Scale, y: float, height: float, results: Results, marks: Marks
) -> None:
    """Draw results as one bar of three parts with their counts where they fit.

    A whisker above the bar is the interval of the first side's share, one below the bar that of
    the second side's, which is measured from the right.
    """
    score = results.score
    left = 0.0
    for share, mark in zip((score.first, score.draw, score.second), marks, strict=True):
        value = share.value or 0.0
        x, width = scale.at(left), scale.width * value
        mark.box(layer, x, y, width, height)
        text = f"{share.count:,}"
        if share.count and fitting(width - 8, SMALL_SIZE) >= len(text) and width > 18:
            part_label(layer, x + width / 2, y + height / 2, text, mark)
        left += value
    first, second = score.first, score.second
    _whisker(layer, scale.at(first.low), scale.at(first.high), y - 4.5, marks[0].colour)
    low, high = scale.at(1 - second.high), scale.at(1 - second.low)
    _whisker(layer, low, high, y + height + 4.5, marks[2].colour)


def key(layer: Axes, x: float, y: float, marks: Sequence[Mark], *, is_bar: bool) -> float:
    """Write a key of outcomes in a row, with boxes or with markers; return where it ends."""
    for mark in marks:
        if is_bar:
            mark.box(layer, x, y - 6, 18, 12)
        else:
            mark.point(layer, x + 9, y)
        write(layer, x + 24, y, mark.name, size=SMALL_SIZE)
        x += 24 + len(mark.name) * SMALL_SIZE * 0.6 + 16
    return x


def banner(layer: Axes, x: float, y: float, text: str) -> None:
    """Write a line that nobody may overlook."""
    write(layer, x, y, text, size=SIZE + 1, is_bold=True, colour=INK)


def part_label(layer: Axes, x: float, y: float, text: str, mark: Mark) -> None:
    """Write a text on a part of a bar; on a hatch, upon a plate."""
    if not mark.hatch:
        colour = INK if mark.is_open else PAPER
        write(layer, x, y, text, colour=colour, size=SMALL_SIZE, align="center", is_bold=True)
        return
    from matplotlib.patches import Rectangle

    width = len(text) * SMALL_SIZE * 0.64 + 6
    layer.add_artist(
        Rectangle((x - width / 2, y - 6.5), width, 13, facecolor=PAPER, lw=0, zorder=2)
    )
    write(layer, x, y, text, colour=INK, size=SMALL_SIZE, align="center", is_bold=True)


def _whisker(layer: Axes, low: float, high: float, y: float, colour: str) -> None:
    rule(layer, (low, high), (y, y), colour=colour, width=1.8)
    for x in (low, high):
        rule(layer, (x, x), (y - 3, y + 3), colour=colour, width=1.8)
