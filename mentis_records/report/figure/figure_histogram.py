"""A histogram of game lengths, its columns divided by result; knows no database and no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import Mark, Marks, banner, key, rule
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, SMALL_SIZE, Sheet, write
from mentis_records.report.words.wording import TOO_FEW, count
from mentis_records.statistics.result import Results

_MOST_COLUMNS = 24
_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
_BODY = 220
_FOOT = 44
_LEFT = 46
_TOP = 26


@dataclass(frozen=True, slots=True)
class Column:
    """Games of ``first`` to ``last`` plies."""

    first: int
    last: int
    results: Results


def columns_of(lengths: Mapping[int, Results]) -> list[Column]:
    """Return games by length in columns of one round width, none left out between the ends."""
    if not lengths:
        return []
    longest = max(lengths)
    widths = (width for width in _WIDTHS if longest <= width * _MOST_COLUMNS)
    width = next(widths, -(-longest // _MOST_COLUMNS))
    columns = []
    for index in range(max(-(-longest // width), 1)):
        first = index * width + 1 if index else 0
        last = (index + 1) * width
        found = [results for plies, results in lengths.items() if first <= plies <= last]
        columns.append(Column(first, last, sum(found, Results())))
    return columns


@dataclass(frozen=True, slots=True)
class HistogramPlot:
    """Columns with the median length of all games."""

    columns: Sequence[Column]
    median: float
    marks: Marks
    unfinished: Mark

    @property
    def games(self) -> int:
        """Return how many games the columns hold."""
        return sum(column.results.games for column in self.columns)

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return self._head(width) + _TOP + _BODY + _FOOT

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        y = 9.0
        if self.games < MIN_SAMPLE:
            words = f"{TOO_FEW.capitalize()} ({count(self.games, 'game')})"
            banner(layer, 0, 12, words)
            y += 26
        rows = [self._shown()]
        if sheet.is_narrow and len(rows[0]) > 3:
            rows = [rows[0][:3], rows[0][3:]]
        for row in rows:
            key(layer, 0, y, row, is_bar=True)
            y += 20
        top = self._head(sheet.width) + _TOP
        bottom = top + _BODY
        highest = max(column.results.games for column in self.columns)
        step = _tick_step(highest)
        ceiling = -(-highest // step) * step
        for tick in range(0, ceiling + 1, step):
            level = bottom - _BODY * tick / ceiling
            rule(layer, (_LEFT, sheet.width), (level, level), colour=GRID, width=1.0, level=0)
            write(
                layer, _LEFT - 6, level, f"{tick:,}", colour=MUTED, size=SMALL_SIZE, align="right"
            )
        write(layer, 0, top - 16, "Games", colour=MUTED, size=SMALL_SIZE)
        stretch = (sheet.width - _LEFT) / len(self.columns)
        for index, column in enumerate(self.columns):
            level = bottom
            for mark, number in zip(self._all_marks(), _parts(column.results), strict=True):
                height = _BODY * number / ceiling
                level -= height
                gap = min(3.0, 0.1 * stretch)
                mark.box(layer, _LEFT + index * stretch + gap, level, stretch - 2 * gap, height)
        rule(layer, (_LEFT, sheet.width), (bottom, bottom), colour=INK, width=1.2)
        self._ends(sheet, bottom, stretch)
        self._median(sheet, top, bottom)

    def _ends(self, sheet: Sheet, bottom: float, stretch: float) -> None:
        """Write lengths below the edges of the columns, as many as fit.

        Of columns of one length each, they stand below their middles.
        """
        layer = sheet.layer()
        longest = len(str(self.columns[-1].last))
        every = max(1, -(-(longest * 8 + 12) // int(max(stretch, 1))))
        is_single = self.columns[0].last <= 1
        for index in range(is_single, len(self.columns) + 1, every):
            length = self.columns[index - 1].last if index else 0
            place = (index - 0.5 * is_single) * stretch
            x = min(_LEFT + place, sheet.width - 4 * longest)
            words = "0–1" if is_single and index == 1 else str(length)
            write(layer, x, bottom + 12, words, colour=MUTED, size=SMALL_SIZE, align="center")
        middle = (_LEFT + sheet.width) / 2
        words = "Length of the game in plies"
        write(layer, middle, bottom + 32, words, colour=MUTED, size=SMALL_SIZE, align="center")

    def _median(self, sheet: Sheet, top: float, bottom: float) -> None:
        layer = sheet.layer()
        part = (max(self.median, 1.0) - 0.5) / self.columns[-1].last
        x = _LEFT + (sheet.width - _LEFT) * part
        rule(layer, (x, x), (top - 8, bottom), colour=INK, width=1.4, dashes=":")
        words = f"median {self.median:g} {'ply' if self.median == 1 else 'plies'}"
        align = "right" if part > 0.75 else "left" if part < 0.25 else "center"
        write(layer, x, top - 16, words, size=SMALL_SIZE, align=align)

    def _all_marks(self) -> tuple[Mark, ...]:
        return (*self.marks, self.unfinished)

    def _shown(self) -> list[Mark]:
        """Return the marks that occur, for the key."""
        totals = [sum(parts) for parts in zip(*map(_parts_of, self.columns), strict=True)]
        return [mark for mark, total in zip(self._all_marks(), totals, strict=True) if total]

    def _head(self, width: int) -> int:
        rows = 2 if width < 600 and len(self._shown()) > 3 else 1
        return 26 * (self.games < MIN_SAMPLE) + 20 * rows


def _parts(results: Results) -> tuple[int, int, int, int]:
    return results.first, results.draws, results.second, results.unknown


def _parts_of(column: Column) -> tuple[int, int, int, int]:
    return _parts(column.results)


def _tick_step(highest: int) -> int:
    """Return a round step that gives at most six ticks."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if highest <= 5 * step * factor:
                return step * factor
        step *= 10
