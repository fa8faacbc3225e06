"""Counts what happens in a game of MensaSpiel (``tally``); judges no turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mentis_records.core.tally import PHASES
from mentis_records.games.mensaspiel.rules.board import RING_SETS
from mentis_records.games.mensaspiel.rules.ending import outcome_of
from mentis_records.games.mensaspiel.rules.move import (
    EXCHANGE,
    LAST_MAN,
    PASS,
    START,
    TRANSPORT,
    Move,
)
from mentis_records.games.mensaspiel.rules.move_generator import legal_turns
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.tally.tally import (
    ELSEWHERE,
    END,
    KIND_OF,
    LAST_PLY,
    MOST_MADE,
    RARITY,
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
    made = [Counter[int](), Counter[int]()]
    possible: set[tuple[int, int]] = set()
    done: set[tuple[int, int]] = set()
    for at, (position, move) in enumerate(zip(positions, moves, strict=False)):
        side, kind = position.side, KIND_OF[move.kind]
        turns = legal_turns(position)
        yield "choices", (min(at, LAST_PLY), len(turns)), 1
        yield "turns", (side, kind, at * len(PHASES) // len(moves)), 1
        yield "turn_plies", (kind, min(at + 1, LAST_PLY)), 1
        yield "chances", (side, 0), 1
        if len(turns) == 1:
            yield "chances", (side, 1), 1
        if move.kind == PASS:
            yield "chances", (side, 2), 1
        if move.kind in (START, EXCHANGE):
            yield "starts", (side, move.target), 1
        made[0][side] += move.generates
        made[1][side] += move.kind == TRANSPORT
        possible.update((rarity, side) for turn in turns for rarity in _rarities(position, turn))
        done.update((rarity, side) for rarity in _rarities(position, move))
    for side in range(2):
        for doing, counts in enumerate(made):
            yield "doings", (doing, side, min(counts[side], MOST_MADE)), 1
            yield "made", (doing, side), counts[side]
        for rarity in range(len(RARITY)):
            use = 0 if (rarity, side) in done else 1 if (rarity, side) in possible else 2
            yield "rarities", (rarity, side, use), 1
    outcome = outcome_of(positions[-1])
    end = END.labels.index(outcome.termination if outcome else ELSEWHERE)
    yield "ends", (end, min(len(moves), LAST_PLY)), 1
    most = max(Counter(position.key for position in positions).values())
    yield "recurrence", (min(most, _OFTEN) - 1,), 1


def _standing(position: Position, ply: int) -> Iterator[Count]:
    """Yield what a position shows."""
    yield "positions", (ply,), 1
    for side in range(2):
        yield "steps", (side, ply), position.lengths[side]
        yield "starters", (side, ply), position.base[side]
        yield "prisoners", (side, ply), position.prison[side]


def _rarities(position: Position, turn: Move) -> Iterator[int]:
    """Yield which of the rarer turns one is.

    A counter-attack is a start that the right to one allows, in the enemy's ring (ruling R11); it
    may come after an exchange.
    """
    if turn.kind in (START, EXCHANGE) and not RING_SETS[position.side] >> turn.target & 1:
        yield 0
    if turn.kind == LAST_MAN:
        yield 1
    if turn.kind == EXCHANGE:
        yield 2
