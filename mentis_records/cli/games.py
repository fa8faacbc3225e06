"""``mentis games``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer

from mentis_records.cli.collection_file import opened
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
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    Rules,
    Where,
    choose_selection,
    parse_position,
    select_game,
)
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, tell_no_room, write_rows

DROPPABLE = (
    *("source", "site", "variant", "termination", "blue_elo", "red_elo", "event", "round"),
    "date",
)
"""What a table leaves out if it says nothing, or where there is no room, first things first."""


def games(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    position: ReachedPosition = "",
    sort: GamesOrder = "",
    limit: GamesLimit = None,
    page: PageNumber = None,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List games of a database: select, sort, page.

    csv and json have all games unless --limit or --page is given. A table leaves out settings that
    are long texts or secret, and columns that say nothing or do not fit the terminal. A position is
    found as its mirror images are.
    """
    check_format(format_name)
    from mentis_records.store.game_list import count_games, list_columns, list_games
    from mentis_records.store.game_tables import sole_game
    from mentis_records.store.schema import LONG_SETTINGS
    from mentis_records.store.selection import select_reaching

    order = parse_order(sort)
    asked = Asked(db, rules)
    selection = choose_selection(where, db, asked=asked)
    if rules:
        selection &= select_game(asked.game)
    if position:
        key = parse_position(asked.game, position, {}).canonical_key
        selection &= select_reaching(asked.game.description.slug, key, f"position {position}")
    limit, first = page_bounds(limit, page, format_name)
    left_out: list[str] = []
    with opened(db, memory_limit) as database:
        columns = list_columns(asked.game.description.slug if rules else sole_game(database))
        check_order(order, columns)
        long = {tag.lower() for tag in LONG_SETTINGS} if format_name == "table" else set()
        hidden = dict.fromkeys(name for name in columns if name in long)
        columns = {name: sql for name, sql in columns.items() if name not in long}
        with waiting_bar():
            total = count_games(database, selection)
        shown = min(limit or total, max(0, total - first))
        if shown or format_name != "table":
            with waiting_bar():
                listed = list_games(database, selection, columns, order, limit or None, first)
            with listed as found:
                rows = (
                    without_long(found, long, hidden) if long and "settings" in columns else found
                )
                left_out = write_rows(format_name, list(columns), rows, DROPPABLE)
    if format_name != "table":
        return
    tell_page(first, shown, total, hidden)
    tell_no_room(left_out)


def without_long(
    rows: Iterable[Sequence[Any]], tags: set[str], hidden: dict[str, None]
) -> Iterator[list[Any]]:
    """Yield rows without some tags in their mappings; ``hidden`` gets those that were there."""
    for row in rows:
        kept = []
        for value in row:
            if isinstance(value, dict):
                hidden.update({tag.lower(): None for tag in value if tag.lower() in tags})
                value = {tag: each for tag, each in value.items() if tag.lower() not in tags}
            kept.append(value)
        yield kept
