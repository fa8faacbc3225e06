"""``mentis tree``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Variant,
    Where,
    choose_options,
    choose_selection,
    parse_position,
)
from mentis_records.cli.table import check_format, write_rows

if TYPE_CHECKING:
    from mentis_records.statistics.tree import Branch, Tree

_ALSO = 2
"""The column of the mirror images, left out of tables that have none."""


def tree(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    position: Annotated[
        str, typer.Option("--position", help="A position string instead of the start.")
    ] = "",
    depth: Annotated[int, typer.Option("--depth", min=1, max=20, help="How many plies.")] = 1,
    min_games: Annotated[
        int, typer.Option("--min-games", min=1, help="Hide moves of fewer games.")
    ] = 1,
    variant: Variant = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Show the moves played in a position, with counts and results.

    Mirror images count together. 'played' counts how often a move was played, 'reached' how
    often the position after it came up by whatever way.
    """
    check_format(format_name)
    from mentis_records.games import GAMES
    from mentis_records.statistics.tree import opening_tree
    from mentis_records.store.database import Database
    from mentis_records.store.error import StoreError

    selection = choose_selection(where, db)
    start = parse_position(position, choose_options(variant))
    try:
        with Database.open(db, memory_limit) as database:
            found = opening_tree(
                database,
                GAMES[0],
                start,
                depth=depth,
                min_games=min_games,
                selection=selection,
            )
    except StoreError as error:
        output.fail(str(error))
    write_tree(found, format_name)


def write_tree(found: Tree, format_name: str) -> None:
    """Write a tree in one of the table formats."""
    first, second = (side.lower() for side in found.sides)
    names = ["ply", "move", "also", "played", "reached", "games", first, "draws", second, "open"]
    rows = [_row(line, branch, format_name == "table") for line, branch in found.walk()]
    names.append("position")
    if format_name == "table":
        names.pop()
        rows = [row[:-1] for row in rows]
    if format_name == "table" and not any(row[_ALSO] for row in rows):
        names.pop(_ALSO)
        rows = [row[:_ALSO] + row[_ALSO + 1 :] for row in rows]
    write_rows(format_name, names, rows)
    if format_name == "table":
        output.talk(f"{found.side} to move, position reached {found.reached} times; open: result *")
        if found.hidden:
            fewer = f"{found.min_games} games"
            output.talk(f"{found.hidden} moves of fewer than {fewer} are not shown")


def _row(line: Sequence[str], branch: Branch, is_indented: bool) -> list[Any]:
    return [
        len(line),
        ("  " * (len(line) - 1) if is_indented else "") + branch.notation,
        " ".join(branch.also),
        branch.played,
        branch.reached,
        *branch.results.counts,
        branch.position,
    ]
