"""Numbers with their intervals in rows, in one or more panels with scales of their own.

On a wide sheet the panels stand side by side, on a narrow one below one another. Knows neither
what the numbers are nor how they were found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Mark, rule
from mentis_records.report.figure.figure_style import (
    GRID,
    INK,
    MUTED,
    SIZE,
    SMALL_SIZE,
    Sheet,
    write,
)
from mentis_records.report.figure.figure_text import fitted, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEAD, _FOOT, _GAP = 44, 30, 34
_PLAIN_HEAD = 28
"""Without a key, and without a line with a name."""

_MOST_TICKS = 6

_LABELS = 0.24
"""The share of a wide sheet that the rows' names have."""

_MARK = 16
"""The room of a mark in a key."""


@dataclass(frozen=True, slots=True)
class Point:
    """A number on its interval, with the words that stand beside it; hollow for a small sample.

    One without bounds (both its value) is a point alone.
    """

    value: float
    low: float
    high: float
    words: str
    mark: Mark
    is_small: bool = False


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """What is compared, with a note below its name, and its points in each panel."""

    label: str
    note: str
    points: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A scale with its title; a dotted line stands at ``reference``, named by its label.

    ``tick`` writes a number below the scale. ``values`` is the room in pixels for the words
    beside the points. Points with several marks are named in a key.
    """

    title: str
    tick: Callable[[float], str]
    reference: float | None = None
    reference_label: str = ""
    values: int = 110
    key: tuple[Mark, ...] = ()
    least: float = 0.0
    """The scale is at least so wide."""


@dataclass(frozen=True, slots=True)
class IntervalPlot:
    """Rows with their points.

    With ``are_alike`` all panels have one scale, so that they can be compared.
    """

    rows: Sequence[IntervalRow]
    panels: Sequence[Panel]
    are_alike: bool = False

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        is_stacked = _is_stacked(width)
        panels = len(self.panels) if is_stacked else 1
        return panels * (self._panel_height(width) + 12) - 12

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        is_stacked = _is_stacked(sheet.width)
        labels = 0.0 if is_stacked else _LABELS * sheet.width
        stretch = sheet.width - labels
        if not is_stacked:
            stretch /= len(self.panels)
        for place, panel in enumerate(self.panels):
            y = place * (self._panel_height(sheet.width) + 12) * is_stacked
            left = labels + (0 if is_stacked else place * stretch)
            if is_stacked or place == 0:
                self._labels(layer, y, sheet.width, labels)
            scale = self._scale(place, left + _GAP / 2, stretch - _GAP - panel.values)
            self._panel(layer, scale, y, place, left + stretch, sheet.width)

    def _row(self, is_stacked: bool) -> int:
        """Return the height of a row; on a narrow sheet its name has a line of its own."""
        most = max((len(each) for row in self.rows for each in row.points), default=1)
        return (22 if is_stacked else 0) + (36 if most < 2 else 12 + 17 * most) - 6 * is_stacked

    def _has_key_line(self, width: float) -> bool:
        """Tell whether the key has a line of its own: on a narrow sheet, and beside long titles."""
        room = 0.0 if _is_stacked(width) else (1 - _LABELS) * width / len(self.panels)
        return any(
            panel.key and text_width(panel.title, SIZE, is_bold=True) + _key_width(panel) > room
            for panel in self.panels
        )

    def _head(self, width: float) -> int:
        """Return the height above the rows."""
        is_plain = not any(panel.key or panel.reference_label for panel in self.panels)
        if is_plain:
            return _PLAIN_HEAD
        return _HEAD + 18 * self._has_key_line(width)

    def _panel_height(self, width: float) -> int:
        return self._head(width) + self._row(_is_stacked(width)) * len(self.rows) + _FOOT

    def _labels(self, layer: Axes, top: float, width: float, labels: float) -> None:
        """Write the rows' names and notes, with a rule between the rows."""
        is_stacked = not labels
        for index, row in enumerate(self.rows):
            y = top + self._head(width) + self._row(is_stacked) * index
            rule(layer, (0, width), (y, y), colour=GRID, width=0.7)
            if is_stacked:
                room = width - text_width(row.note, SMALL_SIZE) - 10
                name = fitted(row.label, room, is_bold=True)
                write(layer, 0, y + 13, name, is_bold=True)
                note, right = row.note, width
                write(layer, right, y + 13, note, colour=MUTED, size=SMALL_SIZE, align="right")
                continue
            middle = y + self._row(is_stacked) / 2
            name = fitted(row.label, labels - 4, is_bold=True)
            write(layer, 0, middle - 6 if row.note else middle, name, is_bold=True)
            note = fitted(row.note, labels - 4, SMALL_SIZE)
            write(layer, 0, middle + 8, note, colour=MUTED, size=SMALL_SIZE)

    def _scale(self, place: int, left: float, width: float) -> LinearScale:
        """Return the scale of a panel, on which all its intervals are."""
        panel = self.panels[place]
        places = range(len(self.panels)) if self.are_alike else (place,)
        found = [point for row in self.rows for at in places for point in row.points[at]]
        bounds = [number for point in found for number in (point.low, point.high)]
        if panel.reference is not None:
            bounds.append(panel.reference)
        low, high = min(bounds, default=0.0), max(bounds, default=0.0)
        missing = max(panel.least - (high - low), 0.0) / 2
        return linear_scale(low - missing, high + missing, left, width, _ticks_for(width))

    def _panel(
        self, layer: Axes, scale: LinearScale, top: float, place: int, right: float, width: float
    ) -> None:
        """Draw the points of one panel of a sheet of a width."""
        panel, is_stacked = self.panels[place], _is_stacked(width)
        head, row_height = self._head(width), self._row(is_stacked)
        bottom = top + head + row_height * len(self.rows)
        start = 0 if is_stacked else scale.left - 4
        is_wide = text_width(panel.title, SIZE, is_bold=True) > right - start
        size = SMALL_SIZE if is_wide else SIZE
        write(layer, start, top + 9, panel.title, size=size, is_bold=True)
        x = right
        for mark in reversed(panel.key):
            x -= _name_width(mark)
            y = top + (27 if self._has_key_line(width) else 9)
            mark.point(layer, x - 8, y)
            write(layer, x, y, mark.name, size=SMALL_SIZE)
            x -= _MARK
        stretches = [(top + head - 6, bottom)]
        if is_stacked:
            rows = range(len(self.rows))
            starts = [top + head + row_height * index for index in rows]
            stretches = [(y + 22, y + row_height) for y in starts]
        for tick in scale.ticks:
            x = scale.at(tick)
            for stretch in stretches:
                rule(layer, (x, x), stretch, colour=GRID, width=1.0, level=0)
            words = panel.tick(tick)
            write(layer, x, bottom + 11, words, colour=MUTED, size=SMALL_SIZE, align="center")
        if panel.reference is not None:
            x = scale.at(panel.reference)
            for stretch in stretches:
                rule(layer, (x, x), stretch, colour=INK, width=1.2, dashes=":")
            part = (x - scale.left) / scale.width
            align = "left" if part < 0.25 else "right" if part > 0.75 else "center"
            words = panel.reference_label
            write(layer, x, top + head - 16, words, size=SMALL_SIZE, align=align)
        for index, row in enumerate(self.rows):
            points = row.points[place]
            y = top + head + row_height * (index + 0.5) - 8.5 * (len(points) - 1)
            y += 8 * is_stacked
            for at, point in enumerate(points):
                _draw(layer, scale, y + 17 * at, point)
                write(layer, right, y + 17 * at, point.words, size=SMALL_SIZE, align="right")


