"""Groups of games compared with all the others: which differ by more than chance explains.

Each group with enough games is compared with the rest by Fisher's exact test, two-sided, of the
first side's wins against all other results (R. A. Fisher, Statistical Methods for Research
Workers, 5th edition, 1934, section 21.02). The p-values are corrected for the number of groups
(``correction``). Games are treated as independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.correction import LEVEL, bonferroni
from mentis_records.statistics.result import Results

_ROUNDING = 1e-9
"""By how much weights of tables that are equally likely may differ."""


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
    """Return the p-value: the probability of all tables that are no likelier than this one.

    Their weights are followed from the likeliest table outwards, each from the one before it.
    """
    size, others = group.decided, rest.decided
    wins = group.first + rest.first
    least, most = max(0, wins - others), min(wins, size)
    likeliest = min(max((wins + 1) * (size + 1) // (size + others + 2), least), most)
    weights = {likeliest: 1.0}
    for won in range(likeliest, most):
        weight = weights[won] * (size - won) * (wins - won)
        weights[won + 1] = weight / ((won + 1) * (others - wins + won + 1))
        if not weights[won + 1]:
            break
    for won in range(likeliest, least, -1):
        weight = weights[won] * won * (others - wins + won)
        weights[won - 1] = weight / ((size - won + 1) * (wins - won + 1))
        if not weights[won - 1]:
            break
    bound = weights.get(group.first, 0.0) * (1 + _ROUNDING)
    return min(fsum(each for each in weights.values() if each <= bound) / fsum(weights.values()), 1)
