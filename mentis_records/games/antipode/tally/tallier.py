"""Counts what happens in a game of Antipode (``tally``); judges no turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mentis_records.core.outcome import WINNERS
from mentis_records.core.tally import PHASES
from mentis_records.games.antipode.rules.ending import outcome_of
from mentis_records.games.antipode.rules.move import CAPTURE, FLIP, JUMP, Move
from mentis_records.games.antipode.rules.move_generator import legal_moves
from mentis_records.games.antipode.rules.position import (
    FLOOR,
    INFRACTION,
    TO_WIN,
    TOURNAMENT,
    Position,
)
from mentis_records.games.antipode.tally.tally import (
    BASIC,
    ELSEWHERE,
    END,
    EXTRA,
    KIND_OF,
    LAST_PLY,
    MOST_FLIPS,
    MOST_LEGS,
    MOST_TAKEN,
    MOST_TURNS,
    ROUND,
    TALLIES,
)

__all__ = ["TALLIES", "count"]

Count = tuple[str, tuple[int, ...], int]
"""A table, the index on each of its axes, and what is added there."""

_OFTEN = 3


def count(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Count]:
    """Yield what a game adds to the tallies.

    Args:
        positions: all of the game, the start first.
        moves: the turns between them, one fewer.
    """
    for at, position in enumerate(positions):
        yield from _standing(position, min(at, LAST_PLY))
    flips = 0
    for at, (position, move) in enumerate(zip(positions, moves, strict=False)):
        kind = KIND_OF[move.kind]
        turns = len(legal_moves(position))
        yield "choices", (min(at, LAST_PLY), min(turns, MOST_TURNS)), 1
        yield "turns", (position.side, kind, at * len(PHASES) // len(moves)), 1
        yield "turn_plies", (kind, min(at + 1, LAST_PLY)), 1
        if move.kind == JUMP:
            flips += move.signs.count(FLIP)
            yield from _jump(position, move)
        if position.flags & INFRACTION:
            yield "infractions", (1 - position.side, 0 if move.cited >= 0 else 1), 1
    yield "flips", (min(flips, MOST_FLIPS),), 1
    most = max(Counter(position.key for position in positions).values())
    yield "recurrence", (min(most, _OFTEN) - 1,), 1
    yield from _end(positions[-1], len(moves))


def _standing(position: Position, ply: int) -> Iterator[Count]:
    """Yield what a position shows."""
    yield "positions", (ply,), 1
    for side in range(2):
        yield "captures", (side, ply), position.captures[side]
        yield "primes", (side, ply), position.primes(side)


def _jump(position: Position, move: Move) -> Iterator[Count]:
    """Yield what is counted of a jump and the flips in it."""
    legs, taken = len(move.signs), move.signs.count(CAPTURE)
    yield "jumps", (min(legs, MOST_LEGS) - 1, min(taken, MOST_TAKEN)), 1
    face = position.face
    for sign in move.signs:
        if sign == FLIP:
            yield "flipped", (position.side, 1 if face == position.side else 0), 1
            face ^= 1


def _end(last: Position, plies: int) -> Iterator[Count]:
    """Yield what is counted of the last position."""
    mode = ROUND if last.flags & TOURNAMENT else EXTRA if last.flags & FLOOR else BASIC
    outcome = outcome_of(last)
    end = END.labels.index(outcome.termination if outcome else ELSEWHERE)
    yield "ends", (mode, end, min(plies, LAST_PLY)), 1
    if last.flags & INFRACTION:
        yield "infractions", (1 - last.side, 2), 1
    if outcome is None:
        return
    yield "antipode", (mode, last.face, last.token), 1
    winner = WINNERS[outcome.result]
    if winner is None or outcome.points is None:
        return
    ahead = outcome.points[winner] - outcome.points[1 - winner]
    yield "scored", (0 if ahead > 0 else 1 if ahead == 0 else 2,), 1
    for party, side in enumerate((winner, 1 - winner)):
        captures = max(last.captures[side] - last.captures[1 - side], 0)
        primes = TO_WIN - last.primes(1 - side) if last.primes(side) >= TO_WIN else 0
        for source, points in enumerate((captures, primes)):
            yield "points", (party, source), points
        yield "points", (party, 2), outcome.points[side] - captures - primes
