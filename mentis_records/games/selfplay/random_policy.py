"""Random play of any game: uniform over the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, Outcome, Termination
from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.random_stream import Stream


def policies_of(game: AnyGame) -> tuple[Policy, ...]:
    """Return the policies of a game: its own, or random play over its legal moves."""
    return game.description.policies or (_random_policy(game),)


def _random_policy(game: AnyGame) -> Policy:
    def play(position: Any, temperatures: Sequence[float], seed: int, limit: int) -> PlayedGame:
        return _play(game, position, seed, limit)

    return Policy("random", (Player("random"),), has_temperature=False, play=play)


def _play(game: AnyGame, position: Any, seed: int, limit: int) -> PlayedGame:
    """Play a game to its end on the board, repetition included, or the limit."""
    stream, most = Stream(seed), game.description.repetitions
    codes: list[int] = []
    sides: list[int] = []
    numbers: list[int] = []
    counts = {position.key: 1}
    outcome = game.outcome(position)
    while outcome is None and len(codes) < limit:
        moves = game.legal_moves(position)
        move = moves[stream.below(len(moves))]
        codes.append(move.code)
        sides.append(position.side)
        numbers.append(position.move_number)
        position = game.play(position, move)
        counts[position.key] = counts.get(position.key, 0) + 1
        outcome = game.outcome(position)
        if outcome is None and 0 < most <= counts[position.key]:
            outcome = Outcome(RESULT_DRAW, Termination.REPETITION)
    return PlayedGame(codes, sides, numbers, outcome)
