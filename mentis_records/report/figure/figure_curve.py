"""Curves over the plies of games, with bands; knows not what they measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import banner, rule
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, SMALL_SIZE, Sheet, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEAD, _BODY, _FOOT = 26, 250, 44
_LEFT = 46
_LINE = 16
_TICKS = 6


@dataclass(frozen=True, slots=True)
class Curve:
    """Points with their label; ``band`` has the bounds of each, or nothing.

    A step holds until the next point.
    """

    label: str
    colour: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()
    dashes: str = "-"
    is_step: bool = False


@dataclass(frozen=True, slots=True)
class CurvePlot:
    """Curves with one scale; ``unit`` follows the numbers of the upright axis.

    ``top`` is the least number to which that axis reaches. A label stands at the end of its
    curve where there is room, else in a key above. A curve of one point is drawn as a dot; where
    no curve has a point, the figure says ``nothing`` instead. ``others`` are thin curves behind
    these, without labels.
    """

    curves: Sequence[Curve]
    x_title: str
    y_title: str
    top: float = 0.0
    unit: str = ""
    mark: tuple[float, str] | None = None
    nothing: str = ""
    others: Sequence[Sequence[tuple[float, float]]] = ()

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        if self._is_blank:
            return _HEAD
        return self._head(width) + _BODY + _FOOT

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        if self._is_blank:
            banner(layer, 0, _HEAD / 2, self.nothing)
            return
        head = self._head(sheet.width)
        bottom = head + _BODY
        right = sheet.width - (8 if sheet.is_narrow else self._label_width())
        across = self._across()
        step = tick_step(max(self._highest(), self.top))
        ceiling = step * max(-(-max(self._highest(), self.top) // step), 1)

        def at(x: float, y: float) -> tuple[float, float]:
            return _LEFT + (right - _LEFT) * x / across, bottom - _BODY * y / ceiling

        write(layer, 0, 9, self.y_title, colour=MUTED, size=SMALL_SIZE)
        ticks = round(ceiling / step)
        for tick in range(ticks + 1):
            level = at(0, tick * step)[1]
            rule(layer, (_LEFT, right), (level, level), colour=GRID, width=1.0, level=0)
            words = f"{tick * step:g}{self.unit}"
            write(layer, _LEFT - 6, level, words, colour=MUTED, size=SMALL_SIZE, align="right")
        self._plies(sheet, right, bottom, across)
        for points in self.others:
            places = [at(x, y) for x, y in points]
            layer.plot(*zip(*places, strict=True), color=MUTED, alpha=0.4, linewidth=0.8, zorder=2)
        for curve in self.curves:
            places = [at(x, y) for x, y in curve.points]
            bounds = [
                (at(x, low)[1], at(x, high)[1])
                for (x, _), (low, high) in zip(curve.points, curve.band, strict=False)
            ]
            if len(places) == 1:
                _dot(layer, *places[0], bounds, curve.colour)
                continue
            if bounds:
                layer.fill_between(
                    [x for x, _ in places],
                    [y for y, _ in bounds],
                    [y for _, y in bounds],
                    color=curve.colour,
                    alpha=0.18,
                    linewidth=0,
                    step="post" if curve.is_step else None,
                    zorder=1,
                )
            layer.plot(
                *zip(*places, strict=True),
                color=curve.colour,
                linewidth=2.0,
                linestyle=curve.dashes,
                drawstyle="steps-post" if curve.is_step else "default",
                clip_on=False,
                zorder=3,
            )
        if self.mark is not None:
            x, words = self.mark
            place = at(x, 0)[0]
            rule(layer, (place, place), (head, bottom), colour=INK, width=1.3, dashes=":")
            is_far = place > (_LEFT + right) / 2
            shift = -6 if is_far else 6
            align = "right" if is_far else "left"
            write(layer, place + shift, head + 10, words, size=SMALL_SIZE, align=align)
        ends = [at(*curve.points[-1])[1] for curve in self.curves]
        self._labels(sheet, right, ends)

    def _labels(self, sheet: Sheet, right: float, ends: Sequence[float]) -> None:
        """Write the labels at the ends of their curves, none upon another, or in a key."""
        if len(self.curves) == 1:
            return
        layer = sheet.layer()
        if sheet.is_narrow:
            for row, curve in enumerate(self.curves):
                y = 9 + _LINE * (row + 1)
                rule(layer, (0, 24), (y, y), colour=curve.colour, width=2.0, dashes=curve.dashes)
                write(layer, 30, y, curve.label, size=SMALL_SIZE)
            return
        lowest = float("-inf")
        for end, curve in sorted(zip(ends, self.curves, strict=True), key=lambda pair: pair[0]):
            height = max(end, lowest + 14)
            lowest = height
            rule(
                layer,
                (right + 6, right + 24),
                (height, height),
                colour=curve.colour,
                width=2.0,
                dashes=curve.dashes,
            )
            write(layer, right + 29, height, curve.label, size=SMALL_SIZE)

    def _plies(self, sheet: Sheet, right: float, bottom: float, across: float) -> None:
        """Draw the level axis."""
        layer = sheet.layer()
        rule(layer, (_LEFT, right), (bottom, bottom), colour=INK, width=1.2)
        step = max(tick_step(across, 4 if sheet.is_narrow else 10), 1)
        for tick in range(int(across // step) + 1):
            x = _LEFT + (right - _LEFT) * tick * step / across
            rule(layer, (x, x), (bottom, bottom + 4), colour=INK, width=1.0)
            words = f"{tick * step:g}"
            write(layer, x, bottom + 13, words, colour=MUTED, size=SMALL_SIZE, align="center")
        middle = (_LEFT + right) / 2
        write(
            layer, middle, bottom + 32, self.x_title, colour=MUTED, size=SMALL_SIZE, align="center"
        )

    @property
    def _is_blank(self) -> bool:
        return not any(curve.points for curve in self.curves)

    def _highest(self) -> float:
        """Return the highest number that is drawn."""
        tops = [y for curve in self.curves for _, y in curve.points]
        tops += [y for points in self.others for _, y in points]
        return max(tops + [high for curve in self.curves for _, high in curve.band], default=0.0)

    def _across(self) -> float:
        return max((x for curve in self.curves for x, _ in curve.points), default=0.0) or 1.0

    def _head(self, width: int) -> int:
        is_keyed = width < 600 and len(self.curves) > 1
        return _HEAD + (_LINE * len(self.curves) if is_keyed else 0)

    def _label_width(self) -> float:
        if len(self.curves) == 1:
            return 8.0
        return 36 + 0.6 * SMALL_SIZE * max(len(curve.label) for curve in self.curves)


def _dot(
    layer: Axes, x: float, y: float, bounds: Sequence[tuple[float, float]], colour: str
) -> None:
    """Draw the only point of a curve, with its bounds if it has any."""
    for pair in bounds:
        rule(layer, (x, x), pair, colour=colour, width=1.8)
    layer.plot([x], [y], marker="o", markersize=7, color=colour, clip_on=False, zorder=3)


def tick_step(highest: float, most: int = _TICKS) -> float:
    """Return a round step that gives at most so many ticks up to a number above 0."""
    step = 0.001
    while True:
        for factor in (1, 2, 5):
            if highest <= most * step * factor:
                return step * factor
        step *= 10
