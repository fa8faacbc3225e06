"""The JSON of written reports, read with distrust: their figures and facts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.manifest import Manifest, ManifestError, is_within, read_object

MAX_TESTS = 100
"""Texts of one kind by which the games of a figure were selected."""

Texts = tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...], tuple[bool, bool]]
"""Tests of the record, queries, saved queries; whether unplayed and unrated games were counted."""

_WITH = ("with_unplayed", "with_unrated")


@dataclass(frozen=True, slots=True)
class Written:
    """A figure as it was written, or the facts of the report itself."""

    stem: str
    facts: Mapping[str, Any]
    is_figure: bool

    @property
    def texts(self) -> Texts:
        """Return what selected the games."""
        saved = tuple(sorted(self.facts.get("saved", {}).items()))
        unplayed, unrated = (self.facts.get(name, False) for name in _WITH)
        return tuple(self.facts["where"]), tuple(self.facts["query"]), saved, (unplayed, unrated)

    @property
    def sha256(self) -> str:
        """Return the hash of the user's names of openings, or nothing."""
        return str((self.facts.get("openings") or {}).get("sha256", ""))


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is not as reports write it, and why."""

    stem: str
    words: str
    is_figure: bool


def read_written(folder: Path, manifest: Manifest) -> tuple[list[Written], list[Broken]]:
    """Return what a report wrote as JSON, as far as the files are there, and what is broken of it.

    Raises:
        OSError: a file cannot be read.
    """
    found, broken = [], []
    for name in manifest.files:
        file = folder / name
        if file.suffix == ".json" and is_within(folder, name) and file.exists():
            is_figure = file.stem != manifest.report
            try:
                facts = read_object(file)
                _check_facts(file, facts, manifest.report, is_figure)
            except ManifestError as error:
                broken.append(Broken(file.stem, str(error).removeprefix(f"{file}: "), is_figure))
            else:
                found.append(Written(file.stem, facts, is_figure))
    return found, broken


def _check_facts(file: Path, facts: Mapping[str, Any], report: str, is_figure: bool) -> None:
    """Refuse what no report has written.

    Raises:
        ManifestError: a fact that is needed is missing, or of another kind.
    """
    for name in ("report", "program", "fingerprint", *(["figure"] if is_figure else [])):
        if not isinstance(facts.get(name), str):
            raise ManifestError(f"{file}: not a figure of a report: {name} is not a text")
    if facts["report"] != report or (is_figure and facts["figure"] != file.stem):
        raise ManifestError(f"{file}: the figure of another report")
    for name in ("where", "query"):
        texts = facts.get(name)
        if not (isinstance(texts, list) and all(isinstance(text, str) for text in texts)):
            raise ManifestError(f"{file}: not a figure of a report: {name} is not a list of texts")
        if len(texts) > MAX_TESTS:
            raise ManifestError(f"{file}: {name} has more than {MAX_TESTS} texts")
    saved = facts.get("saved", {})
    if not (isinstance(saved, dict) and all(isinstance(text, str) for text in saved.values())):
        raise ManifestError(f"{file}: not a figure of a report: saved is not an object of texts")
    for name in _WITH:
        if not isinstance(facts.get(name, False), bool):
            raise ManifestError(
                f"{file}: not a figure of a report: {name} is neither true nor false"
            )
    openings = facts.get("openings")
    if not (openings is None or isinstance(openings, dict)):
        raise ManifestError(f"{file}: not a figure of a report: openings is not an object")
    rows = facts.get("rows")
    if is_figure and not (isinstance(rows, list) and all(isinstance(row, dict) for row in rows)):
        raise ManifestError(f"{file}: not a figure of a report: rows is not a list of objects")
    if not is_figure and not isinstance(facts.get("facts"), dict):
        raise ManifestError(f"{file}: not facts of a report: facts is not an object")
