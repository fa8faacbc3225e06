"""The policies of Mentis: their players, and the door to the kernels that play for them."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.games.mentis.rules.position import Position


def _play_random(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of moves uniform over their kinds, and over the moves of the kind."""
    from mentis_records.games.mentis.selfplay.played_game import RandomChooser, play_choosers

    chooser = RandomChooser()
    return play_choosers(position, chooser, chooser, seed, limit)


def _play_greedy(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of moves that a short search finds best, noise apart."""
    from mentis_records.games.mentis.selfplay.played_game import GreedyChooser, play_choosers

    blue, red = (GreedyChooser(temperature) for temperature in temperatures)
    return play_choosers(position, blue, red, seed, limit)


POLICIES = (
    Policy("random", (Player("random"),), has_temperature=False, play=_play_random),
    Policy(
        "greedy",
        (
            Player("greedy novice", 1.6),
            Player("greedy beginner", 0.7),
            Player("greedy amateur", 0.35),
            Player("greedy expert", 0.2),
            Player("greedy master", 0.1),
        ),
        has_temperature=True,
        play=_play_greedy,
    ),
)
"""The first is the plainest; players go from the weakest to the strongest."""
