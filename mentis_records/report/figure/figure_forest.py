"""Forest plots: the shares of many groups with their intervals, one panel an outcome.

On a wide sheet the panels stand side by side, on a narrow one below one another. Knows neither
what the groups are nor how they were counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.core.text import percent
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Mark, Marks, Scale, banner, rule
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
from mentis_records.report.words.bound_words import short_bounds
from mentis_records.report.words.wording import TOO_FEW, count, sample_words
from mentis_records.statistics.interval import CONFIDENCE, Score, Share
from mentis_records.statistics.result import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW = 36
_HEAD = 44
_FOOT = 30
_GAP = 20
_VALUES = 54
_BANNER = 26


@dataclass(frozen=True, slots=True)
class ForestRow:
    """A group with its name, its results, and a remark on these or none."""

    label: str
    results: Results
    remark: str = ""

    def shares(self, confidence: float) -> tuple[Share, Share, Share]:
        """Return the three shares in the order of the panels, with intervals of a confidence."""
        return _shares(self.results.score_at(confidence))


@dataclass(frozen=True, slots=True)
class ForestPlot:
    """Groups in order; a dashed line shows the shares of ``reference``, named by its label.

    ``confidence`` is that of each interval, from 0 to 1.
    """

    rows: Sequence[ForestRow]
    marks: Marks
    reference: ForestRow
    confidence: float = CONFIDENCE

    @property
    def is_small(self) -> bool:
        """Tell whether no group is large enough to say anything."""
        return all(row.results.is_small for row in self.rows)

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        panel = _HEAD + _ROW * len(self.rows) + _FOOT
        panels = len(self.marks) if _is_stacked(width) else 1
        return _BANNER * self.is_small + panel * panels + 12 * (panels - 1)

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        top = 0.0
        if self.is_small:
            banner(layer, 0, 12, TOO_FEW.capitalize())
            top = _BANNER
        if _is_stacked(sheet.width):
            labels = 0.4 * sheet.width
            panel = _HEAD + _ROW * len(self.rows) + _FOOT + 12
            for place, mark in enumerate(self.marks):
                y = top + place * panel
                self._labels(layer, y, sheet.width, labels)
                scale = Scale(labels + 6, sheet.width - labels - 6 - _VALUES)
                self._panel(layer, scale, y, place, mark)
            return
        labels = 0.22 * sheet.width
        self._labels(layer, top, sheet.width, labels)
        stretch = (sheet.width - labels) / len(self.marks)
        for place, mark in enumerate(self.marks):
            scale = Scale(labels + place * stretch + _GAP, stretch - _GAP - _VALUES)
            self._panel(layer, scale, top, place, mark)

    def _labels(self, layer: Axes, top: float, width: float, labels: float) -> None:
        """Write the groups' names and counts, with a rule between the groups."""
        for index, row in enumerate(self.rows):
            y = top + _HEAD + _ROW * index
            rule(layer, (0, width), (y, y), colour=GRID, width=0.7)
            name = fitted(row.label, labels - 4, is_bold=True)
            write(layer, 0, y + 12, name, is_bold=True)
            words = sample_words(row.results)
            if row.remark:
                words = f"{count(row.results.decided, 'game')}: {row.remark}"
            if text_width(words, SMALL_SIZE) > labels - 4:
                short = f"{count(row.results.decided, 'game')}: {row.remark or 'too few'}"
                words = fitted(short, labels - 4, SMALL_SIZE)
            colour = INK if row.remark else MUTED
            write(layer, 0, y + 26, words, colour=colour, size=SMALL_SIZE)

    def _panel(self, layer: Axes, scale: Scale, top: float, place: int, mark: Mark) -> None:
        """Draw the shares of one outcome."""
        bottom = top + _HEAD + _ROW * len(self.rows)
        scale.grid(layer, top + _HEAD - 6, bottom)
        scale.labels(layer, bottom)
        mark.point(layer, scale.left + 4, top + 10)
        write(layer, scale.left + 15, top + 10, mark.name, is_bold=True)
        whole = self.reference.shares(self.confidence)[place].value
        if whole is not None and not self.reference.results.is_small:
            x = scale.at(whole)
            rule(layer, (x, x), (top + _HEAD - 8, bottom), colour=INK, width=1.2, dashes=":")
            align = "left" if whole < 0.3 else "right" if whole > 0.7 else "center"
            words = f"{self.reference.label} {percent(whole)}"
            write(layer, x, top + _HEAD - 16, words, size=SMALL_SIZE, align=align)
        for index, row in enumerate(self.rows):
            y = top + _HEAD + _ROW * index + _ROW / 2
            share = row.shares(self.confidence)[place]
            scale.interval(layer, y, share, mark, is_small=row.results.is_small)
            if share.value is None:
                continue
            right = scale.left + scale.width + _VALUES
            words = f"{share.count} of {share.n}" if row.results.is_small else percent(share.value)
            write(layer, right, y, words, size=SMALL_SIZE, align="right")


