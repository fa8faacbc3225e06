"""Groups of games side by side: their rows in a forest plot, their numbers, and the method.

Intervals and tests are corrected for the number of groups. Knows not what the groups are.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_forest import ForestPlot, ForestRow
from mentis_records.report.figure.figure_mark import Marks
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import (
    INDEPENDENCE_NOTE,
    count,
    results_cells,
    results_columns,
    sample_note,
    sample_words,
    share_cell,
    small_note,
)
from mentis_records.statistics.comparison import Comparison, compare_with_rest
from mentis_records.statistics.correction import LEVEL, joint_confidence
from mentis_records.statistics.correction import METHOD as CORRECTION
from mentis_records.statistics.interval import Score
from mentis_records.statistics.result import Results

_SPACE = "\N{NO-BREAK SPACE}"
_MOST_GROUPS = 16
_SHARES = 3
"""Intervals of a group."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Groups of games, each with its comparison with the rest, None where games are too few.

    ``total`` are the results of all games; ``confidence`` is that of each interval.
    """

    groups: tuple[Results, ...]
    total: Results
    comparisons: tuple[Comparison | None, ...]
    confidence: float

    @classmethod
    def of(cls, groups: Sequence[Results], total: Results) -> Compared:
        """Compare groups, each of which is a part of the total."""
        comparisons = tuple(compare_with_rest(groups, total))
        return cls(tuple(groups), total, comparisons, _joint(groups))

    @property
    def different(self) -> list[int]:
        """Return the places of the groups that differ from the rest."""
        return [at for at, each in enumerate(self.comparisons) if each and each.is_different]

    @property
    def compared(self) -> int:
        """Return how many groups are compared."""
        return sum(each is not None for each in self.comparisons)

    def score(self, at: int) -> Score:
        """Return the shares of a group with the intervals of the figure."""
        return self.groups[at].score_at(self.confidence)

    def plot(self, rows: Sequence[tuple[int, str]], marks: Marks) -> ForestPlot:
        """Return the forest plot of some groups, each with its label."""
        return ForestPlot(
            [ForestRow(label, self.groups[at], self._remark(at)) for at, label in rows],
            marks,
            ForestRow("all", self.total),
            self.confidence,
        )

    def exhibit(
        self,
        labels: Sequence[str],
        collection: Collection,
        marks: Marks,
        *,
        slug: str,
        title: str,
        about: str = "",
        column: str = "Group",
    ) -> Exhibit:
        """Return the figure of the groups, the largest where there are too many, by their labels.

        ``about`` says in sentences what the groups are, ``column`` what one is.
        """
        places = sorted(range(len(labels)), key=lambda at: -self.groups[at].games)
        shown = sorted(places[:_MOST_GROUPS])
        hidden = len(labels) - len(shown)
        cut = f" {count(hidden, 'smaller group')}: in the CSV and JSON only." if hidden else ""
        dotted = "" if self.total.is_small else " Dotted line: all games of the figure."
        first = f"{about} " if about else ""
        return Exhibit(
            slug=slug,
            title=title,
            alternative=(
                f"Forest plot of {count(len(shown), 'group')}: the shares of wins and draws, each "
                "with its interval. All numbers are in the table below."
            ),
            n=self.total.decided,
            n_words=sample_note(self.total),
            method=f"{first}{self.method(collection.sides[0])}{dotted}{cut}",
            selection=collection.provenance.selection,
            plot=self.plot([(at, labels[at]) for at in shown], marks),
            numbers=NumberTable(
                (column.lower(), *self.columns(collection.sides)),
                tuple((label, *self.cells(at)) for at, label in enumerate(labels)),
            ),
            display=NumberTable(
                self.display_columns(column, marks),
                tuple((labels[at], *self.display(at)) for at in shown),
            ),
        )

    def columns(self, sides: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that ``cells`` fills: shares at 95 %, then those of the figure."""
        first, second = (f"{side.lower()}_wins" for side in sides)
        joint = (
            f"{name}_joint_{bound}"
            for name in (first, "draws", second)
            for bound in ("low", "high")
        )
        return (*results_columns(sides), *joint, "p_value", "p_adjusted", "is_different")

    def cells(self, at: int) -> tuple[Cell, ...]:
        """Return the numbers of a group."""
        score, comparison = self.score(at), self.comparisons[at]
        joint: list[Cell] = []
        for share in (score.first, score.draw, score.second):
            joint += [share.low, share.high] if share.n else [None, None]
        tests: tuple[Cell, ...] = (None, None, None)
        if comparison is not None:
            tests = (comparison.p_value, comparison.adjusted, comparison.is_different)
        return (*results_cells(self.groups[at]), *joint, *tests)

    def display_columns(self, first: str, marks: Marks) -> tuple[str, ...]:
        """Return the columns of a page's table, as ``display`` fills them after the first."""
        return (first, "Games", *(mark.name for mark in marks), "Unfinished", "p, corrected")

    def display(self, at: int) -> tuple[str, ...]:
        """Return the cells of a group in a page's table, without its name."""
        results, score = self.groups[at], self.score(at)
        shares = tuple(
            f"{share.count:,}" if results.is_small else share_cell(share)
            for share in (score.first, score.draw, score.second)
        )
        counts = (sample_words(results), *shares, f"{results.unknown:,}")
        comparison = self.comparisons[at]
        return (*counts, "" if comparison is None else p_words(comparison.adjusted))

    def words(self, one: str, many: str, side: str) -> str:
        """Return a sentence on how many groups differ, or nothing where none is compared.

        ``one`` and ``many`` are the noun of a group, ``side`` is the name of the first side.
        """
        if not self.compared:
            return ""
        number = len(self.different)
        those = f"{count(self.compared, one, many)} with enough games"
        if self.compared == 1:
            verb = "differs" if number else "does not differ"
            return (
                f"The only {one} with enough games {verb} from the others in how often {side} wins."
            )
        if not number:
            return (
                f"In none of the {those} does {side} win more or less often than in the others "
                "by more than chance explains."
            )
        verb = "differs" if number == 1 else "differ"
        return f"Of the {those}, {number:,} {verb} from the others in how often {side} wins."

    def method(self, side: str) -> str:
        """Return what is drawn and tested, and how it is corrected."""
        enough = sum(not group.is_small for group in self.groups)
        if not enough:
            return f"Wilson score intervals, 95{_SPACE}%. {INDEPENDENCE_NOTE} {small_note()}"
        together = f"{100 * (1 - LEVEL):.0f}{_SPACE}%"
        each = f"{100 * self.confidence:.2f}{_SPACE}%"
        words = (
            f"Wilson score intervals that all hold at once with {together} (Bonferroni: "
            f"{_SHARES} shares of each of {count(enough, 'row')} with enough games, each interval "
            f"at {each}). "
        )
        if self.compared:
            words += (
                f"Differs: {side}'s wins against those in all other games of the figure, Fisher's "
                f"exact test, two-sided, p under {LEVEL}; {CORRECTION} "
                f"({count(self.compared, 'comparison')}). "
            )
        return f"{words}{INDEPENDENCE_NOTE} {small_note()}"

    def _remark(self, at: int) -> str:
        comparison = self.comparisons[at]
        if comparison is None or not comparison.is_different:
            return ""
        return f"differs, {p_words(comparison.adjusted)}"


def _joint(groups: Sequence[Results]) -> float:
    """Return the confidence of each interval of groups, of those with enough games."""
    return joint_confidence(_SHARES * sum(not group.is_small for group in groups))


def p_words(value: float) -> str:
    """Return a p-value with its sign: ``p = 0.021``, ``p < 0.001``."""
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"
