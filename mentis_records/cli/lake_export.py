"""``mentis lake export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.export import format_of
from mentis_records.cli.lake_option import (
    DEFAULT_LAKE,
    DEFAULT_TIME_LIMIT,
    LakeFolder,
    Scheduler,
    TimeLimit,
    Workers,
    asked_lake,
    choose_games,
    open_manifest,
)
from mentis_records.cli.option import Queries, Rules, Where
from mentis_records.cli.target import check_target

if TYPE_CHECKING:
    from mentis_records.lake.exported_text import ExportedGames


def lake_export(
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="mgn, listing, json, csv or apgr.",
            show_default="by the file's name, else mgn",
        ),
    ] = None,
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
) -> None:
    """Write games of a lake as mgn, listing, json, csv or apgr.

    They come in the order in which they were added. Games that a format cannot hold are reported
    and make the exit code 1. A lake is Parquet already: other programs read its files.
    """
    from mentis_records.core.file import writing_file
    from mentis_records.export.registry import FORMATS, TextFormat
    from mentis_records.lake.exported_text import export_text

    texts = [name for name, each in FORMATS.items() if isinstance(each, TextFormat)]
    name = format_name or format_of(out, texts)
    output.check_choice("--format", name, texts)
    check_target(out, inputs=[folder])
    manifest = open_manifest(folder)
    chosen = choose_games(manifest, folder, rules, where, queries)
    try:
        with asked_lake(folder, manifest, chosen, workers, scheduler, time_limit) as question:
            if out is None:
                done = export_text(question, name, output.write_text)
            else:
                with writing_file(out) as write:
                    done = export_text(question, name, write)
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    tell_refused(done)
    if out is not None:
        output.talk(f"{out}: {done.written} game{'' if done.written == 1 else 's'}")
    if FORMATS[name].loses:
        output.talk(f"{name} has no place for {FORMATS[name].loses}")
    if done.irregular:
        numbers = ", ".join(done.irregular[:5])
        more = ", ..." if len(done.irregular) > 5 else ""
        output.talk(f"played against the rules, to be read with --as-played: {numbers}{more}")
    raise SystemExit(output.FINDINGS if done.refused else output.CLEAN)


def tell_refused(done: ExportedGames) -> bool:
    """Say which games were left out, and why; tell whether there were any."""
    for game, reason in done.refusals.items():
        output.talk(f"game {game} is left out: {reason}")
    if done.refused > len(done.refusals):
        output.talk(f"{done.refused} games are left out; the first {len(done.refusals)} are listed")
    return bool(done.refused)
