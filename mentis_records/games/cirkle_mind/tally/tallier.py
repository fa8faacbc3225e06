"""Counts what happens in a game of CirKle Mind (``tally``); judges no turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mentis_records.core.tally import PHASES
from mentis_records.games.cirkle_mind.rules.board import ZONES, square_set, squares_of
from mentis_records.games.cirkle_mind.rules.duel import LOST, WON
from mentis_records.games.cirkle_mind.rules.duel import outcome_of as duel_outcome
from mentis_records.games.cirkle_mind.rules.ending import outcome_of
from mentis_records.games.cirkle_mind.rules.move import ATTACK, HIDDEN, PASS, Move
from mentis_records.games.cirkle_mind.rules.move_generator import legal_turns
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    PIECES,
    SHOWN_BIT,
    UNKNOWN,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import NOBODY, Position
from mentis_records.games.cirkle_mind.rules.terms import LEVELS
from mentis_records.games.cirkle_mind.tally.sort import SORT_OF, TARGET_SORT, role_of
from mentis_records.games.cirkle_mind.tally.tally import (
    ATTACKED,
    COULD,
    COULD_NOT,
    ELSEWHERE,
    END,
    KIND,
    LAST_PLY,
    MOST_TURNS,
    OUTCOME_OF,
    TALLIES,
)

__all__ = ["TALLIES", "count"]

Count = tuple[str, tuple[int, ...], int]
"""A table, the index on each of its axes, and what is added there."""

_ZONE_SETS = tuple(map(square_set, ZONES))
_OFTEN = 3


def count(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Count]:
    """Yield what a game adds to the tallies.

    Args:
        positions: all of the game, the start first.
        moves: the turns between them, one fewer.
    """
    level = LEVELS.index(positions[0].terms.level)
    yield "levels", (level,), 1
    yield from _start(positions[0], level)
    for at, position in enumerate(positions):
        yield from _standing(position, min(at, LAST_PLY))
    for at, (position, move) in enumerate(zip(positions, moves, strict=False)):
        phase = at * len(PHASES) // len(moves)
        turns = legal_turns(position)
        yield "choices", (min(at, LAST_PLY), min(len(turns), MOST_TURNS)), 1
        yield "turns", (position.side, kind_of(move), phase), 1
        yield "turn_plies", (kind_of(move), min(at + 1, LAST_PLY)), 1
        could = any(turn.kind == ATTACK for turn in turns)
        chance = ATTACKED if move.kind == ATTACK else COULD if could else COULD_NOT
        yield "attacks", (level, phase, chance), 1
        if move.kind == ATTACK:
            yield from _duel(position, move, level, min(at + 1, LAST_PLY))
    yield from _end(positions, moves, level)
    most = max(Counter(position.key for position in positions).values())
    yield "recurrence", (min(most, _OFTEN) - 1,), 1


def kind_of(move: Move) -> int:
    """Return the index in ``KIND`` of a turn."""
    if move.kind == ATTACK:
        return 1 + OUTCOME_OF[move.mark]
    return len(KIND) - 1 if move.kind == PASS else 0


def _start(position: Position, level: int) -> Iterator[Count]:
    """Yield which targets there are, and where the pieces stand if both sides have set up."""
    pieces = [(at, piece) for at, piece in enumerate(position.cells) if piece]
    faces = [(at, piece & FACE_BITS, side_of(piece)) for at, piece in pieces]
    for _, face, side in faces:
        if face != UNKNOWN and SORT_OF[face] == TARGET_SORT:
            yield "targets", (level, role_of(face, side)), 1
    is_set_up = all(
        own.bit_count() == PIECES and not own & ~zone
        for own, zone in zip(position.owned, _ZONE_SETS, strict=True)
    )
    if is_set_up and all(face != UNKNOWN for _, face, _ in faces):
        yield "set_up", (level,), 1
        for at, face, side in faces:
            yield "setups", (level, role_of(face, side), at), 1


def _standing(position: Position, ply: int) -> Iterator[Count]:
    """Yield what a position shows."""
    yield "positions", (ply,), 1
    for side, own in enumerate(position.owned):
        yield "pieces", (side, ply), own.bit_count()
        yield (
            "shown",
            (side, ply),
            sum(position.cells[at] & SHOWN_BIT > 0 for at in squares_of(own)),
        )


def _duel(position: Position, move: Move, level: int, ply: int) -> Iterator[Count]:
    """Yield what an attack adds."""
    yield "places", (level, move.victim), 1
    if move.faces == HIDDEN:
        return
    own, other = move.faces
    outcome = OUTCOME_OF[move.mark]
    yield "duels", (level, SORT_OF[own], SORT_OF[other], outcome), 1
    yield "shields", (level, OUTCOME_OF[duel_outcome(own, other)], outcome), 1
    if move.mark in (WON, LOST):
        face, side = (other, 1 - position.side) if move.mark == WON else (own, position.side)
        if SORT_OF[face] == TARGET_SORT:
            yield "captures", (level, role_of(face, side), ply), 1


def _end(positions: Sequence[Position], moves: Sequence[Move], level: int) -> Iterator[Count]:
    """Yield how a game ends, and what its winner knew and captured with."""
    last = positions[-1]
    outcome = outcome_of(last)
    end = END.labels.index(outcome.termination if outcome else ELSEWHERE)
    yield "ends", (level, end, min(len(moves), LAST_PLY)), 1
    if last.winner == NOBODY:
        return
    loser = 1 - last.winner
    hidden = sum(not last.cells[at] & SHOWN_BIT for at in squares_of(last.owned[loser]))
    yield "knowledge", (level, max(positions[0].owned[loser].bit_count() - hidden, 0)), 1
    if moves and moves[-1].faces != HIDDEN and moves[-1].mark in (WON, LOST):
        way = int(moves[-1].mark == LOST)
        yield "captors", (level, way, SORT_OF[moves[-1].faces[way]]), 1
