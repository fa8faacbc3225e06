"""``mentis lake games``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.games import DROPPABLE, without_long
from mentis_records.cli.lake_option import (
    DEFAULT_LAKE,
    DEFAULT_TIME_LIMIT,
    LakeFolder,
    Scheduler,
    TimeLimit,
    Workers,
    asked_game,
    asked_lake,
    choose_games,
    open_manifest,
)
from mentis_records.cli.option import Rules, Where, parse_position
from mentis_records.cli.table import check_format, write_rows

_PAGE = 20


def lake_games(
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    position: Annotated[
        str, typer.Option("--position", help="Only games that reached this position.")
    ] = "",
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            help="Columns to sort by, such as date,-plies; - for greatest first. "
            "Rounds sort by their numbers.",
        ),
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=0, help="Games per page; 0: all.", show_default="20; csv, json: all"
        ),
    ] = None,
    page: Annotated[
        int | None, typer.Option("--page", min=1, help="Which page.", show_default="1")
    ] = None,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List games of a lake: select, sort, page.

    A game is named by its shard and its number there. csv and json have all games unless --limit
    or --page is given. A position is found as its mirror images are.
    """
    check_format(format_name)
    from mentis_records.lake.merged_answer import count_games, list_games
    from mentis_records.store.game_list import list_columns
    from mentis_records.store.schema import LONG_SETTINGS

    manifest = open_manifest(folder)
    reached = None
    if position:
        game = asked_game(manifest, folder, rules)
        reached = parse_position(game, position, {}).canonical_key
    chosen = choose_games(manifest, folder, rules, where, reached=reached)
    columns = list(list_columns(chosen.sole))
    order = [name.strip().lower() for name in sort.split(",") if name.strip()]
    for name in order:
        if name.removeprefix("-") not in columns:
            output.fail(f"--sort {name!r}: choose from {', '.join(columns)}")
    if limit is None:
        limit = 0 if page is None and format_name != "table" else _PAGE
    first = ((page or 1) - 1) * limit
    with asked_lake(folder, manifest, chosen, workers, scheduler, time_limit) as question:
        found = list_games(question, chosen.sole, columns, order, limit or None, first)
        if format_name != "table":
            write_rows(format_name, ["shard", *columns], found)
            return
        total = count_games(question)
        long = {tag.lower() for tag in LONG_SETTINGS}
        kept = [at for at, name in enumerate(["shard", *columns]) if name not in long]
        hidden = dict.fromkeys(name for name in columns if name in long)
        body = [[row[at] for at in kept] for row in found]
    names = [["shard", *columns][at] for at in kept]
    left_out: list[str] = []
    if body:
        rows = list(without_long(body, long, hidden)) if "settings" in columns else body
        left_out = write_rows("table", names, rows, DROPPABLE)
        output.talk(f"games {first + 1:,} to {first + len(body):,} of {total:,}")
    else:
        output.talk(f"no games on this page, {total:,} in all" if total else "no games")
    if body and hidden:
        output.talk(f"left out: {', '.join(hidden)}; --format csv has all columns")
    if left_out:
        output.talk(f"no room for: {', '.join(left_out)}; --format csv has all columns")
