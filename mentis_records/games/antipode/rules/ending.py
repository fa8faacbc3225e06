"""How games and rounds end: seven captures, seven Primes, too few pieces, both sides blocked."""

from __future__ import annotations

from mentis_records.core.outcome import RESULT_DRAW, RESULTS, Outcome, Points, Termination
from mentis_records.games.antipode.rules.position import (
    BLOCKED,
    FEWEST,
    FLOOR,
    TO_WIN,
    TOURNAMENT,
    Position,
)
from mentis_records.games.antipode.rules.square import CENTRE, PRIME

CAPTURES, PRIMES, PIECES, BOTH_BLOCKED = "captures", "primes", "pieces", "both blocked"
TERMINATIONS = (CAPTURES, PRIMES, PIECES, BOTH_BLOCKED)


def is_over(position: Position) -> bool:
    """Tell whether the board shows an end."""
    (gold, silver), flags = position.stones, position.flags
    if max(position.captures) >= TO_WIN or flags & BLOCKED:
        return True
    if (gold & PRIME).bit_count() >= TO_WIN or (silver & PRIME).bit_count() >= TO_WIN:
        return True
    if not flags & FLOOR:
        return False
    hands = position.hands
    return gold.bit_count() + hands[0] < FEWEST or silver.bit_count() + hands[1] < FEWEST


def outcome_of(position: Position) -> Outcome | None:
    """Return the end that the board shows (rules R13), or None.

    Where a stated position fulfils one end for both sides, that of the side that moved last counts.
    """
    if not is_over(position):
        return None
    for termination in (PIECES, CAPTURES, PRIMES):
        for winner in (1 - position.side, position.side):
            if _has_won(position, winner, termination):
                points = None if termination == PIECES else _points(position, winner)
                return Outcome(RESULTS[winner], termination, points)
    return Outcome(RESULT_DRAW, BOTH_BLOCKED, _points(position, None))


def _has_won(position: Position, winner: int, termination: str) -> bool:
    if termination == PIECES:
        return position.flags & FLOOR != 0 and position.pieces(1 - winner) < FEWEST
    if termination == CAPTURES:
        return position.captures[winner] >= TO_WIN
    return position.primes(winner) >= TO_WIN


def _points(position: Position, winner: int | None) -> Points | None:
    """Return the points of a round that the board or an agreement ends (Tournament, rules R13).

    Without a winner no Primes are scored. Only rounds under tournament rules have points.
    """
    if not position.flags & TOURNAMENT:
        return None
    points = [0, 0]
    ahead = position.captures[0] - position.captures[1]
    points[0 if ahead > 0 else 1] += abs(ahead)
    if winner is not None and position.primes(winner) >= TO_WIN:
        points[winner] += TO_WIN - position.primes(1 - winner)
    if position.token == CENTRE:
        points[position.face] += 2
    elif PRIME >> position.token & 1:
        points[position.face] += 1
    return points[0], points[1]


def score(position: Position, result: str, termination: str | None) -> Points | None:
    """Return the points of a round that the board does not end (capability ``score``).

    Only rounds that are agreed or adjudicated have some: one that is resigned or forfeited is lost
    with the match, and others are not over (Tournament; Tags and matches).
    """
    if termination in (Termination.AGREEMENT, Termination.ADJUDICATION):
        return _points(position, None)
    return None
