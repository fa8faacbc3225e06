"""What a report wrote into a folder: the files with their hashes; read with distrust.

A manifest lets a later run remove what is out of date and nothing else, and lets ``verify`` tell
which files are missing or were changed by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from mentis_records.core.text import bound_line
from mentis_records.fast.late_dataclass import dataclass

ENDING = ".manifest"
INDEX = "index"
"""What stands in the place of a report's slug in the names of the index's files."""

MAX_BYTES = 64_000_000
"""Bytes of a file of JSON that is read."""

FOLDERS = {"png": "figures", "svg": "figures", "csv": "numbers", "json": "numbers"}
"""The folder within a report's in which files of a format are; the others are on top."""

_NAME = re.compile(
    rf"(?:(?:{'|'.join(sorted(set(FOLDERS.values())))})/)?([A-Za-z0-9][\w.-]{{0,200}})", re.A
)
_HASH = re.compile(r"[0-9a-f]{64}")
_MOST_FACTS, _LONGEST_FACT = 20, 600


def name_of(stem: str, kind: str) -> str:
    """Return the name, as a manifest has it, of a report's file of a format."""
    folder = f"{FOLDERS[kind]}/" if kind in FOLDERS else ""
    return f"{folder}{stem}.{kind}"


def is_within(folder: Path, name: str) -> bool:
    """Tell whether a file's place is truly in a report's folder: behind no symbolic link."""
    parent = (folder / name).parent
    return parent == folder or not parent.is_symlink()


class ManifestError(ValueError):
    """A file that should be a report's and is not; ``str`` of it is one line."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of one report by name, each with the SHA-256 of its bytes.

    While a report is written, ``earlier`` has those of an earlier run that are to be replaced or
    removed: if that is never done, each file is as one of both has it, or not there. ``facts`` are
    what the index of the folder says of the report, by name.
    """

    report: str
    files: Mapping[str, str]
    earlier: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the name of the manifest's own file."""
        return self.report + ENDING

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all files that are the report's."""
        return frozenset((*self.files, *self.earlier))

    def format(self) -> str:
        """Return the manifest as JSON."""
        content: dict[str, object] = {"report": self.report}
        if self.facts:
            content["facts"] = dict(self.facts)
        content["files"] = dict(self.files)
        if self.earlier:
            content["earlier"] = dict(self.earlier)
        return json.dumps(content, indent=1) + "\n"

    def is_unchanged(self, folder: Path, name: str) -> bool:
        """Tell whether a file of the manifest is a plain file, just as the report wrote it.

        Raises:
            OSError: it cannot be read.
        """
        return self.find_unchanged(folder, name) is not None

    def find_unchanged(self, folder: Path, name: str) -> str | None:
        """Return the hash of a file that is unchanged (``is_unchanged``), or None.

        Raises:
            OSError: it cannot be read.
        """
        file = folder / name
        if not is_within(folder, name) or file.is_symlink() or not file.is_file():
            return None
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        return found if found in (self.files.get(name), self.earlier.get(name)) else None


def make_manifest(report: str, contents: Mapping[str, bytes], facts: Mapping[str, str]) -> Manifest:
    """Return the manifest of a report's files; its facts are cut to what is read back."""
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    short = {name: _cut(bound_line(fact)) for name, fact in facts.items()}
    return Manifest(report, hashes, facts=short)


def read_manifest(file: Path) -> Manifest:
    """Return the manifest that a file holds.

    Raises:
        ManifestError: it holds none, or one that names other than the report's own files.
        OSError: it cannot be read.
    """
    content = read_object(file)
    report, files = content.get("report"), content.get("files")
    earlier, facts = content.get("earlier", {}), content.get("facts", {})
    if not (isinstance(report, str) and isinstance(files, dict) and isinstance(earlier, dict)):
        raise ManifestError(f"{file}: no manifest of a report: it lacks report or files")
    if not (
        isinstance(facts, dict) and len(facts) <= _MOST_FACTS and all(map(_is_fact, facts.values()))
    ):
        raise ManifestError(f"{file}: its facts are not up to {_MOST_FACTS} short texts")
    if file.name != report + ENDING:
        raise ManifestError(f"{file}: the manifest of another report, {report[:40]!r}")
    for name, digest in (*files.items(), *earlier.items()):
        found = _NAME.fullmatch(name)
        if not (found and found[1].startswith((f"{report}-", f"{report}."))):
            raise ManifestError(f"{file}: names a file that is not its report's: {name[:80]!r}")
        if not (isinstance(digest, str) and _HASH.fullmatch(digest)):
            raise ManifestError(f"{file}: has no SHA-256 of {name}")
    shown = {name: bound_line(fact) for name, fact in facts.items()}
    return Manifest(report, files, earlier, shown)


def _cut(fact: str) -> str:
    """Return a fact cut to what is read back, an ellipsis showing the cut."""
    return fact if len(fact) <= _LONGEST_FACT else f"{fact[: _LONGEST_FACT - 1]}…"


def _is_fact(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_FACT


def read_object(file: Path) -> dict[str, Any]:
    """Return the JSON object that a file holds.

    Raises:
        ManifestError: it holds none, or more than ``MAX_BYTES``.
        OSError: it cannot be read.
    """
    with file.open("rb") as stream:
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ManifestError(f"{file}: more than {MAX_BYTES:,} bytes, too many for a figure")
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{file}: not JSON: {str(error).splitlines()[0]}") from None
    if not isinstance(found, dict):
        raise ManifestError(f"{file}: not a JSON object, as every figure has")
    return found
