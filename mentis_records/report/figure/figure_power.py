"""How many games an advantage takes to be seen, as curves; knows no game and no test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Protocol

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_interval import LinearScale, linear_scale
from mentis_records.report.figure.figure_mark import banner, rule
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BODY, _TOP, _FOOT, _LEFT, _BANNER = 300, 34, 46, 66, 26
_SAMPLE, _KEY_ROW, _GAP = 18, 20, 16


@dataclass(frozen=True, slots=True)
class PowerCurve:
    """Games needed by share of points, with its name; the first is drawn solid."""

    words: str
    shares: tuple[float, ...]
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PowerPlot:
    """Curves, and a line at the games that there are, up to where they meet the first curve.

    ``least`` is the share of points there, None if they do not. ``seen`` is the share that was
    seen, of whichever side scored more; without words it is not drawn. All words stand in a key
    above, so that none lies upon another or upon a curve, whatever the numbers.
    """

    curves: Sequence[PowerCurve]
    games: int
    games_words: str
    least: float | None
    least_words: str
    seen: float
    seen_words: str
    warning: str = ""

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return self._head(width) + _TOP + _BODY + _FOOT

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        if self.warning:
            banner(layer, 0, 12, self.warning)
        level = _BANNER * bool(self.warning) + 10.0
        for row in self._rows(sheet.width):
            left = 0.0
            for draw, words in row:
                draw(layer, left, level)
                write(layer, left + _SAMPLE + 6, level, words, size=SMALL_SIZE)
                left += _entry_width(words)
            level += _KEY_ROW
        top = float(self._head(sheet.width) + _TOP)
        width = sheet.width - _LEFT - 18
        last = max(self.seen, *(share for curve in self.curves for share in curve.shares))
        x = linear_scale(0.5, last, _LEFT, width, 5 if sheet.is_narrow else 10)
        numbers = [games for curve in self.curves for games in curve.games]
        low = floor(log10(max(min([*numbers, self.games]), 1)))
        high = ceil(log10(max([*numbers, self.games])))
        y = _LogScale(low, max(high, low + 1), top, top + _BODY)
        self._grid(layer, x, y, sheet.width)
        for place, curve in enumerate(self.curves):
            xs = [x.at(share) for share in curve.shares]
            _line(layer, xs, [y.at(games) for games in curve.games], place)
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
        write(layer, 0, y.top - 20, "Games needed", colour=MUTED, size=SMALL_SIZE)
        words = "True share of points of the better side, %"
        middle = (_LEFT + width) / 2
        write(layer, middle, y.bottom + 34, words, colour=MUTED, size=SMALL_SIZE, align="center")

    def _collection(self, layer: Axes, x: LinearScale, y: _LogScale) -> None:
        """Draw the games that there are, what they can show and what they show."""
        level = y.at(self.games)
        rule(layer, (x.left, x.left + x.width), (level, level), colour=INK, width=1.2, dashes=":")
        if self.least is not None:
            at = x.at(self.least)
            rule(layer, (at, at), (level, y.bottom), colour=INK, width=1.2, dashes=":")
            _dot(layer, at, level)
        if self.seen_words:
            _diamond(layer, x.at(self.seen), level)

    def _rows(self, width: int) -> list[list[_Entry]]:
        """Return the key in rows that fit a width."""
        entries: list[_Entry] = [
            (partial(_sample, place=place), curve.words) for place, curve in enumerate(self.curves)
        ]
        entries.append((_dotted, self.games_words))
        if self.least is not None:
            entries.append((partial(_at_middle, draw=_dot), self.least_words))
        if self.seen_words:
            entries.append((partial(_at_middle, draw=_diamond), self.seen_words))
        rows: list[list[_Entry]] = [[]]
        left = 0.0
        for entry in entries:
            need = _entry_width(entry[1])
            if rows[-1] and left + need - _GAP > width:
                rows.append([])
                left = 0.0
            rows[-1].append(entry)
            left += need
        return rows

    def _head(self, width: int) -> int:
        """Return the height of the warning and the key."""
        return _BANNER * bool(self.warning) + _KEY_ROW * len(self._rows(width))


class _Sign(Protocol):
    """Draws what stands before words in the key, from a left end on."""

    def __call__(self, layer: Axes, left: float, y: float) -> None:
        """Draw it at a height."""


_Entry = tuple[_Sign, str]


def _entry_width(words: str) -> float:
    return _SAMPLE + 6 + text_width(words, SMALL_SIZE) + _GAP


def _sample(layer: Axes, left: float, y: float, *, place: int) -> None:
    _line(layer, [left, left + _SAMPLE], [y, y], place)


def _dotted(layer: Axes, left: float, y: float) -> None:
    rule(layer, (left, left + _SAMPLE), (y, y), colour=INK, width=1.2, dashes=":")


def _at_middle(
    layer: Axes, left: float, y: float, *, draw: Callable[[Axes, float, float], None]
) -> None:
    draw(layer, left + _SAMPLE / 2, y)


def _dot(layer: Axes, x: float, y: float) -> None:
    layer.plot([x], [y], marker="o", markersize=8, color=INK, linestyle="none", zorder=5)


def _diamond(layer: Axes, x: float, y: float) -> None:
    layer.plot(
        [x],
        [y],
        marker="D",
        markersize=8,
        markerfacecolor="none",
        markeredgecolor=INK,
        markeredgewidth=1.6,
        linestyle="none",
        clip_on=False,
        zorder=6,
    )


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
