"""A report as a value, and the page it becomes; knows no game and computes no number.

The page is one HTML file that needs nothing from outside: styles, figures and the script that
replays games are within, and a policy in its head lets no other script run. All text is escaped
by the template engine; only drawings and numbers made here pass as they are.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.example_game import ExampleGame
from mentis_records.report.document.exhibit import Exhibit, Provenance
from mentis_records.report.document.manifest import name_of
from mentis_records.report.document.replay_board import replay_boards
from mentis_records.report.figure.figure_style import Palette
from mentis_records.report.format import FigureFormat
from mentis_records.report.words.wording import heading
from mentis_records.statistics.result import Results

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board diagram with what was played and what came of it; ``svg`` is a trusted drawing.

    Without results it shows one game. ``games`` are numbers of games with this position.
    """

    label: str
    also: tuple[str, ...]
    svg: str
    results: Results | None
    lines: tuple[str, ...]
    games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardLine:
    """Diagrams after the plies of one line of play."""

    title: str
    cards: tuple[BoardCard, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with its own heading: words, figures, board diagrams, example games."""

    slug: str
    title: str
    paragraphs: tuple[str, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    boards_title: str = ""
    boards_note: str = ""
    lines: tuple[BoardLine, ...] = ()
    games: tuple[ExampleGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report: what was found, first, then the rest.

    ``heading`` says what kind of report it is, ``title`` states the finding, ``lede`` is what a
    reader is told first, a paragraph each, and ``figure`` shows it. ``facts`` are terms with
    their values; the report's own file of numbers, ``format_json``, has those, for there may be
    no figure. ``absent`` names what is not on the page, each with the reason.
    """

    slug: str
    heading: str
    title: str
    lede: tuple[str, ...]
    figure: Exhibit | None
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    absent: tuple[str, ...]
    sides: tuple[str, ...]
    palette: Palette
    provenance: Provenance

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """Return the figures in order, the first one and those of all sections."""
        first = () if self.figure is None else (self.figure,)
        return (*first, *(each for section in self.sections for each in section.exhibits))

    @property
    def games(self) -> tuple[ExampleGame, ...]:
        """Return the example games of all sections in order."""
        return tuple(game for section in self.sections for game in section.games)

    def format_json(self) -> str:
        """Return what the report is on, its facts, and the names of its figures, as JSON."""
        content = {
            "report": self.slug,
            "heading": self.heading,
            "title": self.title,
            "lede": self.lede,
            "selection": self.provenance.selection,
            "facts": dict(self.facts),
            "figures": [file_stem(self, exhibit) for exhibit in self.exhibits],
            **self.provenance.facts,
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def make_provenance(
    database: Path,
    *,
    made: date | None,
    game: str,
    rules_version: str,
    games: int,
    selection: str,
    fingerprint: str,
    where: tuple[str, ...],
    queries: tuple[str, ...],
    saved: Mapping[str, str],
    with_unplayed: bool,
    with_unrated: bool,
    openings: tuple[str, str] | None,
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
        fingerprint=fingerprint,
        where=where,
        queries=queries,
        saved=saved,
        with_unplayed=with_unplayed,
        with_unrated=with_unrated,
        openings=openings,
    )


def render_page(
    report: Report, inline: Mapping[str, tuple[str, str]], formats: Sequence[FigureFormat] = ()
) -> str:
    """Return the page of a report.

    Args:
        report: what it is about.
        inline: the drawings of its figures by slug, for wide and for narrow pages.
        formats: those of which each figure has a file beside the page.
    """
    has_curves = any(game.curve for game in report.games)
    names = ("replayer.js", "curve.js") if has_curves else ("replayer.js",)
    template = environment().get_template("page.html")
    anchors = _anchors(report)
    words = template.render(
        report=report,
        inline=inline,
        stem=file_stem,
        file=name_of,
        parts=result_parts,
        anchors=anchors,
        formats=formats,
        replays=replay_boards(report.games),
        has_curves=has_curves,
        scripts=[(TEMPLATES / name).read_text(encoding="utf-8") for name in names],
        hash=policy_hash,
        percent=share_style,
    )
    return words + "\n"


def policy_hash(script: str) -> str:
    """Return the name by which the page's policy knows a script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def share_style(share: float) -> str:
    """Return a share as a measure of styles."""
    return f"{100 * share:.4g}%"


def _anchors(report: Report) -> dict[int, str]:
    """Return the names of the page's example games by their number, in order."""
    found: dict[int, str] = {}
    for section in report.sections:
        for place, game in enumerate(section.games, 1):
            found.setdefault(game.number, f"game-{section.slug}-{place}")
    return found


def file_stem(report: Report, exhibit: Exhibit) -> str:
    """Return the name, without its ending, of a figure's files."""
    return f"{report.slug}-{exhibit.slug}"


@cache
def environment() -> Environment:
    """Return the template engine of pages; it escapes all text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Only what is made here passes: drawings, whose makers escape what they write, positions
    # as numbers, and the page's own script.
    environment.filters["heading"] = heading
    environment.filters["drawing"] = lambda svg: Markup(svg)  # noqa: S704
    return environment


def result_parts(results: Results) -> Sequence[tuple[str, int]]:
    """Return the parts of a results bar by the name of their style."""
    return (("first", results.first), ("draw", results.draws), ("second", results.second))
