"""``mentis perft``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    Rules,
    Settings,
    Variant,
    choose_game,
    choose_settings,
    parse_position,
)


def perft(
    depth: Annotated[int, typer.Argument(min=0, max=64, help="How many plies deep to count.")],
    position: Annotated[
        str, typer.Option("--position", help="A position string instead of the start.")
    ] = "",
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    divide: Annotated[
        bool, typer.Option("--divide", help="Count separately for each first move.")
    ] = False,
) -> None:
    """Count the sequences of legal turns from a position.

    Every distinct notation counts; repetition does not end a game here.
    """
    from mentis_records.cli.progress import track
    from mentis_records.games.perft import count_leaves

    game = choose_game(rules)
    start = parse_position(game, position, choose_settings(game, variant, settings))
    if depth == 0:
        output.write("1")
        return
    total = 0
    for move in track(game.legal_moves(start), "perft", is_writing=divide):
        leaves = count_leaves(game, game.play(start, move), depth - 1)
        total += leaves
        if divide:
            output.write(f"{move.notation} {leaves}")
    output.write(str(total))
