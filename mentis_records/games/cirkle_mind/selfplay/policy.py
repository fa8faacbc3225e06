"""The policies of CirKle Mind and their players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream
from mentis_records.games.cirkle_mind.rules.ending import outcome_of
from mentis_records.games.cirkle_mind.rules.move import Move, decode, squares_code
from mentis_records.games.cirkle_mind.rules.move_generator import legal_turns
from mentis_records.games.cirkle_mind.rules.play import play_unchecked
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.selfplay.chosen_setup import begin_greedily, begin_randomly
from mentis_records.games.cirkle_mind.selfplay.greedy_rank import PIECE, rank, sight_of
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import Chooser, Rules, play_game
from mentis_records.games.selfplay.random_policy import random_policy

_RULES = Rules(legal_turns, play_unchecked, outcome_of, decode)


def _play_greedy(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of turns that a short search finds best, noise apart."""
    return play_game(_RULES, position, [chooser(each) for each in temperatures], seed, limit)


def chooser(temperature: float) -> Chooser:
    """Return a player with a temperature, in pieces.

    It chooses by the squares of turns alone. Where a face is not written down, chance says
    which of the outcomes there are.
    """
    heat = round(temperature * PIECE)

    def choose(position: Position, turns: Sequence[Move], stream: Stream) -> int:
        sight = sight_of(position)
        by_squares: dict[int, list[Move]] = {}
        for turn in turns:
            by_squares.setdefault(squares_code(turn.code), []).append(turn)
        ranked = ((code, rank(sight, same[0])) for code, same in by_squares.items())
        chosen = by_squares[choose_noisily(ranked, heat, stream)]
        return chosen[stream.below(len(chosen))].code

    return choose


POLICIES = (
    replace(random_policy(_RULES), begin=begin_randomly),
    Policy(
        "greedy",
        (
            Player("greedy novice", 1.2),
            Player("greedy amateur", 0.45),
            Player("greedy master", 0.05),
        ),
        has_temperature=True,
        play=_play_greedy,
        begin=begin_greedily,
    ),
)
"""The first is the plainest; players go from the weakest to the strongest."""
