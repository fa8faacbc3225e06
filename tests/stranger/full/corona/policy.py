"""How Corona plays by itself: by chance, or making and preventing rows unless it is careless."""

from collections import Counter

from corona.board import completing
from corona.game import GAME
from mentis_records.core.outcome import RESULT_DRAW, Outcome
from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream


def _play(position, temperatures, seed, limit):
    """Play a game; a side's temperature is the part of turns in which it looks at nothing."""
    stream, known = Stream(seed), Counter([position.key])
    codes, sides, numbers, outcome = [], [], [], GAME.outcome(position)
    while outcome is None and len(codes) < limit:
        moves = GAME.legal_moves(position)
        if stream.below(1000) >= 1000 * temperatures[position.side]:
            moves = _best(position, moves)
        move = moves[stream.below(len(moves))]
        codes.append(move.code)
        sides.append(position.side)
        numbers.append(position.move_number)
        position = GAME.play(position, move)
        known[position.key] += 1
        outcome = GAME.outcome(position)
        if outcome is None and known[position.key] == 3:
            outcome = Outcome(RESULT_DRAW, "repetition")
    return PlayedGame(codes, sides, numbers, outcome)


def _best(position, moves):
    """Return the moves that win, else those to where the enemy would make a row, else all."""
    other = "bw"[position.side]
    won = [move for move in moves if GAME.outcome(GAME.play(position, move))]
    barred = [move for move in moves if move.target in completing(position.stones, other)]
    return won or barred or moves


def _play_by_chance(position, temperatures, seed, limit):
    return _play(position, (1.0, 1.0), seed, limit)


POLICIES = (
    Policy("random", (Player("random"),), has_temperature=False, play=_play_by_chance),
    Policy(
        "greedy",
        (Player("careless", 0.5), Player("careful", 0.1)),
        has_temperature=True,
        play=_play,
    ),
)
