"""The folder that a report becomes: its page, its document, the files of its figures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import EEXIST
from pathlib import Path

from mentis_records.core.progress import Progress
from mentis_records.report.document.manifest import (
    Manifest,
    ManifestError,
    make_manifest,
    read_manifest,
)
from mentis_records.report.document.page import Report, file_stem, render_page
from mentis_records.report.format import FIGURE_FORMATS, FORMATS


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a written report.

    ``page`` is the HTML file, if there is one. ``others`` are the rest, the manifest last.
    ``left`` are files of an earlier run that have been changed since, and so stay as they are.
    ``boxed`` are texts of which PNG and PDF files show boxes, for their font lacks characters.
    """

    page: Path | None
    others: tuple[Path, ...]
    left: tuple[Path, ...] = ()
    boxed: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return all files, the page first."""
        return (*([self.page] if self.page else []), *self.others)


def write_report(
    report: Report,
    folder: Path,
    progress: Progress | None = None,
    formats: Sequence[str] = FORMATS,
) -> ReportFiles:
    """Write a report into a folder, which is made if there is none.

    What an earlier run of the same report wrote is replaced, or removed if this one does not write
    it, unless it has been changed since. All is drawn before the first file is written.

    The manifest is written first, so that a later run knows the files of one that is killed, and
    each file beside its place (``.NAME.part``), where it goes when it is whole.

    Raises:
        FileExistsError: a file of such a name is there that no earlier run wrote.
        OSError: the folder or a file cannot be written.
    """
    contents = _render(report, progress, formats)
    manifest = make_manifest(report.slug, contents)
    before = _earlier(folder / manifest.name)
    changed = _changed(folder, before, manifest)
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder, before, manifest)
    place = folder / manifest.name
    _put(place, replace(manifest, earlier=_replaced(folder, before)).format().encode())
    for name, content in contents.items():
        if folder / name not in changed:
            _put(folder / name, content)
    left = (*changed, *_remove_stale(folder, before, manifest))
    _put(place, manifest.format().encode())
    page = f"{report.slug}.html"
    return ReportFiles(
        folder / page if page in contents and folder / page not in changed else None,
        tuple(
            folder / name
            for name in (*contents, manifest.name)
            if name != page and folder / name not in changed
        ),
        left,
        _boxed(report, formats),
    )


def _render(report: Report, progress: Progress | None, formats: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of all files by name, those of the whole report last."""
    kinds = [kind for kind in FIGURE_FORMATS if kind in formats]
    total = 2 * len(report.exhibits) + 1
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    contents: dict[str, bytes] = {}
    inline: dict[str, tuple[str, str]] = {}
    for exhibit in report.exhibits:
        stem = file_stem(report, exhibit)
        for kind in kinds:
            content = exhibit.render(kind, report.slug, stem, report.provenance)
            contents[f"{stem}.{kind}"] = content
        if "html" in formats:
            inline[exhibit.slug] = exhibit.inline(report.palette)
        advance()
    if "json" in formats:
        contents[f"{report.slug}.json"] = report.format_json().encode()
    if "pdf" in formats:
        from mentis_records.report.document.pdf import render_pdf

        contents[f"{report.slug}.pdf"] = render_pdf(report, advance)
    if "html" in formats:
        contents[f"{report.slug}.html"] = render_page(report, inline, kinds).encode()
    if progress is not None:
        progress(total, total)
    return contents


def _boxed(report: Report, formats: Sequence[str]) -> tuple[str, ...]:
    """Return texts that the pictures and the document cannot show, each once."""
    from mentis_records.report.figure.figure_text import unknown_part

    texts: list[str] = []
    if "png" in formats or "pdf" in formats:
        tables = [exhibit.display for exhibit in report.exhibits]
        texts += [str(cell) for table in tables for row in table.rows for cell in row]
    if "pdf" in formats:
        texts += [text for game in report.games for text in (game.title, *game.facts)]
    return tuple(filter(None, dict.fromkeys(map(unknown_part, texts))))


def _changed(folder: Path, before: Manifest | None, now: Manifest) -> tuple[Path, ...]:
    """Return the files to write that are there already and were changed since an earlier run.

    Raises:
        FileExistsError: a file is there that no earlier run wrote.
        OSError: a file cannot be read.
    """
    changed = []
    for name in (now.name, *now.files):
        file = folder / name
        if not (file.is_symlink() or file.exists()):
            continue
        if before is None or name not in (before.name, *before.names):
            if name in now.files and now.is_unchanged(folder, name):
                continue
            words = "is not from an earlier report and is not replaced: choose another folder"
            raise FileExistsError(EEXIST, words, str(file))
        if name in before.names and not before.is_unchanged(folder, name):
            changed.append(file)
    return tuple(changed)


def _earlier(file: Path) -> Manifest | None:
    """Return what an earlier run says it wrote, if that can be read."""
    with suppress(OSError, ManifestError):
        return read_manifest(file)
    return None


def _replaced(folder: Path, before: Manifest | None) -> dict[str, str]:
    """Return the files of an earlier run that are as it wrote them, with their hashes."""
    if before is None:
        return {}
    found = ((name, before.find_unchanged(folder, name)) for name in sorted(before.names))
    return {name: digest for name, digest in found if digest is not None}


def _put(file: Path, content: bytes) -> None:
    """Put a file into its place when it is whole.

    Raises:
        OSError: it cannot be written.
    """
    part = _part_of(file)
    try:
        part.unlink(missing_ok=True)
        with part.open("xb") as stream:
            stream.write(content)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None


def _part_of(file: Path) -> Path:
    return file.with_name(f".{file.name}.part")


def _sweep(folder: Path, before: Manifest | None, now: Manifest) -> None:
    """Delete what a run that was killed has left beside its files."""
    for name in (*now.files, *(before.names if before else ())):
        part = _part_of(folder / name)
        if part.is_symlink() or part.is_file():
            part.unlink()


def _remove_stale(folder: Path, before: Manifest | None, now: Manifest) -> tuple[Path, ...]:
    """Remove the files of an earlier run that are none of this; return those that must stay."""
    left = []
    for name in sorted(before.names - set(now.files)) if before else ():
        file = folder / name
        if before is not None and before.is_unchanged(folder, name):
            file.unlink()
        elif file.is_symlink() or file.exists():
            left.append(file)
    return tuple(left)
