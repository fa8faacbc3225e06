"""``mentis export``."""

from __future__ import annotations

from collections.abc import Iterable
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
    Queries,
    Rules,
    Where,
    choose_selection,
    parse_ids,
    select_game,
)
from mentis_records.cli.target import check_target
from mentis_records.core.file import GZIP

if TYPE_CHECKING:
    from mentis_records.export.job import ExportSummary
    from mentis_records.export.registry import ExportFormat


def export(
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="mgn, listing, json, csv, parquet or apgr.",
            show_default="by the file's name, else mgn",
        ),
    ] = None,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", help="Game numbers, such as 3 or 1,4-9.")
    ] = None,
    names: Annotated[
        str,
        typer.Option("--names", help="merged: the players that names stand for; or as-written."),
    ] = "merged",
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
) -> None:
    """Write games of the database as mgn, listing, json, csv, parquet or apgr.

    mgn has everything, and loaded it gives the same games; apgr is Abstract Play's JSON.
    Games that a format cannot hold are reported and make the exit code 1.
    """
    from mentis_records.cli.progress import progress_bar
    from mentis_records.export.job import export_file, export_text
    from mentis_records.export.registry import FORMATS, TextFormat
    from mentis_records.store.record import fetch_game_ids

    if format_name is None:
        format_name = format_of(out, FORMATS)
    output.check_choice("--format", format_name, FORMATS)
    output.check_choice("--names", names, ("merged", "as-written"))
    is_as_written = names == "as-written"
    chosen = FORMATS[format_name]
    check_target(out)
    wanted = set() if game is None else parse_ids(game)
    asked = Asked(db, rules)
    selection = choose_selection(where, db, queries, asked=asked)
    if rules:
        selection &= select_game(asked.game)
    kind = asked.game.description.slug if rules else None
    try:
        with (
            opened(db, memory_limit) as database,
            progress_bar("writing", "games", out is None) as show,
        ):
            if wanted:
                missing = sorted(wanted.difference(fetch_game_ids(database)))
                if missing:
                    output.fail(f"--game: there is no game {missing[0]} in {db}")
            ids = fetch_game_ids(database, selection)
            if wanted:
                ids = [game_id for game_id in ids if game_id in wanted]
            if out is not None:
                done = export_file(
                    database, chosen, ids, out, show, rules=kind, is_as_written=is_as_written
                )
            elif isinstance(chosen, TextFormat):
                done = export_text(
                    database,
                    chosen,
                    ids,
                    output.write_text,
                    show,
                    rules=kind,
                    is_as_written=is_as_written,
                )
            else:
                output.fail(f"--format {format_name} is not text: name a file with --out")
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    _talk(done, chosen, out)
    raise SystemExit(output.FINDINGS if done.refused else output.CLEAN)


def format_of(out: Path | None, formats: Iterable[str]) -> str:
    """Return the format that the name of a file ends in, compressed or not, or else mgn."""
    name = "" if out is None else out.name.lower().removesuffix(GZIP)
    ending = Path(name).suffix.removeprefix(".")
    return ending if ending in formats else "mgn"


def _talk(done: ExportSummary, chosen: ExportFormat, out: Path | None) -> None:
    """Say what was written and what was not."""
    for game_id, reason in done.refusals.items():
        output.talk(f"game {game_id} is left out: {reason}")
    if done.refused > len(done.refusals):
        output.talk(f"{done.refused} games are left out; the first {len(done.refusals)} are listed")
    if out is not None:
        output.talk(f"{out}: {done.written} game{'' if done.written == 1 else 's'}")
    if chosen.loses:
        output.talk(f"{chosen.name} has no place for {chosen.loses}")
    if done.irregular:
        numbers = ", ".join(map(str, done.irregular[:5]))
        more = ", ..." if len(done.irregular) > 5 else ""
        output.talk(f"played against the rules, to be read with --as-played: {numbers}{more}")