@dataclass(frozen=True, slots=True)
class LinearScale:
    """Numbers from ``low`` to ``high`` on a stretch of a sheet, with round ticks."""

    low: float
    high: float
    left: float
    width: float
    ticks: tuple[float, ...]

    def at(self, number: float) -> float:
        """Return where a number is."""
        return self.left + self.width * (number - self.low) / (self.high - self.low)


def linear_scale(
    low: float, high: float, left: float, width: float, most: int = _MOST_TICKS
) -> LinearScale:
    """Return a scale that begins and ends at ticks around two numbers."""
    step = round_step(high - low, most)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    if first == last:
        first, last = first - 1, last + 1
    ticks = tuple(step * number for number in range(first, last + 1))
    return LinearScale(ticks[0], ticks[-1], left, width, ticks)


def round_step(span: float, most: int) -> float:
    """Return a round number of which at most about ``most`` make up the span."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / most))
    return next(power * part for part in (1, 2, 5, 10, 20) if span <= most * power * part)


def _draw(layer: Axes, scale: LinearScale, y: float, point: Point) -> None:
    low, high = scale.at(point.low), scale.at(point.high)
    if point.low < point.high:
        colour, dashes = point.mark.colour, "--" if point.is_small else "-"
        rule(layer, (low, high), (y, y), colour=colour, width=1.8, dashes=dashes)
        for x in (low, high):
            rule(layer, (x, x), (y - 4, y + 4), colour=colour, width=1.8)
    point.mark.point(layer, scale.at(point.value), y, is_hollow=point.is_small)


def _key_width(panel: Panel) -> float:
    return sum(_name_width(mark) + _MARK for mark in panel.key)


def _name_width(mark: Mark) -> float:
    return 12 + len(mark.name) * SMALL_SIZE * 0.6


def _ticks_for(width: float) -> int:
    return max(min(int(width / 40), _MOST_TICKS), 2)


def _is_stacked(width: float) -> bool:
    """Tell whether panels do not fit side by side."""
    return width < 600
