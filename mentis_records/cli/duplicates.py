"""``mentis duplicates``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.duplicate_resolution import KEEPS, Resolution
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Where,
    choose_selection,
    parse_ids,
)
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, write_rows


def duplicates(
    action: Annotated[str, typer.Argument(metavar="ACTION", help="list or resolve.")] = "list",
    game_ids: Annotated[
        list[str],
        typer.Argument(metavar="[ID...]", help="resolve: only pairs with one of these games."),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    near: Annotated[
        bool, typer.Option("--near", help="Only near ones: games with the same plies, kept apart.")
    ] = False,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep",
            help="resolve: first, later or both; of every pair.",
            metavar="WHICH",
            show_default="asks for each pair",
        ),
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="resolve: take back the last answer.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="resolve: do not ask.")] = False,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List duplicate records and possible duplicates, or resolve the latter.

    exact and prefix records are merged with the game; near ones, which have the same plies but
    contradictory tags or no players, are games of their own. --where selects by the game that was
    kept; of near ones, by either game. resolve shows near pairs one by one and asks which game is
    kept: the other one becomes a duplicate of it. Pairs of which both are kept are not listed
    again, unless resolve is given one of their numbers.
    """
    output.check_choice("action", action, ("list", "resolve"))
    check_format(format_name)
    if action == "list":
        if game_ids or keep is not None or undo or yes:
            output.fail("numbers, --keep, --undo and --yes belong to resolve")
    else:
        if keep is not None:
            output.check_choice("--keep", keep, KEEPS)
        if format_name == "csv":
            output.fail("resolve has no csv: choose table or json")
        if undo and (game_ids or keep is not None or where):
            output.fail("--undo takes back the last answer: no games and no --keep beside it")
        resolution = Resolution(db, memory_limit, keep, not yes, format_name)
        if undo:
            resolution.undo()
            return
        wanted = sorted(set[int]().union(*map(parse_ids, game_ids)))
        resolution.run(wanted, choose_selection(where, db))
        return
    selection = choose_selection(where, db)
    from mentis_records.export.duplicate_row import DUPLICATE_COLUMNS, duplicate_row
    from mentis_records.store.duplicate.duplicate_list import fetch_merged, fetch_near

    with opened(db, memory_limit) as database, waiting_bar():
        merged = [] if near else fetch_merged(database, selection)
        contradicting = fetch_near(database, selection)
    rows = map(duplicate_row, (*merged, *contradicting))
    write_rows(format_name, DUPLICATE_COLUMNS, rows, ("differs in", "record", "kept from"))
    if format_name == "table":
        output.talk(f"{len(merged)} merged, {len(contradicting)} near")
