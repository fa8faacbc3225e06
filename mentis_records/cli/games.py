"""``mentis games``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
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

_PAGE = 20
"""Games a page, unless it is said how many."""


def games(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
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

    order = [name.strip().lower() for name in sort.split(",") if name.strip()]
    asked = Asked(db, rules)
    selection = choose_selection(where, db, asked=asked)
    if rules:
        selection &= select_game(asked.game)
    if position:
        key = parse_position(asked.game, position, {}).canonical_key
        selection &= select_reaching(asked.game.description.slug, key, f"position {position}")
    if limit is None:
        limit = 0 if page is None and format_name != "table" else _PAGE
    first = ((page or 1) - 1) * limit
    left_out: list[str] = []
    with opened(db, memory_limit) as database:
        columns = list_columns(asked.game.description.slug if rules else sole_game(database))
        for name in order:
            if name.removeprefix("-") not in columns:
                output.fail(f"--sort {name!r}: choose from {', '.join(columns)}")
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
    if shown:
        output.talk(f"games {first + 1:,} to {first + shown:,} of {total:,}")
    else:
        output.talk(f"no games on this page, {total:,} in all" if total else "no games")
    if shown and hidden:
        output.talk(f"left out: {', '.join(hidden)}; --format csv has all columns")
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
