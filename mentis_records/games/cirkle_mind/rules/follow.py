"""The turn that a written one is on the board, though it may be illegal, if it is one."""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.board import DIRECTION
from mentis_records.games.cirkle_mind.rules.move import (
    BY_SQUARES,
    HIDDEN,
    NOWHERE,
    PASSED,
    Move,
    attack,
)
from mentis_records.games.cirkle_mind.rules.move_generator import known_faces, outcome_between
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.rules.rule import face_fault
from mentis_records.games.cirkle_mind.rules.turn_text import Written


def legal_move(position: Position, written: Written) -> Move:
    """Return the turn that is written, which is legal, with the faces where both are known."""
    here, there, at = written.origin, written.target, written.victim
    if here == NOWHERE:
        return PASSED
    if at == NOWHERE:
        return BY_SQUARES[here, there]
    faces = written.faces
    if faces == HIDDEN:
        faces = known_faces(position, here, at)
    return attack(here, there, at, written.mark, faces)


def followed(position: Position, written: Written) -> Move | None:
    """Return an illegal turn with the faces and the outcome that the rules give it.

    None is returned where the board cannot follow: nothing to move there, no step, or nobody to
    attack.
    """
    here, there, at = written.origin, written.target, written.victim
    if here == NOWHERE:
        return PASSED
    own, enemy = position.owned[position.side], position.owned[1 - position.side]
    if not own >> here & 1 or (here, there) not in DIRECTION or (own | enemy) >> there & 1:
        return None
    if at == NOWHERE:
        return BY_SQUARES[here, there]
    if (there, at) not in DIRECTION or not enemy >> at & 1:
        return None
    faces = known_faces(position, here, at)
    if faces != HIDDEN:
        return attack(here, there, at, outcome_between(position, faces, there, at), faces)
    if written.faces != HIDDEN:
        right = written._replace(mark=outcome_between(position, written.faces, there, at))
        if face_fault(position, right) is None:
            return legal_move(position, right)
    return attack(here, there, at, written.mark)
