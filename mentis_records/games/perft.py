"""Count sequences of turns, for any game; most of the counting is done by the game's kernel."""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.notation.bulk import make_kernel

KERNEL_DEPTH = 3
"""How deep kernels count at a time: further down, Ctrl-C would have to wait for too long."""


def count_leaves(game: AnyGame, position: Any, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal turns from a position.

    Raises:
        ValueError: the depth is below 0.
    """
    if depth > KERNEL_DEPTH:
        return sum(
            count_leaves(game, game.play(position, move), depth - 1)
            for move in game.legal_moves(position)
        )
    kernel = make_kernel(game)
    kernel.reserve(1)
    kernel.fill(0, position)
    kernel.restore_slot(0)
    return kernel.perft(depth)
