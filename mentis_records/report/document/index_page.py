"""The index of a folder of reports: one page that leads to all of them, made of their manifests.

Each page leads to the index only, so that no link of an earlier page can miss a later report.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.folder_files import place_files
from mentis_records.report.document.manifest import (
    ENDING,
    INDEX,
    Manifest,
    ManifestError,
    make_manifest,
    name_of,
    read_manifest,
)
from mentis_records.report.document.page import environment
from mentis_records.report.words.wording import capital

_MOST = 100
"""Reports of a folder that the index names."""


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """What became of the index: written, ``left`` as it was changed since, or ``foreign``."""

    written: Path | None = None
    left: tuple[Path, ...] = ()
    foreign: Path | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A report: what it says and its files, of which it has one at least."""

    heading: str
    title: str
    summary: str
    made: str
    page: str
    pdf: str


@dataclass(frozen=True, slots=True)
class Group:
    """Reports on the same games: the ``title`` names the game, ``words`` the games of it."""

    title: str
    words: str
    entries: tuple[Entry, ...]


def write_index(folder: Path) -> IndexFiles:
    """Write the index of a folder anew; where no report has a page or a PDF, there is none.

    Raises:
        OSError: a file cannot be read or written.
    """
    groups = read_groups(folder)
    if not (groups or (folder / (INDEX + ENDING)).exists()):
        return IndexFiles()
    name = name_of(INDEX, "html")
    contents = {name: render_index(groups).encode()} if groups else {}
    try:
        placed = place_files(folder, make_manifest(INDEX, contents, {}), contents)
    except FileExistsError as error:
        return IndexFiles(foreign=Path(error.filename))
    file = folder / name
    return IndexFiles(file if file in placed.written else None, placed.left)


def render_index(groups: tuple[Group, ...]) -> str:
    """Return the page that leads to reports."""
    title = "Reports"
    return environment().get_template("index.html").render(title=title, groups=groups) + "\n"


def read_groups(folder: Path) -> tuple[Group, ...]:
    """Return the reports of a folder that have a page or a PDF, by the games that they are on.

    Manifests that are broken are passed over: ``report verify`` names them.

    Raises:
        OSError: the folder cannot be read.
    """
    found: dict[tuple[str, str], list[Entry]] = {}
    for file in sorted(folder.glob(f"*{ENDING}"))[:_MOST]:
        with suppress(ManifestError, OSError):
            manifest = read_manifest(file)
            entry = _entry(folder, manifest)
            if entry is not None:
                found.setdefault(_games_of(manifest), []).append(entry)
    return tuple(Group(*games, tuple(entries)) for games, entries in sorted(found.items()))


def _entry(folder: Path, manifest: Manifest) -> Entry | None:
    page, pdf = (_file(folder, manifest, kind) for kind in ("html", "pdf"))
    if manifest.report == INDEX or not (page or pdf):
        return None
    facts = manifest.facts
    title = facts.get("title") or manifest.report
    heading, summary, made = (facts.get(name, "") for name in ("heading", "summary", "made"))
    return Entry(heading, title, summary, made, page, pdf)


def _file(folder: Path, manifest: Manifest, kind: str) -> str:
    """Return the name of a report's page or PDF, or nothing if it is not there."""
    name = name_of(manifest.report, kind)
    return name if name in manifest.files and (folder / name).is_file() else ""


def _games_of(manifest: Manifest) -> tuple[str, str]:
    """Return of which game a report is, and in words on which of its games."""
    game, database, selection = (
        manifest.facts.get(name, "") for name in ("game", "database", "selection")
    )
    words = f"{selection}, from {database}" if selection and database else selection or database
    return game or "Reports of an earlier version", capital(words)
