"""Whole games between two choosers of moves, to their end on the board or the limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mentis_records.core.outcome import RESULT_DRAW, Outcome, Termination
from mentis_records.core.policy import PlayedGame
from mentis_records.fast.mix import Stream

Chooser = Callable[[Any, Sequence[Any], Stream], int]
"""Returns the code of one of the legal moves of a position, with chance from a stream."""


class Rules(NamedTuple):
    """What must be known of a game to play it, as ``core.game.Game`` and its description have it.

    The moves need not be sorted.
    """

    legal_moves: Callable[[Any], Sequence[Any]]
    play: Callable[[Any, Any], Any]
    outcome: Callable[[Any], Outcome | None]
    decode_move: Callable[[int], Any]
    repetitions: int = 0


def play_game(
    rules: Rules, position: Any, choosers: Sequence[Chooser], seed: int, limit: int
) -> PlayedGame:
    """Play a game from a position to its end on the board, repetition included, or the limit.

    Args:
        rules: of the game.
        position: where it starts.
        choosers: who moves, one for each side.
        seed: of the only stream of chance, 0 to 2**64 - 1.
        limit: the most plies.
    """
    stream, most = Stream(seed), rules.repetitions
    codes: list[int] = []
    sides: list[int] = []
    numbers: list[int] = []
    counts = {position.key: 1} if most else {}
    outcome = rules.outcome(position)
    while outcome is None and len(codes) < limit:
        code = choosers[position.side](position, rules.legal_moves(position), stream)
        codes.append(code)
        sides.append(position.side)
        numbers.append(position.move_number)
        position = rules.play(position, rules.decode_move(code))
        outcome = rules.outcome(position)
        if most:
            counts[position.key] = counts.get(position.key, 0) + 1
            if outcome is None and most <= counts[position.key]:
                outcome = Outcome(RESULT_DRAW, Termination.REPETITION)
    return PlayedGame(codes, sides, numbers, outcome)
