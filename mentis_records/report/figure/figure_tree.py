"""An opening tree drawn as rows: moves indented by depth, their results as bars with intervals.

Knows no database and no game: it is given lines of text with results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Marks, Scale, key, results_bar, rule
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import fitted, text_width
from mentis_records.report.words.wording import count, shorten
from mentis_records.statistics.result import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW = 38
_FOOT = 28
_BAR = 15


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A move under its predecessor; ``depth`` is 0 for first moves.

    ``short_label`` is for sheets on which the label does not fit.
    """

    depth: int
    label: str
    short_label: str
    results: Results


@dataclass(frozen=True, slots=True)
class TreePlot:
    """Moves in reading order with the key of their bars; ``sides`` are the sides' names."""

    rows: Sequence[TreeRow]
    marks: Marks
    sides: tuple[str, ...]

    @property
    def is_small(self) -> bool:
        """Tell whether no move was played often enough to say anything."""
        return all(row.results.is_small for row in self.rows)

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return self._head(width) + _ROW * len(self.rows) + (4 if self.is_small else _FOOT)

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        labels = (0.42 if sheet.is_narrow else 0.27) * sheet.width
        scale = Scale(labels, sheet.width - labels - 18)
        top = self._head(sheet.width)
        bottom = top + _ROW * len(self.rows)
        if self.is_small:
            words = f"tally: {self.sides[0]} wins–draws–{self.sides[1]} wins"
            write(layer, 0, 9, words, colour=MUTED, size=SMALL_SIZE)
        else:
            self._key(layer, sheet)
            scale.labels(layer, bottom)
        for index, row in enumerate(self.rows):
            y = top + _ROW * index
            if row.depth == 0:
                rule(layer, (0, sheet.width), (y, y), colour=INK, width=0.8)
            else:
                rule(layer, (14 * row.depth, sheet.width), (y, y), colour=GRID, width=0.7)
            self._row(layer, scale, y, row)

    def _row(self, layer: Axes, scale: Scale, y: float, row: TreeRow) -> None:
        indent = 14 * row.depth
        room = scale.left - indent - 6
        is_bold = row.depth == 0
        is_short = text_width(row.label, is_bold=is_bold) > room
        label = fitted(row.short_label if is_short else row.label, room, is_bold=is_bold)
        write(layer, indent, y + 13, label, is_bold=is_bold)
        results = row.results
        games = fitted(_played(results), room, SMALL_SIZE)
        write(layer, indent, y + 27, games, colour=MUTED, size=SMALL_SIZE)
        if not results.is_small:
            scale.grid(layer, y, y + _ROW)
            results_bar(layer, scale, y + (_ROW - _BAR) / 2, _BAR, results, self.marks)
            return
        middle = y + _ROW / 2
        tally = f"{results.first}–{results.draws}–{results.second}"
        words = tally if results.decided else "no result known"
        write(layer, scale.left + 6, middle, words, colour=MUTED, size=SMALL_SIZE)

    def _key(self, layer: Axes, sheet: Sheet) -> None:
        """Write what the parts and the lines of a bar are, and how a tally reads."""
        first, second = self.sides[:2]
        lines = (
            f"line above: {first}'s share, line below: {second}'s, 95 % intervals",
            f"in the bars: games; few games as a tally: {first} wins–draws–{second} wins",
        )
        if sheet.is_narrow:
            key(layer, 0, 9, self.marks, is_bar=True)
            broken = (
                f"line above: {first}'s share, below: {second}'s,",
                "95 % intervals; in the bars: games; few",
                f"games as a tally: {first} wins–draws–{second} wins",
            )
            for index, line in enumerate(broken):
                y = 29 + 16 * index
                write(layer, 0, y, shorten(line, 60), colour=MUTED, size=SMALL_SIZE)
            return
        right = key(layer, 0, 9, self.marks, is_bar=True)
        for index, line in enumerate(lines):
            write(layer, right + 10, 9 + 16 * index, line, colour=MUTED, size=SMALL_SIZE)

    def _head(self, width: int) -> int:
        if self.is_small:
            return 24
        return 82 if width < 600 else 44


def _played(results: Results) -> str:
    """Return how many games have a result, and of how many where others have none."""
    if not results.unknown:
        return count(results.decided, "game")
    if not results.decided:
        return f"{results.unknown:,} unfinished"
    return f"{results.decided:,} of {results.games:,} games"
