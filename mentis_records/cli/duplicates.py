"""``mentis duplicates``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Where,
    choose_selection,
)
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, write_rows


def duplicates(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    near: Annotated[
        bool, typer.Option("--near", help="Only near ones: games with the same plies, kept apart.")
    ] = False,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List duplicate records and possible duplicates, with their sources.

    exact and prefix records are merged with the game; near ones, which have the same plies but
    contradictory tags or no players, are games of their own. --where selects by the game that was
    kept; of near ones, by either game.
    """
    check_format(format_name)
    selection = choose_selection(where, db)
    from mentis_records.store.duplicate.duplicate_list import fetch_merged, fetch_near

    with opened(db, memory_limit) as database, waiting_bar():
        merged = [] if near else fetch_merged(database, selection)
        contradicting = fetch_near(database, selection)
    names = ["kind", "game", "kept from", "other", "source", "record", "plies", "differs in"]
    rows = [
        [
            found.kind,
            found.game_id,
            found.game_source,
            found.other_id,
            found.source,
            found.index,
            found.ply_count,
            found.differences,
        ]
        for found in (*merged, *contradicting)
    ]
    write_rows(format_name, names, rows, ("differs in", "record", "kept from"))
    if format_name == "table":
        output.talk(f"{len(merged)} merged, {len(contradicting)} near")
