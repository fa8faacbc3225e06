"""A figure of few games, with a line above it that says so."""

from __future__ import annotations

from dataclasses import replace

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import banner
from mentis_records.report.figure.figure_style import Plot, Sheet
from mentis_records.report.words.wording import TOO_FEW, count

_BANNER = 28


@dataclass(frozen=True, slots=True)
class CautiousPlot:
    """A plot with its warning."""

    plot: Plot
    games: int

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return _BANNER + self.plot.height(width)

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        banner(sheet.layer(), 0, 11, f"{TOO_FEW.capitalize()} ({count(self.games, 'game')})")
        below = replace(sheet, height=sheet.height - _BANNER, top=sheet.top + _BANNER)
        self.plot.paint(below)


def cautious(plot: Plot, games: int) -> Plot:
    """Return a plot with a warning if its games are too few to tell."""
    return CautiousPlot(plot, games) if games < MIN_SAMPLE else plot
