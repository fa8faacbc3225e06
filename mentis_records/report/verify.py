"""Compute the figures of written reports again, and tell which no longer agree; writes nothing.

A figure's JSON says how its games were selected; the texts go through the parsers like anybody's.
A saved query means what it said then. Numbers are compared as they are written, to six decimals;
those that games have in the database are not, as they depend on the order in which it was filled.
The report has a file of facts of its own, which is checked like a figure and not counted as one,
and so is its title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress
from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.answer.match import find_replayed_games
from mentis_records.query.error import QueryError
from mentis_records.query.plan.compile import select, select_matching
from mentis_records.query.plan.question import Question
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.manifest import (
    ENDING,
    INDEX,
    Manifest,
    ManifestError,
    is_within,
    read_manifest,
)
from mentis_records.report.document.page import Report, file_stem
from mentis_records.report.document.written import Texts, Written, read_written
from mentis_records.report.opening.line_figure import BEST_GAMES
from mentis_records.report.registry import REPORTS
from mentis_records.report.words.wording import count
from mentis_records.statistics.opening import Openings, load_openings
from mentis_records.store.database import Database
from mentis_records.store.position.index_extent import check_index
from mentis_records.store.saved_query import read_shelf
from mentis_records.store.selection import Selection

_WRONG = ("broken", "differs", "gone", "unreadable")
"""Kinds of findings that say a figure does not agree."""


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


def verify_reports(
    database: Database,
    game: AnyGame,
    folder: Path,
    progress: Progress | None = None,
    *,
    openings: Openings | None = None,
) -> Verification:
    """Compute the figures of all reports in a folder again.

    Args:
        database: opened for reading.
        game: whose records the reports are on.
        folder: where they were written.
        progress: is told how far each report has come.
        openings: names of openings, by default those of ``load_openings``.

    Raises:
        ManifestError: there is no report in the folder, or none with numbers.
        OpeningError: a file of names of openings cannot be read.
        StoreError: the database cannot be read, or lacks positions in its index.
        OSError: a file cannot be read.
    """
    manifests, findings = _read_manifests(folder)
    names = load_openings() if openings is None else openings
    figures = agreeing = 0
    has_numbers = False
    for manifest in manifests:
        findings += _check_files(folder, manifest)
        if manifest.report == INDEX:
            continue
        written, broken = read_written(folder, manifest)
        has_numbers |= bool(written or broken)
        found = [
            Finding(manifest.report, each.stem, "broken", one_line(each.words)) for each in broken
        ]
        found += _Checker(database, game, manifest, names).check(written, progress)
        wrong = {each.subject for each in found if each.kind in _WRONG}
        drawn = [each.stem for each in written if each.is_figure]
        drawn += [each.stem for each in broken if each.is_figure]
        figures += len(drawn)
        agreeing += sum(stem not in wrong for stem in drawn)
        findings += found
    if not has_numbers:
        raise ManifestError(
            f"{folder}: no numbers to compare here; write the report with --format json as well"
        )
    return Verification(figures, agreeing, tuple(findings))


def _read_manifests(folder: Path) -> tuple[list[Manifest], list[Finding]]:
    """Return the manifests in a folder, and what is to be said of those that are broken.

    Raises:
        ManifestError: there is none, or none that is sound.
        OSError: one cannot be read.
    """
    manifests: list[Manifest] = []
    findings: list[Finding] = []
    errors: list[ManifestError] = []
    for file in sorted(folder.glob(f"*{ENDING}")):
        try:
            manifest = read_manifest(file)
            if manifest.report not in (INDEX, *REPORTS):
                known = ", ".join(REPORTS)
                raise ManifestError(
                    f"{file}: no report {manifest.report[:40]!r}; there are {known}"
                )
        except ManifestError as error:
            errors.append(error)
            words = one_line(str(error).removeprefix(f"{file}: "))
            findings.append(Finding(file.stem, file.name, "broken", words))
        else:
            manifests.append(manifest)
    if not any(manifest.report != INDEX for manifest in manifests):
        raise (
            errors[0]
            if errors
            else ManifestError(f"{folder}: no report of mentis-records here: no *{ENDING}")
        )
    return manifests, findings


def _check_files(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    if manifest.earlier:
        words = "it was interrupted while being written: write it again"
        yield Finding(manifest.report, manifest.name, "unfinished", words)
    for name in manifest.files:
        file = folder / name
        if not (is_within(folder, name) and file.exists()):
            yield Finding(manifest.report, name, "missing", "the file is missing")
        elif not manifest.is_unchanged(folder, name):
            yield Finding(manifest.report, name, "edited", "the file has been changed by hand")


class _Checker:
    """Compares what one report wrote with what it would be now."""

    def __init__(
        self, database: Database, game: AnyGame, manifest: Manifest, openings: Openings
    ) -> None:
        self._database, self._game = database, game
        self._manifest, self._openings = manifest, openings
        self._shelf = read_shelf(database)

    def check(self, written: Sequence[Written], progress: Progress | None) -> Iterator[Finding]:
        """Yield what is to be said; the report is made once for each selection."""
        by_texts: dict[Texts, list[Written]] = {}
        for each in written:
            by_texts.setdefault(each.texts, []).append(each)
        slug = self._manifest.report
        for texts, group in by_texts.items():
            try:
                selection = self._select(*texts)
            except QueryError as error:
                words = f"cannot be recomputed: {one_line(error.message)}"
                for each in group:
                    yield Finding(slug, each.stem, "unreadable", words)
                continue
            report = REPORTS[slug].make(
                self._database, self._game, progress, selection=selection, openings=self._openings
            )
            yield from self._compare(report, group)
            for name, text in texts[2]:
                if self._shelf.get(name) != text:
                    now = "has been changed since" if name in self._shelf else "is gone"
                    words = f"the saved query {one_line(name)} {now}; its earlier text is used"
                    yield Finding(slug, slug, "saved", words, False)

    def _select(
        self,
        where: tuple[str, ...],
        queries: tuple[str, ...],
        saved: tuple[tuple[str, str], ...],
        counted: tuple[bool, bool],
    ) -> Selection:
        """Return the games that were selected.

        Raises:
            QueryError: a text is not a test of the record, or no query.
            StoreError: a query is asked, and games are not in the positions index.
        """

        def indexed() -> dict[str, str]:
            check_index(self._database)
            return self._shelf | dict(saved)

        def replay(question: Question) -> list[int]:
            return find_replayed_games(self._database, question)

        selection = select(
            where, indexed, lambda: self._game, replay, lambda: self._game.description.slug
        )
        for text in queries:
            selection &= select_matching(text, self._game, indexed(), replay)
        unplayed, unrated = counted
        return replace(selection, with_unplayed=unplayed, with_unrated=unrated)

    def _compare(self, report: Report, written: Sequence[Written]) -> Iterator[Finding]:
        now = {file_stem(report, exhibit): exhibit for exhibit in report.exhibits}
        faults = 0
        for each in written:
            if each.is_figure:
                words = _difference(each, now.get(each.stem))
            else:
                then = {**each.facts["facts"], "title": each.facts.get("title")}
                words = _other_facts(then, {**dict(report.facts), "title": report.title})
            if words:
                faults += 1
                if each.sha256 != self._openings.sha256:
                    words += f"; {_other_names(each)}"
                is_gone = each.is_figure and each.stem not in now
                yield Finding(report.slug, each.stem, "gone" if is_gone else "differs", words)
        if any(each.is_figure for each in written):
            numbers = [Path(name) for name in self._manifest.files if name.endswith(".json")]
            for stem in now:
                if stem not in {file.stem for file in numbers}:
                    words = "the report would now have this figure as well"
                    yield Finding(report.slug, stem, "new", words, False)
        origin = report.provenance
        if {each.facts["fingerprint"] for each in written} != {origin.fingerprint} and not faults:
            words = "the database has different games now, but the numbers agree"
            yield Finding(report.slug, report.slug, "fingerprint", words, False)
        for program in sorted({each.facts["program"] for each in written} - {origin.program}):
            words = f"written by {one_line(program)[:80]}, computed now by {origin.program}"
            yield Finding(report.slug, report.slug, "program", words, False)


def _other_facts(then: Mapping[str, object], now: Mapping[str, object]) -> str:
    """Return the first fact of the report that is another now, or nothing."""
    names = [each for each in dict.fromkeys([*now, *then]) if then.get(each) != now.get(each)]
    if not names:
        return ""
    before, after = (_shown(facts.get(names[0], "nothing")) for facts in (then, now))
    more = f" (and {count(len(names) - 1, 'more fact')})" if len(names) > 1 else ""
    return f"{one_line(names[0])[:40]}: {before} written, {after} now{more}"


def _other_names(written: Written) -> str:
    """Return by which names of openings a figure was made, where they are others now."""
    if not written.sha256:
        return "it was made without --openings"
    file = one_line(str(written.facts["openings"].get("file", "")))[:80]
    return f"it was made with --openings {file}, SHA-256 {one_line(written.sha256)[:64]}"


def _difference(figure: Written, exhibit: Exhibit | None) -> str:
    """Return what differs first between a figure and what it would be now, or nothing."""
    if exhibit is None:
        return "the report no longer has this figure"
    then, now = figure.facts["rows"], exhibit.numbers.objects()
    if len(then) != len(now):
        return f"{len(then):,} rows written, {len(now):,} now"
    cells = [
        (number, column, before.get(column), after.get(column))
        for number, (before, after) in enumerate(zip(then, now, strict=True), 1)
        for column in dict.fromkeys([*after, *before])
        if column != BEST_GAMES
        if column not in before or column not in after or not _is_same(before, after, column)
    ]
    if figure.facts.get("n") != exhibit.n:
        cells.insert(0, (0, "n", figure.facts.get("n"), exhibit.n))
    if not cells:
        return ""
    number, column, before, after = cells[0]
    place = f"row {number}, {one_line(column)[:40]}" if number else column
    left = len(cells) - 1
    more = f" (and {count(left, 'more number')})" if left else ""
    return f"{place}: {_shown(before)} written, {_shown(after)} now{more}"


def _is_same(before: Mapping[str, Any], after: Mapping[str, Any], column: str) -> bool:
    """Tell whether two rows have one value; true and 1 are two."""
    one, other = before[column], after[column]
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _shown(value: object) -> str:
    return one_line(str(value))[:40]
