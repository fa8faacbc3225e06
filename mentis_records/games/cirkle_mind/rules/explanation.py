"""Put a fault of the rules into words: the catalogue entry with its details."""

from __future__ import annotations

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.games.cirkle_mind import code
from mentis_records.games.cirkle_mind.rules.board import NAMES, SIDES
from mentis_records.games.cirkle_mind.rules.move import HIDDEN, NOWHERE, Move
from mentis_records.games.cirkle_mind.rules.move_generator import (
    known_faces,
    legal_turns,
    outcome_between,
)
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, face_name, side_of
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.rules.turn_text import Written

_OUTCOMES = {
    "+": "the attacker takes the square",
    "=": "both pieces stay",
    "<": "the attacker is lost",
}


def explain(position: Position, written: Written, fault: Code, meant: Move | None) -> Finding:
    """Return the finding for a fault.

    Args:
        position: the one before the turn.
        written: the turn as it is written.
        fault: what is wrong with it.
        meant: the turn that the board follows, if there is one.
    """
    side = position.side
    details = {
        "found": written.text,
        "side": SIDES[side],
        "enemy": SIDES[1 - side],
        "expected": meant.notation if meant else "",
    }
    for name, place in (
        ("start", written.origin),
        ("square", written.target),
        ("attacked", written.victim),
    ):
        if place != NOWHERE:
            details[name] = NAMES[place]
    if fault is code.STEP_BLOCKED:
        is_own = position.owned[side] >> written.target & 1
        details["owner"] = SIDES[side if is_own else 1 - side]
    elif fault is code.WRONG_OUTCOME:
        details |= _outcome_details(position, written)
    elif fault in (code.FACES_DISAGREE, code.FACE_CHANGED, code.FACE_TAKEN):
        details |= _face_details(position, written)
    elif fault is code.PASS_WITH_TURNS:
        details["expected"] = min(turn.notation for turn in legal_turns(position))
    return Finding(fault, details)


def _outcome_details(position: Position, written: Written) -> dict[str, str]:
    """Return the mark that is right, both faces, and what their levels are where that matters."""
    here, there, at = written.origin, written.target, written.victim
    faces = written.faces
    if faces == HIDDEN:
        faces = known_faces(position, here, at)
    right = outcome_between(position, faces, there, at)
    own, other = map(face_name, faces)
    levels = position.terms.levels
    shields = ""
    if position.terms.has_shields:
        shields = f", shields {levels[there][faces[0]]} and {levels[at][faces[1]]}"
    return {
        "wrong": written.mark,
        "right": right,
        "duel": f"{own} attacks {other}{shields}",
        "outcome": _OUTCOMES[right],
    }


def _face_details(position: Position, written: Written) -> dict[str, str]:
    """Return the first shown face that cannot be, the square, and what is there."""
    for place, face in zip((written.origin, written.victim), written.faces, strict=True):
        piece = position.cells[place]
        known = piece & FACE_BITS
        is_taken = not known and position.used[side_of(piece)] >> face & 1
        if is_taken or known not in (0, face):
            break
    return {
        "place": NAMES[place],
        "face": face_name(face),
        "known": face_name(known),
        "of": SIDES[side_of(piece)],
    }
