"""An exhibit: a figure with its words, its numbers and its files; knows no game and no page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date

from mentis_records.core.number_table import NumberTable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_style import (
    NARROW,
    WIDE,
    Palette,
    Plot,
    render_file,
    render_inline,
)
from mentis_records.report.format import FigureFormat


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a report's numbers come from.

    ``games`` counts all games of the kind in the database, ``selection`` says which of them
    the report is about, ``made`` is the day on which it was made. ``fingerprint`` tells whether
    a database still has the same games (``store.count.fingerprint``); ``where`` and ``queries`` are
    the texts by which the games were selected, as the user wrote them, and ``saved`` the saved
    queries that they name. ``with_unplayed`` and ``with_unrated`` say that games without a ply, or
    with the tag Unrated, are counted as others are. ``openings`` is the file of the user's names
    of openings with the SHA-256 of its bytes, if there was one.
    """

    program: str
    made: date
    game: str
    rules_version: str
    database: str
    games: int
    selection: str
    fingerprint: str = ""
    where: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    saved: Mapping[str, str] = field(default_factory=dict)
    with_unplayed: bool = False
    with_unrated: bool = False
    openings: tuple[str, str] | None = None

    @property
    def source(self) -> str:
        """Return the sentence that says from what and by what a figure was made."""
        database = self.database
        if self.fingerprint:
            database += f" (fingerprint {self.fingerprint})"
        return f"Source: {database}, {self.program}."

    @property
    def facts(self) -> dict[str, object]:
        """Return all of it as JSON has it."""
        file, sha256 = self.openings or ("", "")
        return {
            "where": self.where,
            "query": self.queries,
            "saved": dict(self.saved),
            "with_unplayed": self.with_unplayed,
            "with_unrated": self.with_unrated,
            "openings": {"file": file, "sha256": sha256} if sha256 else None,
            "game": self.game,
            "rules_version": self.rules_version,
            "database": self.database,
            "database_games": self.games,
            "fingerprint": self.fingerprint,
            "program": self.program,
            "made": self.made.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A figure and all that is said about it.

    ``n`` is the number of games behind it and ``n_words`` says what they are. ``alternative``
    is read to those who do not see the figure. ``display`` has the columns and cells of the
    table that the page shows under it, all of them text. ``is_by_square`` says that it has a row
    for each square of a board: paper leaves that to the files.
    """

    slug: str
    title: str
    alternative: str
    n: int
    n_words: str
    method: str
    selection: str
    plot: Plot
    numbers: NumberTable
    display: NumberTable
    is_by_square: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what stands under the figure: how many games, which, by what method."""
        return (self.sample, f"Selection: {self.selection}.", f"Method: {self.method}")

    @property
    def sample(self) -> str:
        """Return how many games are behind the figure, as one line."""
        return f"n = {self.n:,} {self._n_words}."

    @property
    def _n_words(self) -> str:
        """Return what the number of games counts, in the singular where there is one."""
        games, *rest = self.n_words.split("games", 1)
        return self.n_words if self.n != 1 or games or not rest else f"game{rest[0]}"

    def inline(self, palette: Palette) -> tuple[str, str]:
        """Return the figure as SVG elements for wide and for narrow pages."""
        return (
            render_inline(self.plot, WIDE, palette, f"{self.slug}-wide"),
            render_inline(self.plot, NARROW, palette, f"{self.slug}-narrow"),
        )

    def render(self, kind: FigureFormat, report: str, stem: str, provenance: Provenance) -> bytes:
        """Return the content of the figure's file of a format.

        Args:
            kind: which format.
            report: slug of the report that the figure is part of.
            stem: the file's name without its ending.
            provenance: where the numbers come from.
        """
        notes = (*self.notes, provenance.source)
        match kind:
            case "png" | "svg":
                return render_file(self.plot, kind, self.title, notes, provenance.program)
            case "csv":
                return self.numbers.format_csv().encode()
            case "json":
                facts = self._facts(report, stem, provenance)
                return self.numbers.format_json(facts).encode()

    def _facts(self, report: str, stem: str, provenance: Provenance) -> dict[str, object]:
        return {
            "report": report,
            "figure": stem,
            "title": self.title,
            "n": self.n,
            "n_of": self.n_words,
            "selection": self.selection,
            "method": self.method,
            **provenance.facts,
        }
