"""A study: the data that a report is made from."""

from __future__ import annotations

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
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
