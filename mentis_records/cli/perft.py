"""``mentis perft``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import Variant, choose_options, parse_position


def perft(
    depth: Annotated[int, typer.Argument(min=0, max=64, help="How many plies deep to count.")],
    position: Annotated[
        str, typer.Option("--position", help="A position string instead of the start.")
    ] = "",
    variant: Variant = "",
    divide: Annotated[
        bool, typer.Option("--divide", help="Count below every first move apart.")
    ] = False,
) -> None:
    """Count the sequences of legal turns from a position.

    Every distinct notation counts, repetition does not end a game here.
    """
    from mentis_records.cli.progress import track
    from mentis_records.games import GAMES
    from mentis_records.games.perft import count_leaves

    game = GAMES[0]
    start = parse_position(position, choose_options(variant))
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
