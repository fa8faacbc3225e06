"""The folder that a report becomes: its page, its document, the files of its figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.folder_files import place_files
from mentis_records.report.document.index_page import write_index
from mentis_records.report.document.manifest import make_manifest, name_of
from mentis_records.report.document.page import Report, file_stem, render_page
from mentis_records.report.format import FIGURE_FORMATS, FORMATS


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a written report, and its title.

    ``page`` is the HTML file, if there is one. ``others`` are the rest, the manifest last.
    ``left`` are files of an earlier run that have been changed since, and so stay as they are.
    ``boxed`` are texts of which PNG and PDF files show boxes, for their font lacks characters.
    ``index`` is the index of the folder, if one was written; ``foreign`` is a file in its place
    that no report wrote.
    """

    title: str
    page: Path | None
    others: tuple[Path, ...]
    left: tuple[Path, ...] = ()
    boxed: tuple[str, ...] = ()
    index: Path | None = None
    foreign: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return all files of the report, the page first."""
        return (*([self.page] if self.page else []), *self.others)


def write_report(
    report: Report, folder: Path, progress: Progress | None = None, formats: Sequence[str] = FORMATS
) -> ReportFiles:
    """Write a report into a folder, and the folder's index anew; all is drawn before that.

    Pictures go into the folder ``figures`` within it, numbers into ``numbers``. An index that
    is the user's own stays.

    Raises:
        FileExistsError: a file of such a name is there that no earlier run wrote.
        NotADirectoryError: ``figures`` or ``numbers`` is a file, or a symbolic link.
        OSError: the folder or a file cannot be written.
    """
    contents = _render(report, progress, formats)
    origin = report.provenance
    facts = {
        "heading": report.heading,
        "title": report.title,
        "summary": " ".join(report.lede),
        "made": origin.made.isoformat(),
        "game": origin.game,
        "database": origin.database,
        "selection": origin.selection,
    }
    placed = place_files(folder, make_manifest(report.slug, contents, facts), contents)
    index = write_index(folder)
    page = folder / name_of(report.slug, "html")
    return ReportFiles(
        report.title,
        page if page in placed.written else None,
        tuple(file for file in placed.written if file != page),
        (*placed.left, *index.left),
        _boxed(report, formats),
        index.written,
        index.foreign,
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
            contents[name_of(stem, kind)] = content
        if "html" in formats:
            inline[exhibit.slug] = exhibit.inline(report.palette)
        advance()
    if "json" in formats:
        contents[name_of(report.slug, "json")] = report.format_json().encode()
    if "pdf" in formats:
        from mentis_records.report.document.pdf import render_pdf

        contents[name_of(report.slug, "pdf")] = render_pdf(report, advance, kinds)
    if "html" in formats:
        contents[name_of(report.slug, "html")] = render_page(report, inline, kinds).encode()
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
