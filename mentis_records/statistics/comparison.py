"""Groups of games compared with all the others: which differ by more than chance explains.

Each group with enough games is compared with the rest by Fisher's exact test, two-sided, of the
first side's wins against all other results (R. A. Fisher, Statistical Methods for Research
Workers, 5th edition, 1934, section 21.02). The p-values are corrected for the number of groups
(``correction``). Games are treated as independent.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.late_dataclass import dataclass
from mentis_records.statistics.correction import LEVEL, bonferroni
from mentis_records.statistics.result import Results


@dataclass(frozen=True, slots=True)
class Comparison:
    """A group against the rest: the p-value, and the one corrected for the number of groups."""

    p_value: float
    adjusted: float

    @property
    def is_different(self) -> bool:
        """Tell whether the group differs from the rest at the accepted level."""
        return self.adjusted < LEVEL


def compare_with_rest(groups: Sequence[Results], total: Results) -> list[Comparison | None]:
    """Return how each group compares with the rest of all games.

    A group with fewer games with a result than the least sample is not compared (None), nor is
    one whose rest has too few.

    Args:
        groups: each is a part of the total; they need not make it up.
        total: all games.

    Raises:
        ValueError: a group has more results of a kind than the total.
    """
    found: list[float | None] = []
    for group in groups:
        rest = Results(
            total.first - group.first,
            total.draws - group.draws,
            total.second - group.second,
            total.unknown - group.unknown,
        )
        if min(rest.first, rest.draws, rest.second) < 0:
            raise ValueError("a group is a part of all games")
        is_small = group.is_small or rest.is_small
        found.append(None if is_small else _fisher(group, rest))
    adjusted = iter(bonferroni([value for value in found if value is not None]))
    return [None if value is None else Comparison(value, next(adjusted)) for value in found]


def _fisher(group: Results, rest: Results) -> float:
    from scipy.stats import fisher_exact

    table = [[group.first, group.decided - group.first], [rest.first, rest.decided - rest.first]]
    p_value: float = fisher_exact(table).pvalue
    return min(float(p_value), 1.0)