@dataclass(frozen=True, slots=True)
class SharePlot:
    """One group's three shares, a row each, with their numbers written out.

    ``clustered`` are the same shares with other intervals, drawn as thin lines below.
    """

    results: Results
    marks: Marks
    clustered: Score | None = None

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return _BANNER * self.results.is_small + self._row(width) * len(self.marks) + _FOOT

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        top = 0.0
        if self.results.is_small:
            words = f"{TOO_FEW.capitalize()} ({count(self.results.decided, 'game')})"
            banner(layer, 0, 12, words)
            top = _BANNER
        row_height = self._row(sheet.width)
        is_narrow = sheet.is_narrow
        labels, values = (0.0, 0.0) if is_narrow else (0.2 * sheet.width, 0.2 * sheet.width)
        scale = Scale(labels + 14, sheet.width - labels - values - 32)
        bottom = top + row_height * len(self.marks)
        scale.labels(layer, bottom)
        for place, mark in enumerate(self.marks):
            share = _shares(self.results.score)[place]
            y = top + place * row_height
            middle = y + (row_height - 14 if is_narrow else row_height / 2)
            line = y + 12 if is_narrow else middle
            scale.grid(layer, middle - (10 if is_narrow else row_height / 2), y + row_height)
            scale.interval(layer, middle, share, mark, is_small=self.results.is_small)
            if self.clustered is not None:
                _thin_line(layer, scale, middle + 12, _shares(self.clustered)[place], mark)
            write(layer, 0, line, mark.name, size=SIZE + 1, is_bold=True)
            if share.value is not None:
                value, bounds = short_bounds((share.value, share.low, share.high)).split(" ", 1)
                words = f"{value}\N{NO-BREAK SPACE}% {bounds}"
                total = f"{share.count:,} of {share.n:,}"
                right = sheet.width
                if self.results.is_small:
                    write(layer, right, line, total, align="right", size=11)
                elif is_narrow:
                    write(layer, right, line, f"{words} · {total}", align="right", size=11)
                else:
                    write(layer, right, line - 8, words, align="right", is_bold=True)
                    write(layer, right, line + 8, total, align="right", size=11, colour=MUTED)

    def _row(self, width: int) -> int:
        return 52 if _is_stacked(width) else 48


def _shares(score: Score) -> tuple[Share, Share, Share]:
    return score.first, score.draw, score.second


def _thin_line(layer: Axes, scale: Scale, y: float, share: Share, mark: Mark) -> None:
    low, high = scale.at(share.low), scale.at(share.high)
    rule(layer, (low, high), (y, y), colour=mark.colour, width=0.9)
    for x in (low, high):
        rule(layer, (x, x), (y - 3, y + 3), colour=mark.colour, width=0.9)


def _is_stacked(width: int) -> bool:
    """Tell whether panels do not fit side by side."""
    return width < 600
