"""How many games an advantage takes to be seen, as curves; knows no game and no test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from mentis_records.report.figure_interval import LinearScale, linear_scale
from mentis_records.report.figure_mark import banner, rule
from mentis_records.report.figure_style import (
    GRID,
    INK,
    MUTED,
    PAPER,
    SMALL_SIZE,
    Sheet,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BODY, _TOP, _FOOT, _LEFT, _BANNER = 300, 40, 46, 66, 26


@dataclass(frozen=True, slots=True)
class PowerCurve:
    """Games needed by share of points, with the words at its end; the first is drawn solid."""

    words: str
    shares: tuple[float, ...]
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PowerPlot:
    """Curves, and a line at the games that there are, up to where they meet the first curve.

    ``least`` is the share of points there, None beyond the scale. ``seen`` is the share that was
    seen, of whichever side scored more, with its words.
    """

    curves: Sequence[PowerCurve]
    games: int
    games_words: str
    least: float | None
    seen: float
    seen_words: str
    warning: str = ""

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return _BANNER * bool(self.warning) + _TOP + _BODY + _FOOT

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        top = float(_TOP)
        if self.warning:
            banner(layer, 0, 12, self.warning)
            top += _BANNER
        bottom = top + _BODY
        width = sheet.width - _LEFT - 18
        last = max(share for curve in self.curves for share in curve.shares)
        x = linear_scale(0.5, last, _LEFT, width, 5 if sheet.is_narrow else 10)
        numbers = [games for curve in self.curves for games in curve.games]
        low = floor(log10(max(min([*numbers, self.games]), 1)))
        high = ceil(log10(max([*numbers, self.games])))
        y = _LogScale(low, max(high, low + 1), top, bottom)
        self._grid(layer, x, y, sheet.width)
        for place, curve in enumerate(self.curves):
            self._curve(layer, x, y, curve, place)
        self._collection(layer, x, y)

    def _grid(self, layer: Axes, x: LinearScale, y: _LogScale, width: float) -> None:
        for tick in x.ticks:
            at = x.at(tick)
            rule(layer, (at, at), (y.top, y.bottom), colour=GRID, width=0.8, level=0)
            words = f"{100 * tick:g}"
            write(layer, at, y.bottom + 12, words, colour=MUTED, size=SMALL_SIZE, align="center")
        for power in range(y.low, y.high + 1):
            at = y.at(10.0**power)
            rule(layer, (_LEFT, width - 18), (at, at), colour=GRID, width=0.8, level=0)
            words = f"{10**power:,}"
            write(layer, _LEFT - 6, at, words, colour=MUTED, size=SMALL_SIZE, align="right")
        write(layer, 0, y.top - 26, "Games needed", colour=MUTED, size=SMALL_SIZE)
        words = "True share of points of the better side, %"
        middle = (_LEFT + width) / 2
        write(layer, middle, y.bottom + 34, words, colour=MUTED, size=SMALL_SIZE, align="center")

    def _curve(
        self, layer: Axes, x: LinearScale, y: _LogScale, curve: PowerCurve, place: int
    ) -> None:
        xs = [x.at(share) for share in curve.shares]
        ys = [y.at(games) for games in curve.games]
        layer.plot(
            xs,
            ys,
            color=INK if place == 0 else MUTED,
            linewidth=2.2 if place == 0 else 1.4,
            linestyle="-" if place == 0 else "--",
            zorder=1.5,
        )
        at = int(0.6 * len(xs))
        shift, align = (14, "right") if place == 0 else (-12, "left")
        write(layer, xs[at], ys[at] + shift, curve.words, size=SMALL_SIZE, align=align)

    def _collection(self, layer: Axes, x: LinearScale, y: _LogScale) -> None:
        """Draw the games that there are, what they can show and what they show."""
        level = y.at(self.games)
        edge = x.left + x.width
        rule(layer, (x.left, edge), (level, level), colour=INK, width=1.2, dashes=":")
        above = level - 10 if level > y.top + 16 else level + 12
        write(layer, edge, above, self.games_words, size=SMALL_SIZE, align="right", is_bold=True)
        if self.least is not None and self.least <= x.high:
            at = x.at(self.least)
            rule(layer, (at, at), (level, y.bottom), colour=INK, width=1.2, dashes=":")
            layer.plot(
                [at], [level], marker="o", markersize=8, color=INK, linestyle="none", zorder=5
            )
            words = f"from {100 * self.least:.1f} %"
            write(layer, at + 8, y.bottom - 12, words, size=SMALL_SIZE)
        if self.seen_words and self.seen <= x.high:
            from matplotlib.patches import Rectangle

            at = x.at(self.seen)
            layer.plot(
                [at],
                [level],
                marker="D",
                markersize=8,
                markerfacecolor="none",
                markeredgecolor=INK,
                markeredgewidth=1.6,
                linestyle="none",
                zorder=6,
            )
            below = level + 20 if level < y.bottom - 40 else level - 20
            width = len(self.seen_words) * SMALL_SIZE * 0.6
            left = at + 6 if at + width + 12 < x.left + x.width else at - width - 6
            layer.add_patch(
                Rectangle((left - 3, below - 8), width + 6, 16, facecolor=PAPER, lw=0, zorder=2.5)
            )
            write(layer, left, below, self.seen_words, size=SMALL_SIZE)


@dataclass(frozen=True, slots=True)
class _LogScale:
    """Numbers from ``10 ** low`` at the bottom to ``10 ** high`` at the top."""

    low: int
    high: int
    top: float
    bottom: float

    def at(self, number: float) -> float:
        """Return at which height a number is."""
        part = (log10(max(number, 1e-9)) - self.low) / (self.high - self.low)
        return self.bottom - (self.bottom - self.top) * part
