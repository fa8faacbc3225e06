"""``mentis lake games``."""

from __future__ import annotations

from typing import Annotated

import typer

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
from mentis_records.cli.list_option import (
    GamesLimit,
    GamesOrder,
    PageNumber,
    ReachedPosition,
    check_order,
    page_bounds,
    parse_order,
    tell_page,
)
from mentis_records.cli.option import Rules, Where, parse_position
from mentis_records.cli.table import check_format, tell_no_room, write_rows


def lake_games(
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    position: ReachedPosition = "",
    sort: GamesOrder = "",
    limit: GamesLimit = None,
    page: PageNumber = None,
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
    order = parse_order(sort)
    check_order(order, columns)
    limit, first = page_bounds(limit, page, format_name)
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
    tell_page(first, len(body), total, hidden)
    tell_no_room(left_out)
