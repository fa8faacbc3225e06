"""Compute the figures of written reports again, and tell which no longer agree; writes nothing.

A figure's JSON says how its games were selected; the texts go through the parsers like anybody's.
Its numbers are compared as they are written, to six decimals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress
from mentis_records.core.text import one_line
from mentis_records.query.compile import select, select_matching
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.manifest import (
    ENDING,
    Manifest,
    ManifestError,
    read_manifest,
    read_object,
)
from mentis_records.report.page import Report, file_stem
from mentis_records.report.registry import REPORTS
from mentis_records.store.database import Database
from mentis_records.store.shelf import read_shelf

MAX_TESTS = 100
"""Texts of one kind by which the games of a figure were selected."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is to be said of a figure or a file; ``is_fault`` if it must not be trusted."""

    report: str
    subject: str
    kind: str
    words: str
    is_fault: bool = True


@dataclass(frozen=True, slots=True)
class Verification:
    """How many figures were computed again, how many agree, and what was found."""

    figures: int
    agreeing: int
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Tell whether every figure and every file is as it should be."""
        return not any(finding.is_fault for finding in self.findings)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure as it was written."""

    stem: str
    facts: Mapping[str, Any]

    @property
    def texts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the tests of the record and the queries that selected the games."""
        return tuple(self.facts["where"]), tuple(self.facts["query"])


def verify_reports(
    database: Database, game: AnyGame, folder: Path, progress: Progress | None = None
) -> Verification:
    """Compute the figures of all reports in a folder again.

    Args:
        database: opened for reading.
        game: whose records the reports are on.
        folder: where they were written.
        progress: is told how far each report has come.

    Raises:
        ManifestError: there is no report in the folder, or a file is not as reports write it.
        QueryError: what selected the games of a figure cannot be read.
        StoreError: the database cannot be read, or lacks positions in its index.
        OSError: a file cannot be read.
    """
    manifests = [read_manifest(file) for file in sorted(folder.glob(f"*{ENDING}"))]
    if not manifests:
        raise ManifestError(f"{folder}: no report of mentis-records here: no *{ENDING}")
    findings: list[Finding] = []
    figures = agreeing = 0
    for manifest in manifests:
        if manifest.report not in REPORTS:
            known = ", ".join(REPORTS)
            raise ManifestError(
                f"{folder / manifest.name}: no report {manifest.report[:40]!r}; there are {known}"
            )
        findings += _check_files(folder, manifest)
        written = _read_figures(folder, manifest)
        figures += len(written)
        findings += _check_figures(database, game, manifest, written, progress)
        wrong = {found.subject for found in findings if found.kind in ("differs", "gone")}
        agreeing += sum(figure.stem not in wrong for figure in written)
    if not figures:
        raise ManifestError(
            f"{folder}: no figure has its numbers here; write the report with --format json, too"
        )
    return Verification(figures, agreeing, tuple(findings))


def _check_files(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    for name in manifest.files:
        file = folder / name
        if not file.exists():
            yield Finding(manifest.report, name, "missing", "the file is missing")
        elif not manifest.is_unchanged(folder, name):
            yield Finding(manifest.report, name, "edited", "the file has been changed by hand")


def _read_figures(folder: Path, manifest: Manifest) -> list[_Figure]:
    figures = []
    for name in manifest.files:
        file = folder / name
        if file.suffix == ".json" and file.exists():
            facts = read_object(file)
            _check_facts(file, facts, manifest.report)
            figures.append(_Figure(file.stem, facts))
    return figures


def _check_facts(file: Path, facts: Mapping[str, Any], report: str) -> None:
    """Refuse what no report has written.

    Raises:
        ManifestError: a fact that is needed is missing, or of another kind.
    """
    for name in ("report", "figure", "program", "fingerprint"):
        if not isinstance(facts.get(name), str):
            raise ManifestError(f"{file}: no figure of a report: {name} is not a text")
    if (facts["report"], facts["figure"]) != (report, file.stem):
        raise ManifestError(f"{file}: the figure of another report")
    for name in ("where", "query"):
        texts = facts.get(name)
        if not (isinstance(texts, list) and all(isinstance(text, str) for text in texts)):
            raise ManifestError(f"{file}: no figure of a report: {name} is not a list of texts")
        if len(texts) > MAX_TESTS:
            raise ManifestError(f"{file}: {name} has more than {MAX_TESTS} texts")
    rows = facts.get("rows")
    if not (isinstance(rows, list) and all(isinstance(row, dict) for row in rows)):
        raise ManifestError(f"{file}: no figure of a report: rows is not a list of objects")


def _check_figures(
    database: Database,
    game: AnyGame,
    manifest: Manifest,
    figures: Sequence[_Figure],
    progress: Progress | None,
) -> Iterator[Finding]:
    shelf = read_shelf(database)
    by_texts: dict[Any, list[_Figure]] = {}
    for figure in figures:
        by_texts.setdefault(figure.texts, []).append(figure)
    for (where, queries), group in by_texts.items():
        selection = select(where, lambda: shelf)
        for text in queries:
            selection &= select_matching(text, game, shelf)
        kind = REPORTS[manifest.report]
        report = kind.make(database, game, progress, selection=selection)
        yield from _compare(report, group, manifest)


def _compare(report: Report, figures: Sequence[_Figure], manifest: Manifest) -> Iterator[Finding]:
    now = {file_stem(report, exhibit): exhibit for exhibit in report.exhibits}
    faults = 0
    for figure in figures:
        words = _difference(figure, now.get(figure.stem))
        if words:
            faults += 1
            kind = "differs" if figure.stem in now else "gone"
            yield Finding(report.slug, figure.stem, kind, words)
    for stem in now:
        if f"{stem}.json" not in manifest.files:
            words = "the report would have this figure now, too"
            yield Finding(report.slug, stem, "new", words, False)
    origin = report.provenance
    if {figure.facts["fingerprint"] for figure in figures} != {origin.fingerprint} and not faults:
        words = "the database has other games than then, but the numbers agree"
        yield Finding(report.slug, report.slug, "fingerprint", words, False)
    for program in sorted({figure.facts["program"] for figure in figures} - {origin.program}):
        words = f"written by {one_line(program)[:80]}, computed now by {origin.program}"
        yield Finding(report.slug, report.slug, "program", words, False)


def _difference(figure: _Figure, exhibit: Exhibit | None) -> str:
    """Return what differs first between a figure and what it would be now, or nothing."""
    if exhibit is None:
        return "the report has no such figure any more"
    then, now = figure.facts["rows"], exhibit.numbers.objects()
    if len(then) != len(now):
        return f"{len(then):,} rows written, {len(now):,} now"
    cells = [
        (number, column, before.get(column), after.get(column))
        for number, (before, after) in enumerate(zip(then, now, strict=True), 1)
        for column in dict.fromkeys([*after, *before])
        if column not in before or column not in after or not _is_same(before, after, column)
    ]
    if figure.facts.get("n") != exhibit.n:
        cells.insert(0, (0, "n", figure.facts.get("n"), exhibit.n))
    if not cells:
        return ""
    number, column, before, after = cells[0]
    place = f"row {number}, {one_line(column)[:40]}" if number else column
    more = f" (and {len(cells) - 1:,} more numbers)" if len(cells) > 1 else ""
    return f"{place}: {_shown(before)} written, {_shown(after)} now{more}"


def _is_same(before: Mapping[str, Any], after: Mapping[str, Any], column: str) -> bool:
    """Tell whether two rows have one value; true and 1 are two."""
    one, other = before[column], after[column]
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _shown(value: object) -> str:
    return one_line(str(value))[:40]
