"""The policies of MensaSpiel and their players."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream
from mentis_records.games.mensaspiel.rules.ending import outcome_of
from mentis_records.games.mensaspiel.rules.move import BY_CODE, Move
from mentis_records.games.mensaspiel.rules.move_generator import legal_turns
from mentis_records.games.mensaspiel.rules.play import play_unchecked
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.selfplay.greedy_rank import PIECE, rank
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import Chooser, Rules, play_game
from mentis_records.games.selfplay.random_policy import random_policy

_RULES = Rules(legal_turns, play_unchecked, outcome_of, BY_CODE.__getitem__)


def _play_greedy(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of turns that a short search finds best, noise apart."""
    return play_game(_RULES, position, [_greedy(each) for each in temperatures], seed, limit)


def _greedy(temperature: float) -> Chooser:
    """Return a player with a temperature, in pieces."""
    heat = round(temperature * PIECE)

    def choose(position: Position, turns: Sequence[Move], stream: Stream) -> int:
        return choose_noisily(((turn.code, rank(position, turn)) for turn in turns), heat, stream)

    return choose


POLICIES = (
    random_policy(_RULES),
    Policy(
        "greedy",
        (
            Player("greedy novice", 1.6),
            Player("greedy amateur", 0.6),
            Player("greedy expert", 0.25),
            Player("greedy master", 0.05),
        ),
        has_temperature=True,
        play=_play_greedy,
    ),
)
"""The first is the plainest; players go from the weakest to the strongest."""
