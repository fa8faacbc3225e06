"""A report as a value, and the folder it becomes: one page, the files of its figures.

The page is one HTML file that needs nothing from outside: styles and figures are within, there
is no script. All text is escaped by the template engine; only drawings made here pass as they
are. Knows no game and computes no number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.core.text import one_line
from mentis_records.report.exhibit import Exhibit, Provenance
from mentis_records.report.figure_style import Palette
from mentis_records.statistics.result import Results

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"

Progress = Callable[[float, float | None], None]
"""Is told the work done, and all of it where known."""


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a written report."""

    page: Path
    others: tuple[Path, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return all files, the page first."""
        return (self.page, *self.others)


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board diagram with what was played and what came of it; ``svg`` is a trusted drawing.

    Without results it shows one game.
    """

    label: str
    also: tuple[str, ...]
    svg: str
    results: Results | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """Diagrams after the plies of one line of play."""

    title: str
    cards: tuple[BoardCard, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with its own heading: words, figures, then board diagrams."""

    slug: str
    title: str
    paragraphs: tuple[str, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    boards_title: str = ""
    boards_note: str = ""
    lines: tuple[BoardLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report; ``facts`` are terms with their values, shown at the top."""

    slug: str
    title: str
    lede: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    sides: tuple[str, ...]
    palette: Palette
    provenance: Provenance

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """Return the figures of all sections in order."""
        return tuple(exhibit for section in self.sections for exhibit in section.exhibits)


def make_provenance(
    database: Path, *, made: date | None, game: str, rules_version: str, games: int, selection: str
) -> Provenance:
    """Return where numbers come from; without a day, they were made today."""
    from mentis_records import __version__

    return Provenance(
        program=f"mentis-records {__version__}",
        made=made or date.today(),
        game=game,
        rules_version=rules_version,
        database=one_line(database.name),
        games=games,
        selection=selection,
    )


def write_report(report: Report, folder: Path, progress: Progress | None = None) -> ReportFiles:
    """Write a report into a folder, which is made if there is none; older files are replaced.

    The page is written last: where there is a page, its files are complete.

    Raises:
        OSError: the folder or a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    inline: dict[str, tuple[str, str]] = {}
    total = len(report.exhibits) + 1
    for done, exhibit in enumerate(report.exhibits):
        if progress is not None:
            progress(done, total)
        written += exhibit.write(folder, file_stem(report, exhibit), report.provenance)
        inline[exhibit.slug] = exhibit.inline(report.palette)
    page = folder / f"{report.slug}.html"
    page.write_text(render_page(report, inline), encoding="utf-8", newline="\n")
    if progress is not None:
        progress(total, total)
    return ReportFiles(page, tuple(written))


def render_page(report: Report, inline: dict[str, tuple[str, str]]) -> str:
    """Return the page of a report; ``inline`` has the drawings of its figures by slug."""
    template = _environment().get_template("page.html")
    return template.render(report=report, inline=inline, stem=file_stem, parts=result_parts) + "\n"


def file_stem(report: Report, exhibit: Exhibit) -> str:
    """Return the name, without its ending, of a figure's files."""
    return f"{report.slug}-{exhibit.slug}"


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Only drawings pass here: boards and figures, whose makers escape what they write.
    environment.filters["drawing"] = lambda svg: Markup(svg)  # noqa: S704
    return environment


def result_parts(results: Results) -> Sequence[tuple[str, int]]:
    """Return the parts of a results bar by the name of their style."""
    return (("first", results.first), ("draw", results.draws), ("second", results.second))
