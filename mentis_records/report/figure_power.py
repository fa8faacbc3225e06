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
from mentis_records.report.figure_text import text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BODY, _TOP, _FOOT, _LEFT, _BANNER = 300, 40, 46, 66, 26
_SAMPLE = 18


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
            self._curve(layer, x, y, curve, place, has_words=not sheet.is_narrow)
        if sheet.is_narrow:
            self._key(layer, sheet.width, y.top - 26)
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
        self,
        layer: Axes,
        x: LinearScale,
        y: _LogScale,
        curve: PowerCurve,
        place: int,
        *,
        has_words: bool,
    ) -> None:
        xs = [x.at(share) for share in curve.shares]
        ys = [y.at(games) for games in curve.games]
        _line(layer, xs, ys, place)
        if has_words:
            at = int(0.6 * len(xs))
            shift, align = (14, "right") if place == 0 else (-12, "left")
            write(layer, xs[at], ys[at] + shift, curve.words, size=SMALL_SIZE, align=align)

    def _key(self, layer: Axes, right: float, y: float) -> None:
        """Draw which line is which, where there is no room for words beside them."""
        for place, curve in reversed([*enumerate(self.curves)]):
            write(layer, right, y, curve.words, size=SMALL_SIZE, align="right")
            right -= text_width(curve.words, SMALL_SIZE) + 6
            _line(layer, [right - _SAMPLE, right], [y, y], place)
            right -= _SAMPLE + 12

    def _collection(self, layer: Axes, x: LinearScale, y: _LogScale) -> None:
        """Draw the games that there are, what they can show and what they show."""
        level = y.at(self.games)
        edge = x.left + x.width
        rule(layer, (x.left, edge), (level, level), colour=INK, width=1.2, dashes=":")
        above = level - 11 if level > y.top + 16 else level + 12
        left = edge - text_width(self.games_words, SMALL_SIZE, is_bold=True)
        _label(layer, left, above, self.games_words, is_bold=True)
        if self.least is not None and self.least <= x.high:
            at = x.at(self.least)
            rule(layer, (at, at), (level, y.bottom), colour=INK, width=1.2, dashes=":")
            layer.plot(
                [at], [level], marker="o", markersize=8, color=INK, linestyle="none", zorder=5
            )
            words = f"from {100 * self.least:.1f}\N{NO-BREAK SPACE}%"
            width = text_width(words, SMALL_SIZE)
            left = at + 8 if at + 8 + width <= edge else at - 8 - width
            _label(layer, left, y.bottom - 12, words)
        if self.seen_words and self.seen <= x.high:
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
            width = text_width(self.seen_words, SMALL_SIZE)
            left = at + 6 if at + width + 12 < edge else at - width - 6
            _label(layer, left, below, self.seen_words)


def _line(layer: Axes, xs: Sequence[float], ys: Sequence[float], place: int) -> None:
    """Draw a line as the curve with this number is drawn."""
    layer.plot(
        xs,
        ys,
        color=INK if place == 0 else MUTED,
        linewidth=2.2 if place == 0 else 1.4,
        linestyle="-" if place == 0 else "--",
        zorder=1.5,
    )


def _label(layer: Axes, left: float, y: float, words: str, *, is_bold: bool = False) -> None:
    """Write words that hide the curves behind them."""
    from matplotlib.patches import Rectangle

    width = text_width(words, SMALL_SIZE, is_bold=is_bold)
    layer.add_artist(Rectangle((left - 3, y - 8), width + 6, 16, facecolor=PAPER, lw=0, zorder=2.5))
    write(layer, left, y, words, size=SMALL_SIZE, is_bold=is_bold)


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
