"""``mentis report``."""

from __future__ import annotations

from collections.abc import Sequence
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
from mentis_records.cli.target import refuse_dash

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.report.document.report_folder import ReportFiles
    from mentis_records.report.registry import ReportKind
    from mentis_records.report.verify import Verification
    from mentis_records.statistics.opening import Openings

ALL, VERIFY = "all", "verify"
"""Stand in the place of a kind of report: for every kind, and to check written reports."""

_DEFAULT_OUT = Path("mentis-reports")

_MOST_BOXED = 4
"""Texts with characters that a font lacks, that are named."""


def report(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="KIND...",
            help="opening, winrate, player, balance, collection or event, several of them, or all; "
            "or verify FOLDER.",
        ),
    ],
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
    player: Annotated[
        str,
        typer.Option(
            "--player",
            help="Only games of this player; the player report is on him or her.",
            metavar="NAME",
        ),
    ] = "",
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
    is_opened: Annotated[
        bool,
        typer.Option("--open", help="Open the page in a browser; the index if there are several."),
    ] = False,
) -> None:
    """Write reports: a page, a PDF, figures, their numbers; or verify written reports.

    html is a page that opens from disk and needs no network; pdf has the same content; png and svg
    are the figures, in the folder figures; csv and json are the numbers behind them, in the folder
    numbers. index.html leads to all reports of the folder. Files that an earlier run of the same
    report wrote are replaced, or removed if this run does not write them. Files changed since, and
    all others, stay.

    Standard output has the place of the report; of several, a line for each: its kind, its title
    and its place, with tabs between.

    Games without a ply are left out of reports, and games with the tag Unrated out of ratings,
    unless asked for; each report says how many.

    verify computes the numbers in FOLDER again, from the games that each figure names, and lists
    what no longer agrees, is missing, or was changed by hand; if there is any, the exit code is 1.
    """
    refuse_dash(out)
    if words[0] == VERIFY:
        if (
            where
            or queries
            or player
            or with_unplayed
            or with_unrated
            or out is not None
            or is_opened
        ):
            output.fail("verify takes only a folder: the figures say what was selected")
        if len(words) != 2:
            output.fail(f"verify takes one folder, as in: mentis report verify {_DEFAULT_OUT}")
        names = choose_openings(openings)
        folder = Path(words[1])
        _verify(folder, db, memory_limit, Asked(db, rules).game, names, format_names)
        return
    from mentis_records.cli.progress import progress_bar
    from mentis_records.core.text import one_line
    from mentis_records.store.game_list import count_games

    kinds = _read_kinds(words)
    formats = _read_formats(format_names)
    if is_opened and formats is not None and "html" not in formats:
        output.fail("--open opens a page: --format needs html as well")
    names = choose_openings(openings)
    asked = Asked(db, rules)
    if player:
        from mentis_records.report.player.named_player import player_test

        where = [*where, player_test(player)]
    selection = choose_selection(
        where, db, queries, asked=asked, with_unplayed=with_unplayed, with_unrated=with_unrated
    )
    game = asked.game
    target = out or _DEFAULT_OUT
    written: list[ReportFiles] = []
    try:
        with opened(db, memory_limit) as database:
            everything = count_games(database, selection)
            left_out = everything - count_games(database, selection.played)
            if not everything:
                output.talk("mentis: no games selected: there is nothing to draw")
            for kind in kinds:
                with progress_bar(kind.title) as advance:
                    files = kind.build(
                        database,
                        game,
                        target,
                        advance,
                        selection=selection,
                        openings=names,
                        formats=formats,
                    )
                written.append(files)
                place = str(_place(files, target))
                cells = (kind.slug, one_line(files.title), place)
                output.write_at_once(place if len(kinds) == 1 else "\t".join(cells))
    except OSError as error:
        output.fail(f"{error.filename or target}: {error.strerror or error}")
    if not all(kind.counts_unplayed for kind in kinds):
        tell_left_out(left_out)
    _tell_files(written)
    if is_opened:
        _open(written, target)


def _read_kinds(words: Sequence[str]) -> list[ReportKind]:
    """Return the kinds of reports that are asked for, each once."""
    from mentis_records.report.registry import REPORTS

    for word in words:
        if word not in (*REPORTS, ALL):
            choices = f"choose from {', '.join(REPORTS)}, or {ALL}, or {VERIFY} FOLDER"
            hint = f"; to write there, give --out {word}" if word != words[0] else ""
            output.fail(f"no report {word!r}: {choices}{hint}")
    return [REPORTS[slug] for slug in (REPORTS if ALL in words else dict.fromkeys(words))]


def _place(files: ReportFiles, folder: Path) -> Path:
    """Return what to look at first: the page, else the PDF, else the folder."""
    pdf = next((path for path in files.others if path.suffix == ".pdf"), folder)
    return files.page or pdf


def _tell_files(written: Sequence[ReportFiles]) -> None:
    """Say which files are not as asked for, each once."""
    boxed = tuple(dict.fromkeys(text for files in written for text in files.boxed))
    if boxed:
        from mentis_records.core.text import printable

        shown = ", ".join(map(printable, boxed[:_MOST_BOXED]))
        more = len(boxed) - _MOST_BOXED
        output.talk(
            "PNG and PDF files show boxes for characters missing from their font, as in: "
            f"{shown}{f' and {more:,} more' if more > 0 else ''}; HTML and SVG keep the text"
        )
    for path in dict.fromkeys(path for files in written for path in files.left):
        output.talk(f"{path}: from an earlier report; left as it is, because it was changed since")
    for path in dict.fromkeys(files.foreign for files in written if files.foreign):
        output.talk(f"{path}: not from a report; left as it is, so no index was written")


def _open(written: Sequence[ReportFiles], folder: Path) -> None:
    """Show the page of a report, or the index of several, in a browser."""
    import webbrowser

    pages = [files.page for files in written if files.page]
    place = written[-1].index if len(written) > 1 else None
    place = place or (pages[0] if pages else folder)
    try:
        is_shown = webbrowser.open(place.resolve().as_uri())
    except webbrowser.Error:
        is_shown = False
    if not is_shown:
        output.talk(f"no browser found: open {place} yourself")


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
    format_name = format_name or "text"
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
        output.write_words(f"{finding.subject}: {mark}{finding.words}")
    output.write_words(f"{found.figures:,} figures computed again, {found.agreeing:,} agree")
