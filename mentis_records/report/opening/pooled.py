"""The openings of games that each have a start of their own: over all starts, without a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.core.capability import about_families
from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.opening.family import Families
from mentis_records.report.opening.line_figure import start_slug
from mentis_records.report.section.study import Study
from mentis_records.report.words.wording import OPENING_CAUTION, capital, count
from mentis_records.statistics.balance import OpeningBalance

_ALL = "All games"


@dataclass(frozen=True, slots=True)
class Pooled:
    """What was played in games of one set of rules, whatever their starts.

    ``value`` names the rules, by the values of ``options``, or says that these are all games.
    """

    game: AnyGame
    options: Mapping[str, str]
    families: Families
    value: str

    @property
    def decided(self) -> int:
        """Return how many games have a result."""
        return self.families.games

    @property
    def slug(self) -> str:
        """Return the name of the section for files and links."""
        return start_slug(self.options)

    @property
    def name(self) -> str:
        """Return what the section is called."""
        return self.value

    @property
    def title(self) -> str:
        """Return what was found, in a few words."""
        if self.families.are_comparable:
            return self.families.title
        return "too few games to compare openings"

    @property
    def played(self) -> str:
        """Return why there is no tree."""
        return (
            "Hardly two games begin alike, so openings are compared over all start positions, "
            "and there is no tree."
        )

    def exhibits(self, study: Study) -> tuple[Exhibit, Exhibit]:
        """Return the figures of the openings, the small one first."""
        name = f" ({self.value})" if self.options else ""
        told = [f"{tag} {value}" for tag, value in self.options.items()]
        told += [study.played.words] if study.played.words else []
        words = f"games with {', '.join(told)}" if told else ""
        return self.families.exhibits(study.collection, self.slug, name, words)

    def section(self, study: Study, figures: Sequence[Exhibit], *, is_told: bool) -> Section:
        """Return the section with these figures; ``is_told`` what was found."""
        del study
        paragraphs = (
            f"{count(self.decided, 'game')} with a result. {self.played}",
            *((self.families.found, self.families.played) if figures and not is_told else ()),
            " ".join(filter(None, (OPENING_CAUTION, about_families(self.game)))) if figures else "",
        )
        return Section(
            self.slug, capital(self.value), tuple(filter(None, paragraphs)), tuple(figures)
        )


def pooled_openings(game: AnyGame, balance: OpeningBalance) -> list[Pooled]:
    """Return the openings of each set of rules by which games are divided, most games first."""
    settings = balance.settings
    found = [
        Pooled(
            game,
            {setting.tag: value for setting, value in zip(settings, values, strict=False)},
            Families(balance.league, grouping),
            ", ".join(
                setting.name_of(value) for setting, value in zip(settings, values, strict=False)
            )
            or _ALL,
        )
        for values, grouping in balance.groupings.items()
        if grouping.groups
    ]
    return sorted(found, key=lambda each: -each.decided)
