"""First moves between players of equal strength, as the report on balance has them."""

from __future__ import annotations

from dataclasses import dataclass

from mentis_records.core.number_table import Cell
from mentis_records.report.section.evenness import (
    adjusted_cells,
    as_they_stand,
    between_equals,
    is_seen,
    joint_words,
    outcome_words,
    raw_cells,
)
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.rating.league import League
from mentis_records.statistics.tree import Branch

_CAUTION = (
    "Players choose their openings: what strong players like to play scores well. The share "
    "between equals takes that out, as far as the ratings know."
)


@dataclass(frozen=True, slots=True)
class Evenness:
    """The first moves from one start, as groups of games of a league."""

    league: League
    grouping: BalanceGrouping

    @property
    def is_adjusted(self) -> bool:
        """Tell whether the players' strength is known of some group."""
        return any(group.adjusted is not None for group in self.grouping.groups)

    @property
    def words(self) -> tuple[str, ...]:
        """Return with which first moves an advantage is seen; nothing of fewer than two."""
        groups = self.grouping.groups
        if len(groups) < 2:
            return ()
        found = outcome_words(self.league.movers, groups, "first moves with enough games")
        return (found, _CAUTION) if self.is_adjusted else (found,)

    @property
    def method(self) -> str:
        """Return how shares are estimated, as the results stand and between equals."""
        raw = f" Points: {self.league.movers[0]}'s share of them, {LEAD_METHOD}."
        if not self.is_adjusted:
            return f"{raw} {joint_words(self.grouping)}"
        return (
            f"{raw} Between equals: the same by Davidson's model, in which all players' strengths "
            "are estimated, as in the report on balance. "
            f"{joint_words(self.grouping)}"
        )

    def group(self, branch: Branch) -> BalanceGroup | None:
        """Return the games with a first move, if they are enough."""
        names = {branch.notation, *branch.also}
        return next((group for group in self.grouping.groups if group.label in names), None)

    def is_uneven(self, branch: Branch) -> bool:
        """Tell whether an advantage is seen with a first move."""
        group = self.group(branch)
        return group is not None and is_seen(group, self.is_adjusted)

    def cells(self, branch: Branch) -> tuple[Cell, ...]:
        """Return the numbers of a first move as the results stand, and between equals."""
        group = self.group(branch)
        return (*raw_cells(group), *adjusted_cells(self.league, self.grouping, group))

    def display(self, branch: Branch) -> tuple[str, ...]:
        """Return the same in words."""
        group = self.group(branch)
        return (*as_they_stand(group), *between_equals(self.league, self.grouping, group))
