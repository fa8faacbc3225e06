"""``mentis lake tree``."""

from __future__ import annotations

from typing import Annotated

import typer

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
from mentis_records.cli.list_option import FirstMoves, FirstPosition, LeastGames, MostPositions
from mentis_records.cli.option import (
    OpeningsFile,
    Queries,
    Rules,
    Settings,
    Variant,
    Where,
    choose_openings,
    choose_settings,
    parse_line,
    parse_position,
)
from mentis_records.cli.table import check_format
from mentis_records.cli.tree import tell_absence, write_tree


def lake_tree(
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    moves: FirstMoves = "",
    position: FirstPosition = "",
    depth: Annotated[int, typer.Option("--depth", min=1, help="How many plies deep.")] = 1,
    min_games: LeastGames = 1,
    max_positions: MostPositions = 10_000,
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    queries: Queries = [],  # noqa: B006 - typer reads it, nobody writes to it
    openings: OpeningsFile = None,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Show the moves played in a position, with counts and results.

    Mirror images are counted together, as in mentis tree. Each ply of depth asks all shards anew.
    """
    check_format(format_name)
    from mentis_records.lake.lake_game import called
    from mentis_records.lake.merged_answer import LakeContinuations
    from mentis_records.statistics.tree import grow_tree

    manifest = open_manifest(folder)
    game = asked_game(manifest, folder, rules)
    names = choose_openings(openings)
    start = parse_position(game, position, choose_settings(game, variant, settings))
    here, name = names.follow(game, start, parse_line(game, "--moves", start, moves))
    chosen = choose_games(manifest, folder, rules, where, queries, is_of_one=True, is_played=True)
    with asked_lake(folder, manifest, chosen, workers, scheduler, time_limit) as question:
        found = grow_tree(
            LakeContinuations(question),
            game,
            here,
            depth=depth,
            min_games=min_games,
            max_positions=max_positions,
            openings=names,
            name=name,
        )
    if not found.reached and format_name == "table":
        is_usual = not (position or moves or variant or settings)
        tell_absence(found, is_usual=is_usual, is_selected=bool(where or queries))
        return
    write_tree(found, format_name, lambda number: called(manifest.shards, number))
