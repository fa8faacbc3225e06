"""An exhibit: a figure with its words, its numbers and its files; knows no game and no page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from mentis_records.report.figure_style import (
    NARROW,
    WIDE,
    Palette,
    Plot,
    render_file,
    render_inline,
)
from mentis_records.report.number_table import Cell, NumberTable


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a report's numbers come from.

    ``games`` counts all games of the kind in the database, ``selection`` says which of them
    the report is about, ``made`` is the day on which it was made.
    """

    program: str
    made: date
    game: str
    rules_version: str
    database: str
    games: int
    selection: str


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A figure and all that is said about it.

    ``n`` is the number of games behind it and ``n_words`` says what they are. ``alternative``
    is read to those who do not see the figure. ``display`` has the columns and cells of the
    table that the page shows under it, all of them text.
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

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what stands under the figure: how many games, which, by what method."""
        return (
            f"n = {self.n:,} {self.n_words}.",
            f"Selection: {self.selection}.",
            f"Method: {self.method}",
        )

    def inline(self, palette: Palette) -> tuple[str, str]:
        """Return the figure as SVG elements for wide and for narrow pages."""
        return (
            render_inline(self.plot, WIDE, palette, f"{self.slug}-wide"),
            render_inline(self.plot, NARROW, palette, f"{self.slug}-narrow"),
        )

    def write(self, folder: Path, stem: str, provenance: Provenance) -> Sequence[Path]:
        """Write the figure as PNG and SVG and its numbers as CSV and JSON; return the files.

        Raises:
            OSError: a file cannot be written.
        """
        source = f"Source: {provenance.database}, {provenance.program}."
        notes = (*self.notes, source)
        facts: dict[str, Cell] = {
            "figure": stem,
            "title": self.title,
            "n": self.n,
            "n_of": self.n_words,
            "selection": self.selection,
            "method": self.method,
            "game": provenance.game,
            "rules_version": provenance.rules_version,
            "database": provenance.database,
            "database_games": provenance.games,
            "program": provenance.program,
            "made": provenance.made.isoformat(),
        }
        contents = {
            "png": render_file(self.plot, "png", self.title, notes),
            "svg": render_file(self.plot, "svg", self.title, notes),
            "csv": self.numbers.format_csv().encode(),
            "json": self.numbers.format_json(facts).encode(),
        }
        files = []
        for ending, content in contents.items():
            file = folder / f"{stem}.{ending}"
            file.write_bytes(content)
            files.append(file)
        return files
