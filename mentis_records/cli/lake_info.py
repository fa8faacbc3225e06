"""``mentis lake info``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli.info import write_info
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
from mentis_records.cli.option import Rules, Where
from mentis_records.cli.table import check_format


def lake_info(
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Show what a lake holds: counts, sizes, dates, results, versions.

    With --where, games are counted among those selected; what is said about the files stays
    the same.
    """
    check_format(format_name)
    from mentis_records.lake.lake_summary import summarise_files
    from mentis_records.lake.merged_answer import summarise

    manifest = open_manifest(folder)
    chosen = choose_games(manifest, folder, rules, where, with_foreign=True)
    with asked_lake(folder, manifest, chosen, workers, scheduler, time_limit) as question:
        games = summarise(question)
        files = summarise_files(folder, manifest)
    words = " and ".join(" ".join(text.split()) for text in where)
    write_info(files, games, words, folder, format_name)
