"""Whether a written turn is legal, and if not, the first reason why; lists no other turn."""

from __future__ import annotations

from mentis_records.core.diagnostic import Code
from mentis_records.games.cirkle_mind import code
from mentis_records.games.cirkle_mind.rules.board import BACKWARD, DIRECTION
from mentis_records.games.cirkle_mind.rules.move import HIDDEN, NOWHERE, attack
from mentis_records.games.cirkle_mind.rules.move_generator import (
    is_blocked,
    known_faces,
    outcome_between,
)
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, SHOWN_BIT, side_of
from mentis_records.games.cirkle_mind.rules.play import play_unchecked
from mentis_records.games.cirkle_mind.rules.position import NOBODY, Position, is_targetless
from mentis_records.games.cirkle_mind.rules.turn_text import Written


def fault_of(position: Position, written: Written) -> Code | None:
    """Return why a turn is illegal, or None if it is legal; ends on the board do not matter."""
    here, there = written.origin, written.target
    if here == NOWHERE:
        return None if is_blocked(position) else code.PASS_WITH_TURNS
    side = position.side
    own, enemy = position.owned[side], position.owned[1 - side]
    if not own >> here & 1:
        return code.WRONG_SIDE if enemy >> here & 1 else code.NOTHING_THERE
    direction = DIRECTION.get((here, there))
    if direction is None:
        return code.NOT_ONE_STEP
    if (own | enemy) >> there & 1:
        return code.STEP_BLOCKED
    if written.victim == NOWHERE:
        return None
    if direction == BACKWARD[side]:
        return code.ATTACK_AFTER_BACKWARD
    return _aim_fault(position, written) or face_fault(position, written)


def _aim_fault(position: Position, written: Written) -> Code | None:
    """Return what keeps a piece that has landed from attacking a square (R6, R7)."""
    side, at = position.side, written.victim
    aim = DIRECTION.get((written.target, at))
    if aim is None:
        return code.ATTACK_OUT_OF_REACH
    if aim == BACKWARD[side]:
        return code.ATTACK_TO_REAR
    if position.owned[1 - side] >> at & 1:
        return None
    is_own = at != written.origin and position.owned[side] >> at & 1
    return code.ATTACK_ON_OWN if is_own else code.NO_OPPONENT_THERE


def face_fault(position: Position, written: Written) -> Code | None:
    """Return what is wrong with the faces and the mark of an attack (R19)."""
    here, at, faces = written.origin, written.victim, written.faces
    known = known_faces(position, here, at)
    if faces != known and faces != HIDDEN:
        for place, face in zip((here, at), faces, strict=True):
            piece = position.cells[place]
            if piece & FACE_BITS:
                if piece & FACE_BITS != face:
                    return code.FACE_CHANGED if piece & SHOWN_BIT else code.FACES_DISAGREE
            elif position.used[side_of(piece)] >> face & 1:
                return code.FACE_TAKEN
    if faces == HIDDEN:
        faces = known
    if faces == HIDDEN:
        return None
    if written.mark != outcome_between(position, faces, written.target, at):
        return code.WRONG_OUTCOME
    if faces == known:
        return None
    after = play_unchecked(position, attack(here, written.target, at, written.mark, faces))
    if after.winner != NOBODY and is_targetless(after.cells, after.winner):
        return code.NO_TARGET_LEFT
    return None
