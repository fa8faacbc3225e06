"""Reports written into a folder: ``mentis report`` as a function."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mentis_records.collection.record_reader import AnyPath
from mentis_records.collection.rows import Rows
from mentis_records.core.game import AnyGame
from mentis_records.report.document.report_folder import ReportFiles
from mentis_records.report.format import FORMATS
from mentis_records.report.registry import REPORTS
from mentis_records.statistics.opening import load_openings
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

ALL = "all"
"""Stands for every kind of report."""

FOLDER = "mentis-reports"
"""The folder that is meant where none is named."""


class Reports(Rows[ReportFiles]):
    """The reports that were written, each with its ``title`` and its files (``ReportFiles``)."""

    @property
    def page(self) -> Path | None:
        """Return the page to look at: the report's, the index of several, or None without HTML."""
        pages = [each.page for each in self if each.page]
        index = self[-1].index if len(self) > 1 else None
        return index or (pages[0] if pages else None)

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return all files, those of each report together, its page first."""
        return tuple(path for each in self for path in each.paths)


def read_kinds(kinds: str | Sequence[str]) -> list[str]:
    """Return the slugs of reports that are asked for, each once.

    Raises:
        ValueError: there is no such report, or none is asked for.
    """
    words = [kinds] if isinstance(kinds, str) else list(kinds)
    for word in words:
        if word not in (*REPORTS, ALL):
            raise ValueError(f"no report {word!r}: choose from {', '.join(REPORTS)}, or {ALL}")
    if not words:
        raise ValueError(f"which report? Choose from {', '.join(REPORTS)}, or {ALL}")
    return list(REPORTS) if ALL in words else list(dict.fromkeys(words))


def read_formats(names: str | Sequence[str]) -> list[str] | None:
    """Return formats, or None for all.

    Raises:
        ValueError: there is no such format.
    """
    given = [name for name in names.split(",") if name] if isinstance(names, str) else names
    formats = [name.strip().lower() for name in given]
    for name in formats:
        if name not in FORMATS:
            raise ValueError(f"no format {name!r}: choose from {', '.join(FORMATS)}")
    return formats or None


def write_selected(
    database: Database,
    game: AnyGame,
    selection: Selection,
    kinds: str | Sequence[str],
    out: AnyPath,
    openings: AnyPath | None,
    formats: str | Sequence[str],
) -> Reports:
    """Write reports on selected games of a kind."""
    slugs, chosen = read_kinds(kinds), read_formats(formats)
    names = load_openings(None if openings is None else Path(openings))
    written = [
        REPORTS[slug].build(
            database, game, Path(out), selection=selection, openings=names, formats=chosen
        )
        for slug in slugs
    ]
    return Reports(ReportFiles, written)
