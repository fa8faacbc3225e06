"""``mentis report``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    OpeningsFile,
    Queries,
    Rules,
    Where,
    WithUnplayed,
    WithUnrated,
    choose_openings,
    choose_selection,
    tell_left_out,
)

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.report.verify import Verification
    from mentis_records.statistics.opening import Openings

VERIFY = "verify"
"""Stands in the place of a kind of report, to check reports that were written."""

_DEFAULT_OUT = Path("mentis-reports")

_MOST_BOXED = 4
"""Texts with characters that a font lacks, that are named."""


def report(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="opening, winrate, player, balance or collection; or verify.",
        ),
    ],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="With verify: the reports' folder.")
    ] = None,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
    openings: OpeningsFile = None,
    with_unplayed: WithUnplayed = False,
    with_unrated: WithUnrated = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write into.", show_default=str(_DEFAULT_OUT)),
    ] = None,
    format_names: Annotated[
        str,
        typer.Option(
            "--format",
            help="html, pdf, png, svg, csv or json, or several with commas between; with verify: "
            "text or json.",
            show_default="all",
        ),
    ] = "",
) -> None:
    """Write a report: a page, a PDF, its figures, their numbers; or verify written reports.

    html is a page that opens from disk and needs no network; pdf has the same content; png and svg
    are the figures, csv and json the numbers behind them. Files that an earlier run of the same
    report wrote are replaced, or removed if this run does not write them. Files changed since, and
    all others, stay.

    Games without a ply are left out of reports, and games with the tag Unrated out of ratings,
    unless asked for; each report says how many.

    verify computes the numbers in FOLDER again, from the games that each figure names, and lists
    what no longer agrees, is missing, or was changed by hand; if there is any, the exit code is 1.
    """
    if kind == VERIFY:
        if where or queries or with_unplayed or with_unrated or out is not None:
            output.fail("verify takes only a folder: the figures say what was selected")
        names = choose_openings(openings)
        if folder is None:
            output.fail(f"verify which reports? Such as: mentis report verify {_DEFAULT_OUT}")
        _verify(folder, db, memory_limit, Asked(db, rules).game, names, format_names or "text")
        return
    if folder is not None:
        output.fail(f"{folder} is one argument too many: to write there, give --out {folder}")
    from mentis_records.cli.progress import progress_bar
    from mentis_records.report.registry import REPORTS, find_report
    from mentis_records.store.game_list import count_games

    try:
        chosen = find_report(kind)
    except KeyError:
        output.fail(f"no report {kind!r}: choose one of {', '.join(REPORTS)}, {VERIFY}")
    formats = _read_formats(format_names)
    names = choose_openings(openings)
    asked = Asked(db, rules)
    selection = choose_selection(
        where, db, queries, asked=asked, with_unplayed=with_unplayed, with_unrated=with_unrated
    )
    game = asked.game
    target = out or _DEFAULT_OUT
    try:
        with opened(db, memory_limit) as database, progress_bar(chosen.title) as advance:
            everything = count_games(database, selection)
            left_out = everything - count_games(database, selection.played)
            if not everything:
                output.talk("mentis: no games selected: there is nothing to draw")
            files = chosen.build(
                database,
                game,
                target,
                advance,
                selection=selection,
                openings=names,
                formats=formats,
            )
    except OSError as error:
        output.fail(f"{error.filename or target}: {error.strerror or error}")
    for path in files.paths:
        output.write(str(path))
    tell_left_out(left_out)
    if files.boxed:
        from mentis_records.core.text import printable

        shown = ", ".join(map(printable, files.boxed[:_MOST_BOXED]))
        more = len(files.boxed) - _MOST_BOXED
        output.talk(
            "PNG and PDF files show boxes for characters missing from their font, as in: "
            f"{shown}{f' and {more:,} more' if more > 0 else ''}; HTML and SVG keep the text"
        )
    for path in files.left:
        output.talk(f"{path}: from an earlier report; left, because it was changed since")


def _read_formats(text: str) -> list[str] | None:
    """Return the formats that ``--format`` names, or None for all."""
    from mentis_records.report.format import FORMATS

    names = [name.strip().lower() for name in text.split(",")] if text else None
    for name in names or ():
        if name not in FORMATS:
            output.fail(f"--format {name!r}: choose from {', '.join(FORMATS)}, with commas between")
    return names


def _verify(
    folder: Path,
    db: Path,
    memory_limit: int | None,
    game: AnyGame,
    openings: Openings,
    format_name: str,
) -> None:
    """Verify the reports in a folder, and end with the exit code that tells what was found."""
    output.check_choice("--format", format_name, ("text", "json"))
    from mentis_records.cli.progress import progress_bar
    from mentis_records.report.document.manifest import ManifestError
    from mentis_records.report.verify import verify_reports

    try:
        with opened(db, memory_limit) as database, progress_bar("verifying") as advance:
            found = verify_reports(database, game, folder, advance, openings=openings)
    except ManifestError as error:
        output.fail(str(error))
    except OSError as error:
        output.fail(f"{error.filename or folder}: {error.strerror or error}")
    if format_name == "json":
        output.write_json({"is_clean": found.is_clean, **asdict(found)})
    else:
        _tell(found)
    raise SystemExit(output.CLEAN if found.is_clean else output.FINDINGS)


def _tell(found: Verification) -> None:
    for finding in found.findings:
        mark = "" if finding.is_fault else "note: "
        output.write(f"{finding.subject}: {mark}{finding.words}")
    output.write(f"{found.figures:,} figures computed again, {found.agreeing:,} agree")
