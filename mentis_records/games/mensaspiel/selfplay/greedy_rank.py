"""How a turn ranks for greedy play: captures, transports and generations two plies ahead.

A turn that wins ranks first; one that lets the enemy win at once is made only where there is no
other. Else turns are ranked by what the side then has, less the most that the enemy's best
reply gains, plus half of what the side could gain if it were to move again. Ranks are whole
numbers, a piece being worth 100, so that every machine ranks alike.
"""

from __future__ import annotations

from functools import cache

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.games.mensaspiel.rules.board import (
    REACH,
    RING_SETS,
    RINGS_SET,
    SAME,
    TRANSMITTER_SET,
    square_set,
    squares_of,
)
from mentis_records.games.mensaspiel.rules.ending import outcome_of
from mentis_records.games.mensaspiel.rules.move import Move
from mentis_records.games.mensaspiel.rules.play import play_unchecked
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position

PIECE = 100
"""What an enemy piece in an own stack is worth."""

PRISONER = 300
"""What one in the prison is worth."""

STARTER = 25
"""What a starter in the base is worth; in the reserve a piece is worth nothing."""

STANDING = 20
"""What an own stack on the rings is worth, whatever is in it."""

THREAT = 400
"""The most that a threat counts for, even one to win; it counts half."""

WON = 1_000_000
_WORTH = {RESULT_FIRST: WON, RESULT_DRAW: 0, RESULT_SECOND: -WON}
"""What a result is worth to the first side."""


def rank(position: Position, turn: Move) -> int:
    """Return how good the position after a turn is for the side that makes it."""
    side = position.side
    after = play_unchecked(position, turn)
    outcome = outcome_of(after)
    if outcome is not None:
        return _WORTH[outcome.result] if side == 0 else -_WORTH[outcome.result]
    threat = min(best_gain(after, side), THREAT)
    return balance(after, side) - best_gain(after, 1 - side) + (threat >> 1)


def balance(position: Position, side: int) -> int:
    """Return what a side has, less what the enemy has."""
    own, enemy = LETTERS[side], LETTERS[1 - side]
    found = PRISONER * (position.prison[side] - position.prison[1 - side])
    found += STARTER * (position.base[side] - position.base[1 - side])
    for stack in position.stacks:
        if stack.endswith(own):
            found += STANDING + PIECE * stack.count(enemy)
        elif stack:
            found -= STANDING + PIECE * stack.count(own)
    return found


def best_gain(position: Position, side: int) -> int:
    """Return the most that a side would gain with one turn if it were to move, at least 0."""
    own, enemy = position.owned[side], position.owned[1 - side]
    reach_from = REACH[position.lengths[side]]
    empty = RINGS_SET & ~(own | enemy)
    contacts = same_set(enemy)
    pairs = same_set(own) & empty if position.reserve[side] else 0
    found = STARTER if position.base[side] and pairs & RING_SETS[side] else 0
    for here in squares_of(own):
        reach = reach_from[here]
        stack = position.stacks[here]
        for contact in squares_of(reach & contacts & (empty | 1 << here)):
            found = max(found, _capture_gain(position, side, SAME[contact]))
        if reach & TRANSMITTER_SET and len(stack) > 1:
            found = max(found, _transport_gain(position, side, stack))
        if reach & pairs & ~(1 << SAME[here]):
            found = max(found, STARTER)
    return found


def _capture_gain(position: Position, side: int, place: int) -> int:
    """Return what a capture gains: the enemy's pieces, and the own ones that come free."""
    enemy = 1 - side
    if (
        position.owned[enemy] == 1 << place
        and not position.base[enemy]
        and not (position.prison[enemy] and position.reserve[enemy])
    ):
        return WON
    return PIECE * len(position.stacks[place]) + STANDING


def _transport_gain(position: Position, side: int, stack: str) -> int:
    """Return what the transport of a stack gains."""
    prisoners = stack.count(LETTERS[1 - side])
    if position.prison[side] + prisoners >= position.goal:
        return WON
    starters = len(stack) - prisoners
    return (PRISONER - PIECE) * prisoners + STARTER * starters - STANDING


@cache
def same_set(places: int) -> int:
    """Return the squares of the same colours as some, as a set."""
    return square_set(SAME[place] for place in squares_of(places))
