"""A study: the data that a report is made from, and the words of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.progress import Progress
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_mark import Marks, outcome_marks
from mentis_records.report.section.survey import Collection
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class Study:
    """A game's records in a selection, of which there are some.

    ``progress`` is told the work done.
    """

    database: Database
    game: AnyGame
    selection: Selection
    collection: Collection
    progress: Progress | None = None

    @property
    def played(self) -> Selection:
        """Return the selected games that enter statistics."""
        return self.selection.played

    @property
    def description(self) -> GameDescription:
        """Return the game's facts."""
        return self.game.description

    @property
    def marks(self) -> Marks:
        """Return how results are marked."""
        return outcome_marks(self.collection.palette, self.collection.sides)


@dataclass(frozen=True, slots=True)
class Body:
    """What a report says of its own: what it is about, its sections, and facts for the top."""

    lede: str
    sections: Sequence[Section]
    facts: Sequence[tuple[str, str]] = ()
