"""The openings from one start, as families of first plies: which favour a side, in words."""

from __future__ import annotations

from mentis_records.core.text import percent
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.section.evenness import (
    favoured,
    none_favours,
    outcome_words,
    seen_groups,
)
from mentis_records.report.section.evenness_figure import extremes_exhibit, group_exhibit
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import capital, count, enumerated
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping
from mentis_records.statistics.rating.league import League

_MOST_PLAYED = 3


@dataclass(frozen=True, slots=True)
class Families:
    """The openings from a start, as groups of games of a league."""

    league: League
    grouping: BalanceGrouping

    @property
    def are_comparable(self) -> bool:
        """Tell whether there are openings to compare."""
        return len(self.grouping.groups) > 1

    @property
    def games(self) -> int:
        """Return how many games have a result and an opening."""
        sizes = (group.lead.results.decided for group in self.grouping.groups)
        return sum(sizes) + self.grouping.small_games

    @property
    def favouring(self) -> list[BalanceGroup]:
        """Return the openings that are seen to favour a side."""
        return seen_groups(self.league, self.grouping, self.grouping.groups)

    @property
    def title(self) -> str:
        """Return what was found, in a few words; there must be openings to compare."""
        seen = self.favouring
        if not seen:
            return none_favours(len(self.grouping.groups), "opening", "openings")
        best: dict[str, BalanceGroup] = {}
        for group in seen:
            best.setdefault(favoured(self.league, group), group)
        told = ", ".join(
            f"{group.label}{'' if at else ' seems to favour'} {side} "
            f"({count(group.lead.results.decided, 'game')})"
            for at, (side, group) in enumerate(best.items())
        )
        return f"of {count(len(self.grouping.groups), 'opening')}, {told}"

    @property
    def found(self) -> str:
        """Return which openings favour a side."""
        return outcome_words(self.league, self.grouping, "opening", "openings")

    @property
    def played(self) -> str:
        """Return what is played most, and how much of the games the openings make up."""
        grouping = self.grouping
        sizes = {group.label: group.lead.results.decided for group in grouping.groups}
        total = self.games
        most = sorted(sizes, key=lambda label: (-sizes[label], label))[:_MOST_PLAYED]
        names = [f"{label} ({percent(sizes[label] / total)})" for label in most]
        played = enumerated(names, _MOST_PLAYED)
        words = f"The most common openings in {count(total, 'game')} are {played}."
        if grouping.small:
            few, share = count(grouping.small, "rarer opening"), grouping.small_games / total
            verb = "is" if grouping.small == 1 else "are"
            words += f" {few} ({percent(share)} of the games) {verb} left out."
        return words

    def exhibits(
        self, collection: Collection, slug: str, title: str, selection: str
    ) -> tuple[Exhibit, Exhibit]:
        """Return the small figure of the extremes, and that of all openings."""
        first = self.league.movers[0]
        return (
            extremes_exhibit(
                self.league,
                self.grouping,
                collection,
                slug=f"extremes-{slug}",
                title=f"Best openings for {first} and for {self.league.movers[1]}{title}",
                noun="opening",
                selection=selection,
            ),
            group_exhibit(
                self.league,
                self.grouping,
                collection,
                slug=f"families-{slug}",
                title=f"{capital(first)}'s share of the points by opening{title}",
                noun="opening",
                many="openings",
                selection=selection,
                is_sorted=True,
            ),
        )
