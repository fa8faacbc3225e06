"""Random play of any game: uniform over the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import Rules, play_game


def policies_of(game: AnyGame) -> tuple[Policy, ...]:
    """Return the policies of a game: its own, or random play over its legal moves."""
    return game.description.policies or (random_policy(rules_of(game)),)


def rules_of(game: AnyGame) -> Rules:
    """Return what must be known of a game to play it."""
    facts = game.description
    return Rules(game.legal_moves, game.play, game.outcome, game.decode_move, facts.repetitions)


def random_policy(rules: Rules) -> Policy:
    """Return random play by some rules."""

    def play(position: Any, temperatures: Sequence[float], seed: int, limit: int) -> PlayedGame:
        return play_game(rules, position, (_choose, _choose), seed, limit)

    return Policy("random", (Player("random"),), has_temperature=False, play=play)


def _choose(position: Any, moves: Sequence[Any], stream: Stream) -> int:
    return choose_noisily(((move.code, 0) for move in moves), 0, stream)
