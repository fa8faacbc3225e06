"""Count sequences of turns, for any game; the moves come from the game."""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import AnyGame


def count_leaves(game: AnyGame, position: Any, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal turns from a position."""
    if depth == 0:
        return 1
    moves = game.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(count_leaves(game, game.play(position, move), depth - 1) for move in moves)
