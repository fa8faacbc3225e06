"""The policies of Antipode and their players, who use the right to cite wherever they have it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream
from mentis_records.games.antipode.rules.duty import cited
from mentis_records.games.antipode.rules.ending import is_over, outcome_of
from mentis_records.games.antipode.rules.move import PASS, PENALTY, Move, unpack
from mentis_records.games.antipode.rules.move_generator import turns
from mentis_records.games.antipode.rules.play import play_unchecked
from mentis_records.games.antipode.rules.position import INFRACTION, Position
from mentis_records.games.antipode.rules.square import squares_of
from mentis_records.games.antipode.selfplay.greedy_rank import STONE, ranked
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import Chooser, Rules, play_game

_Rank = Callable[[Position, Iterable[Move]], Iterable[tuple[int, int]]]
"""Returns the codes of turns, each with how good it is."""


def _listed(position: Position) -> list[Move]:
    """Return the legal turns of a round that is not over, citations left out."""
    return [*turns(position)] or [Move(PASS)]


_RULES = Rules(_listed, play_unchecked, outcome_of, unpack)


def _same(position: Position, moves: Iterable[Move]) -> Iterable[tuple[int, int]]:
    """Return turns as equally good."""
    return ((move.code, 0) for move in moves)


def _chooser(rank: _Rank, heat: int) -> Chooser:
    """Return a player who ranks turns and strays by some heat."""

    def choose(position: Position, moves: Sequence[Move], stream: Stream) -> int:
        if not position.flags & INFRACTION:
            return choose_noisily(rank(position, moves), heat, stream)
        penalties = [
            Move(PENALTY, cited=place) for place in squares_of(position.stones[1 - position.side])
        ]
        penalty = unpack(choose_noisily(rank(position, penalties), heat, stream))
        after = cited(position, penalty.cited)
        if is_over(after):
            return penalty.code
        turn = unpack(choose_noisily(rank(after, _listed(after)), heat, stream))
        return turn._replace(cited=penalty.cited).code

    return choose


def _play_random(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of turns that are all as likely."""
    return play_game(_RULES, position, [_chooser(_same, 0)] * 2, seed, limit)


def _play_greedy(
    position: Position, temperatures: Sequence[float], seed: int, limit: int
) -> PlayedGame:
    """Play a game of turns that a short search finds best, noise apart."""
    choosers = [_chooser(ranked, round(each * STONE)) for each in temperatures]
    return play_game(_RULES, position, choosers, seed, limit)


POLICIES = (
    Policy("random", (Player("random"),), has_temperature=False, play=_play_random),
    Policy(
        "greedy",
        (
            Player("greedy novice", 2.0),
            Player("greedy amateur", 0.8),
            Player("greedy expert", 0.3),
            Player("greedy master", 0.05),
        ),
        has_temperature=True,
        play=_play_greedy,
    ),
)
"""The first is the plainest; players go from the weakest to the strongest."""
