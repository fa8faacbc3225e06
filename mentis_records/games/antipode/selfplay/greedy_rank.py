"""How a turn ranks for greedy play: what a side has after it, less what the enemy's reply gains.

Turns that differ only in the way of a jump count once, by the shortest way. Ranks are whole
numbers, a stone being worth 100, so that every machine ranks alike. A turn that ends the round is
worth some stones and not more: weak players overlook it now and then, and miss a mandatory move.
"""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.core.outcome import WINNERS
from mentis_records.games.antipode.rules.ending import outcome_of
from mentis_records.games.antipode.rules.jump import JumpBoard
from mentis_records.games.antipode.rules.move import Move
from mentis_records.games.antipode.rules.move_generator import placements, steps
from mentis_records.games.antipode.rules.play import play_unchecked
from mentis_records.games.antipode.rules.position import INFRACTION, TO_WIN, Position
from mentis_records.games.antipode.rules.square import CENTRE, LEGS, PRIME, squares_of

STONE = 100
"""What a captured stone is worth."""

WON = 5 * STONE
"""What the end of a round is worth to who wins it, its points apart."""

POINT = 20
"""What a point in a match is worth when a round ends."""

PRIMES = (0, 3, 7, 12, 18, 28, 50, 200)
"""What so many stones on Prime squares are worth."""

FACE = 30
"""What control of the Antipode is worth; as much again on the Centre, half of it on a Prime."""

_LEGS = 4
"""The most legs of a reply that is looked for."""


def ranked(position: Position, turns: Iterable[Move]) -> list[tuple[int, int]]:
    """Return the codes of turns that lead to different positions, each with its rank.

    Penalties may be among them: the side is then still to move.
    """
    found: dict[int, tuple[Move, Position]] = {}
    for turn in turns:
        after = play_unchecked(position, turn)
        known = found.get(after.sums)
        if known is None or len(turn.path) < len(known[0].path):
            found[after.sums] = turn, after
    return [(turn.code, _worth(after, position.side)) for turn, after in found.values()]


def balance(position: Position, side: int) -> int:
    """Return what a side has, less what the enemy has."""
    enemy = 1 - side
    found = STONE * (position.captures[side] - position.captures[enemy])
    found += PRIMES[position.primes(side)] - PRIMES[position.primes(enemy)]
    held = FACE
    if position.token == CENTRE:
        held += FACE
    elif PRIME >> position.token & 1:
        held += FACE // 2
    return found + (held if position.face == side else -held)


def best_gain(position: Position) -> int:
    """Return the most that the side to move gains with one turn of few legs, at least 0.

    A stone that it may take as a penalty comes on top.
    """
    side, face, occupied = position.side, position.face, position.occupied
    found = WON if position.primes(side) + 1 >= TO_WIN and _has_last_prime(position) else 0
    for start in squares_of(position.stones[side]):
        if any(occupied >> over & 1 for over, _ in LEGS[start]):
            found = max(found, _jump_gain(JumpBoard(position, start), side, face, _LEGS))
    return found + (STONE if position.flags & INFRACTION else 0)


def _worth(position: Position, side: int) -> int:
    """Return how good a position is for the side that has led to it."""
    outcome = outcome_of(position)
    if outcome is None:
        gain = best_gain(position)
        return balance(position, side) + (gain if position.side == side else -gain)
    winner = WINNERS[outcome.result]
    points = outcome.points or (0, 0)
    found = POINT * (points[side] - points[1 - side])
    return found if winner is None else found + (WON if winner == side else -WON)


def _has_last_prime(position: Position) -> bool:
    """Tell whether one more stone can come onto a Prime square by placing or a step."""
    if any(PRIME >> move.path[0] & 1 for move in placements(position)):
        return True
    return any(
        PRIME >> move.path[1] & 1 and not PRIME >> move.path[0] & 1 for move in steps(position)
    )


def _jump_gain(board: JumpBoard, side: int, face: int, legs: int) -> int:
    """Return the most that a jump gains in so many legs more, what it has taken included."""
    if board.has_ended():
        return WON
    found = STONE * board.taken + (2 * FACE if board.face == side != face else 0)
    if not legs:
        return found
    start = board.place
    for over, landing in LEGS[start]:
        sign = board.sign(over)
        if not sign or not board.is_free(landing) or board.is_barred(start, over):
            continue
        board.jump(over, landing)
        if not board.is_repeated():
            board.enter()
            found = max(found, _jump_gain(board, side, face, legs - 1))
            board.leave()
        board.undo(over, start, sign)
    return found
