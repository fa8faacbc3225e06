"""The registry of reports; importing it loads no report, no database and no drawing library.

To add a report: one folder here whose module ``report`` has a function ``compose`` that makes a
``section.body.Body`` of a ``Study``, and one row in ``REPORTS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.selection import EVERY_GAME, Selection

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from mentis_records.core.game import AnyGame
    from mentis_records.core.progress import Progress
    from mentis_records.report.document.page import Report
    from mentis_records.report.document.report_folder import ReportFiles
    from mentis_records.report.section.body import Body
    from mentis_records.report.section.study import Study
    from mentis_records.statistics.opening import Openings
    from mentis_records.store.database import Database


class Compose(Protocol):
    """What a report's module provides: what it says of games, of which there are some."""

    def __call__(self, study: Study) -> Body:
        """Return the report's own words and figures.

        Raises:
            StoreError: the database cannot be read.
        """


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of report, made by the module ``report`` of the folder of its slug.

    ``heading`` is the title of such a report, in which a game's stands for ``{game}``. One that
    ``counts_unplayed`` games is on those without a ply, too, whatever the selection says.
    """

    slug: str
    title: str
    heading: str
    description: str
    counts_unplayed: bool = False

    def make(
        self,
        database: Database,
        game: AnyGame,
        progress: Progress | None = None,
        *,
        made: date | None = None,
        selection: Selection = EVERY_GAME,
        openings: Openings | None = None,
    ) -> Report:
        """Return the report as a value; queries of the selection are asked once.

        Without names of openings they are the bundled ones and those that the user has set.

        Raises:
            StoreError: the database cannot be read, or lacks positions in its index that a query
                needs.
            OpeningError: a file of names of openings cannot be read.
        """
        from mentis_records.report.section.study import Study
        from mentis_records.report.section.survey import survey
        from mentis_records.store.record import settle

        if self.counts_unplayed:
            selection = replace(selection, with_unplayed=True)
        selection = settle(database, selection)
        collection = survey(database, game, selection, made=made, openings=openings)
        body = None
        if not collection.is_empty:
            module = import_module(f"mentis_records.report.{self.slug}.report")
            compose = cast("Compose", module.compose)
            body = compose(Study(database, game, selection, collection, progress))
        heading = self.heading.format(game=game.description.title)
        return collection.report(self.slug, heading, body)

    def build(
        self,
        database: Database,
        game: AnyGame,
        out: Path,
        progress: Progress | None = None,
        *,
        made: date | None = None,
        selection: Selection = EVERY_GAME,
        openings: Openings | None = None,
        formats: Sequence[str] | None = None,
    ) -> ReportFiles:
        """Write the report, and the folder's index anew, into a folder, made if there is none.

        Several reports may share a folder: every file's name begins with the report's slug.
        ``made`` is the day that the page states, by default today; the report is on the games
        of ``selection``. ``progress`` is told the work done and all of it. ``openings`` are names
        of openings, by default those of ``load_openings``. ``formats`` are some of
        ``format.FORMATS``, by default all.

        Raises:
            StoreError: the database cannot be read, or lacks positions in its index that a query
                needs.
            OpeningError: a file of names of openings cannot be read.
            FileExistsError: a file of such a name is there that no earlier run wrote.
            OSError: a file cannot be written.
        """
        from mentis_records.report.document.report_folder import write_report
        from mentis_records.report.format import FORMATS

        report = self.make(
            database, game, progress, made=made, selection=selection, openings=openings
        )
        return write_report(report, out, progress, FORMATS if formats is None else formats)


_KINDS = (
    ReportKind(
        "opening",
        "Openings",
        "Openings in {game}",
        "First moves, how they are continued, and how they score",
    ),
    ReportKind(
        "winrate",
        "Win rates",
        "Win rates in {game}",
        "How often each side wins: over all games, by variant, period and length",
    ),
    ReportKind(
        "player",
        "Players",
        "Players of {game}",
        "How strong the players are: ratings with errors, scores by side, strength through time",
    ),
    ReportKind(
        "balance",
        "Balance",
        "Balance of {game}",
        "Whether moving first is an advantage, and how many games it takes to see one",
    ),
    ReportKind(
        "collection",
        "The collection",
        "A collection of {game} games",
        "What it holds, how games develop and end, and what becomes of the pieces",
    ),
    ReportKind(
        "event",
        "The event",
        "An event of {game}",
        "Standings with tie-breaks, crosstable, rounds and sides of one event",
        counts_unplayed=True,
    ),
)

REPORTS: dict[str, ReportKind] = {kind.slug: kind for kind in _KINDS}
"""All kinds of reports by slug."""


def find_report(slug: str) -> ReportKind:
    """Return the kind of report with this slug.

    Raises:
        KeyError: there is none.
    """
    return REPORTS[slug]
