"""The legal turns of a position, and what an attack shows and brings about."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.games.cirkle_mind.rules.board import (
    BACKWARD,
    BOARD_SET,
    NEXT,
    STEPS,
    neighbours_of,
    squares_of,
)
from mentis_records.games.cirkle_mind.rules.duel import MARKS, outcome_of
from mentis_records.games.cirkle_mind.rules.ending import outcome_of as ended
from mentis_records.games.cirkle_mind.rules.move import BY_SQUARES, HIDDEN, PASSED, Move, attack
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS
from mentis_records.games.cirkle_mind.rules.position import Position


def known_faces(position: Position, origin: int, victim: int) -> tuple[int, int]:
    """Return the faces of the pieces on two squares, both ``UNKNOWN`` unless both are known."""
    cells = position.cells
    own, other = cells[origin] & FACE_BITS, cells[victim] & FACE_BITS
    return (own, other) if own and other else HIDDEN


def outcome_between(position: Position, faces: tuple[int, int], target: int, victim: int) -> str:
    """Return the mark of an attack from a square on another, by both faces."""
    levels = position.terms.levels
    own, other = faces
    return outcome_of(own, other, levels[target][own], levels[victim][other])


def legal_turns(position: Position) -> list[Move]:
    """Return the legal turns, in no order: a pass where there is no other (ruling R18).

    There are none where the game is over. An attack is there once, with its outcome, or with each
    mark if a face is not known (rules, Notation).
    """
    if ended(position) is not None:
        return []
    return list(_turns(position)) or [PASSED]


def choices(position: Position) -> list[tuple[Move, ...]]:
    """Return the turns that the side can choose, an attack with all outcomes that it may have."""
    found: dict[tuple[int, int, int], list[Move]] = {}
    for turn in legal_turns(position):
        found.setdefault((turn.origin, turn.target, turn.victim), []).append(turn)
    return [tuple(turns) for turns in found.values()]


def claimed(position: Position) -> int:
    """Return the side that has just removed what may have been the victory target, or -1."""
    return position.claimed


def is_blocked(position: Position) -> bool:
    """Tell whether the side has no turn but a pass."""
    return not any(_reached(position, direction) for direction in range(len(STEPS)))


def _reached(position: Position, direction: int) -> int:
    """Return the squares that steps in a direction reach, as a set (R5)."""
    empty = BOARD_SET & ~(position.owned[0] | position.owned[1])
    return neighbours_of(position.owned[position.side], direction) & empty


def _turns(position: Position) -> Iterator[Move]:
    side = position.side
    backward, enemy = BACKWARD[side], position.owned[1 - side]
    for direction, step in enumerate(STEPS):
        for target in squares_of(_reached(position, direction)):
            origin = target - step
            yield BY_SQUARES[origin, target]
            if direction != backward:
                for aim, victim in enumerate(NEXT[target]):
                    if victim >= 0 and aim != backward and enemy >> victim & 1:
                        yield from _attacks(position, origin, target, victim)


def _attacks(position: Position, origin: int, target: int, victim: int) -> Iterator[Move]:
    """Yield an attack with each outcome that it may have (R19)."""
    faces = known_faces(position, origin, victim)
    marks = MARKS if faces == HIDDEN else (outcome_between(position, faces, target, victim),)
    for mark in marks:
        yield attack(origin, target, victim, mark, faces)
