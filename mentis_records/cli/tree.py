"""``mentis tree``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.list_option import FirstMoves, FirstPosition, LeastGames, MostPositions
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    OpeningsFile,
    Queries,
    Rules,
    Settings,
    Variant,
    Where,
    choose_openings,
    choose_selection,
    choose_settings,
    parse_line,
    parse_position,
)
from mentis_records.cli.share import first_share
from mentis_records.cli.table import check_format, write_rows
from mentis_records.core.text import counted

if TYPE_CHECKING:
    from mentis_records.statistics.tree import Branch, Tree

Called = Callable[[int], int | str]

_DROPPABLE = (
    *("goes on", "last", "performance", "elo", "reached", "open", "also", "name"),
    *("draws", "ply"),
)
"""What a table leaves out if it says nothing, or where there is no room, first things first."""


def tree(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    moves: FirstMoves = "",
    position: FirstPosition = "",
    depth: Annotated[
        int | None, typer.Option("--depth", min=1, help="How many plies deep.", show_default="1")
    ] = None,
    min_games: LeastGames = 1,
    max_positions: MostPositions = 10_000,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
    openings: OpeningsFile = None,
    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            help="table, csv or json.",
            show_default="table; on a terminal without --depth: walk the tree with keys",
        ),
    ] = "",
) -> None:
    """Show the moves played in a position, with counts and results.

    Mirror images are counted together. 'played' is how often a move was played, 'reached' how
    often the position after it came up by any move order. A position on several lines is
    continued once. On a terminal the arrow keys walk the tree: right plays a move, left goes back.
    """
    check_format(format_name or "table")
    from mentis_records.cli.progress import progress_bar
    from mentis_records.statistics.tree import opening_tree
    from mentis_records.store.record import settle

    with opened(db, memory_limit) as database:
        asked = Asked(db, rules)
        game = asked.game
        names = choose_openings(openings)
        start = parse_position(game, position, choose_settings(game, variant, settings))
        here, name = names.follow(game, start, parse_line(game, "--moves", start, moves))
        chosen = choose_selection(where, db, queries, asked=asked)
        is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and output.knows_escapes()
        is_walk = not format_name and depth is None and is_terminal
        selection = settle(database, chosen).played
        if is_walk:
            from mentis_records.cli.tree_walk import games_at, walk_tree

            walk_tree(
                lambda position, name: opening_tree(
                    database,
                    game,
                    position,
                    min_games=min_games,
                    selection=selection,
                    openings=names,
                    name=name,
                ),
                lambda position: games_at(database, game, position, selection),
                game,
                here,
                name,
            )
            return
        with progress_bar("opening tree") as advance:
            found = opening_tree(
                database,
                game,
                here,
                depth=depth or 1,
                min_games=min_games,
                max_positions=max_positions,
                selection=selection,
                openings=names,
                name=name,
                progress=advance,
            )
    if not found.reached and format_name in ("", "table"):
        is_usual = not (position or moves or variant or settings)
        tell_absence(found, is_usual=is_usual, is_selected=bool(where or queries))
        return
    write_tree(found, format_name or "table")


def tell_absence(found: Tree, *, is_usual: bool, is_selected: bool) -> None:
    """Say that no game has the position; of the usual start, how to ask of another."""
    games = "no game that was selected" if is_selected else "no game"
    if is_usual:
        output.talk(f"{games} begins at the usual start; --position or --setting asks of another")
    else:
        output.talk(f"{games} reached this position ({found.standing})")


def write_tree(found: Tree, format_name: str, called: Called = int) -> None:
    """Write a tree in one of the table formats, and say what was left out.

    ``called`` says how games are called by their numbers.
    """
    if format_name == "table":
        _write_table(found)
    else:
        _write_data(found, format_name, called)
    _tell_left_out(found)


def _write_table(found: Tree) -> None:
    first, second = (side.lower() for side in found.sides)
    names = ["ply", "move", "also", "name", "played", "reached", "games", first, "draws", second]
    names += ["open", f"{first} %", "elo", "performance", "last", "goes on"]
    rows = []
    above: dict[tuple[str, ...], str] = {(): found.name}
    for line, branch in found.walk():
        above[line] = branch.name
        rows.append(
            [
                len(line),
                "  " * (len(line) - 1) + branch.notation,
                " ".join(branch.also),
                branch.name if branch.name != above[line[:-1]] else "",
                branch.played,
                branch.reached,
                *branch.results.counts,
                first_share(branch.results),
                *_strength(branch),
                branch.last_date,
                _end(branch),
            ]
        )
    left_out = write_rows("table", names, rows, _DROPPABLE)
    called = f", {found.name}" if found.name else ""
    output.talk(
        f"{found.standing}{called}, position reached {counted(found.reached, 'time')}; "
        "open: result *"
    )
    if left_out:
        output.talk(f"no room for: {', '.join(left_out)}; --format csv has all columns")


def _write_data(found: Tree, format_name: str, called: Called) -> None:
    from mentis_records.export.tree_row import tree_columns, tree_rows

    rows = tree_rows(found, is_flat=format_name == "csv", called=called)
    write_rows(format_name, tree_columns(found), rows)


def _strength(branch: Branch) -> tuple[int | None, int | None]:
    strength = branch.strength
    average = None if strength.average is None else round(strength.average)
    return average, None if strength.is_small else strength.performance


def _end(branch: Branch) -> str:
    from mentis_records.statistics.grow import End

    match branch.end:
        case End.TRANSPOSITION:
            return f"as {' '.join(branch.same_as) or 'at the beginning'}"
        case End.LIMIT:
            return "not looked up"
        case _:
            return ""


def _tell_left_out(found: Tree) -> None:
    """Say what is not among the rows, and by which option it would be."""
    from mentis_records.statistics.grow import End

    trees = [found, *(branch.tree for _, branch in found.walk() if branch.tree is not None)]
    hidden = sum(each.hidden for each in trees)
    if hidden:
        played = sum(each.hidden_played for each in trees)
        fewer = f"in fewer than {found.min_games} games"
        one = f"move {fewer} is not shown; it was played"
        many = f"moves {fewer} are not shown; they were played"
        output.talk(f"{counted(hidden, one, many)} {counted(played, 'time')} (--min-games)")
    limited = sum(branch.end is End.LIMIT for _, branch in found.walk())
    if limited:
        one = "position not looked up, the one with the fewest games"
        many = "positions not looked up, those with the fewest games"
        output.talk(f"{counted(limited, one, many)} (--max-positions)")
