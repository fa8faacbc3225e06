"""What makes a turn illegal: the catalogue entry with its details, or none (Phases 1 and 2)."""

from __future__ import annotations

from mentis_records.core.diagnostic import Finding
from mentis_records.games.antipode import code
from mentis_records.games.antipode.rules.jump import JumpBoard
from mentis_records.games.antipode.rules.move import (
    ANTIPODE,
    CAPTURE,
    FLIP,
    OWN,
    PASS,
    PLACE,
    STEP,
    Move,
)
from mentis_records.games.antipode.rules.move_generator import turns
from mentis_records.games.antipode.rules.position import PLAY, SIDES, Position
from mentis_records.games.antipode.rules.square import (
    BESIDE,
    NAMES,
    OVER,
    beyond_reach,
    line_between,
    squares_of,
)


def find_fault(position: Position, move: Move) -> Finding | None:
    """Return why a turn is illegal, or None if it is legal; its citation is passed over.

    The round must not be over. Signs of a jump are compared with what the legs go over.
    """
    kind = move.kind
    if kind == PLACE:
        return _placing_fault(position, move.path[0])
    if not position.flags & PLAY and position.hands[position.side]:
        free = NAMES[squares_of(beyond_reach(position.occupied))[0]]
        return Finding(code.SETUP_PLACING, {"found": move.notation, "space": free})
    if kind == PASS:
        return _pass_fault(position)
    if not position.flags & PLAY:
        return Finding(code.NO_STONE_IN_HAND, {"side": SIDES[position.side]})
    if kind == ANTIPODE:
        return _antipode_fault(position, move)
    fault = _origin_fault(position, move.path[0])
    if fault is not None:
        return fault
    return _step_fault(position, move) if kind == STEP else _jump_fault(position, move)


def _placing_fault(position: Position, place: int) -> Finding | None:
    occupied = position.occupied
    details = {"space": NAMES[place]}
    if occupied >> place & 1:
        return Finding(code.SPACE_OCCUPIED, details)
    if not beyond_reach(occupied) >> place & 1:
        near = next(at for at in squares_of(occupied) if not beyond_reach(1 << at) >> place & 1)
        return Finding(code.SPACE_ADJACENT, {**details, "blocker": NAMES[near]})
    if not position.hands[position.side]:
        return Finding(code.NO_STONE_IN_HAND, {"side": SIDES[position.side]})
    return None


def _pass_fault(position: Position) -> Finding | None:
    """Return the fault of a pass where there is a turn (rules R11)."""
    turn = next(turns(position), None)
    return None if turn is None else Finding(code.PASS_WITH_TURNS, {"turn": turn.notation})


def _origin_fault(position: Position, place: int) -> Finding | None:
    """Return the fault of a turn whose stone is none of the side to move."""
    side = position.side
    if position.stones[side] >> place & 1:
        return None
    details = {"space": NAMES[place], "side": SIDES[side], "owner": SIDES[1 - side]}
    if position.stones[1 - side] >> place & 1:
        return Finding(code.OPPOSING_STONE, details)
    if place == position.token:
        return Finding(code.ANTIPODE_UNNAMED, details)
    return Finding(code.NO_STONE_THERE, details)


def _antipode_fault(position: Position, move: Move) -> Finding | None:
    start, end = move.path
    names = {"space": NAMES[position.token], "found": NAMES[start], "target": NAMES[end]}
    if start != position.token:
        return Finding(code.ANTIPODE_ELSEWHERE, names)
    if position.face != position.side:
        return Finding(code.ANTIPODE_OPPOSING, {"owner": SIDES[position.face]})
    line = line_between(start, end)
    if not line:
        return Finding(code.ANTIPODE_NOT_STRAIGHT, names)
    for at in line:
        if position.occupied >> at & 1:
            return Finding(code.ANTIPODE_BLOCKED, {"blocker": NAMES[at]})
    return _return_fault(position, move)


def _step_fault(position: Position, move: Move) -> Finding | None:
    end = move.path[1]
    if position.occupied >> end & 1:
        return Finding(code.STEP_OCCUPIED, {"space": NAMES[end]})
    return _return_fault(position, move)


def _return_fault(position: Position, move: Move) -> Finding | None:
    """Return the fault of a piece that goes back where it has come from (rules R7)."""
    last = position.lasts[position.side]
    if last != move.path[::-1]:
        return None
    details = {
        "found": move.notation,
        "last": move._replace(path=last).notation,
        "side": SIDES[position.side],
    }
    return Finding(code.BACK_AND_FORTH, details)


def _jump_fault(position: Position, move: Move) -> Finding | None:
    """Return the fault of the first leg that has one (Phase 2, 3; rules R9, R10, R15)."""
    board = JumpBoard(position, move.path[0])
    legs = list(zip(move.path[:-1], move.path[1:], move.signs, strict=True))
    before = -1
    for index, (start, landing, written) in enumerate(legs):
        details = {"start": NAMES[start], "target": NAMES[landing]}
        if board.has_ended():
            begun = Move(move.kind, move.path[: index + 1], move.signs[:index])
            details = {"over": NAMES[before], "expected": begun.notation}
            return Finding(code.TURN_ENDED, details)
        over = OVER.get((start, landing))
        if over is None:
            return _distance_fault(legs, details)
        fault = _leg_fault(position, board, start, over, landing, written)
        if fault is not None:
            return fault
        board.jump(over, landing)
        if board.is_repeated():
            return Finding(code.SITUATION_REPEATED, details)
        board.enter()
        before = over
    return None


def _distance_fault(legs: list[tuple[int, int, str]], details: dict[str, str]) -> Finding:
    """Return the fault of a leg that is not one: of a lone step, or in a jump."""
    start, landing, sign = legs[0]
    if len(legs) == 1 and sign == OWN and landing not in BESIDE[start]:
        return Finding(code.NOT_A_STEP, {"space": details["start"], "target": details["target"]})
    return Finding(code.LEG_DISTANCE, details)


def _leg_fault(
    position: Position, board: JumpBoard, start: int, over: int, landing: int, written: str
) -> Finding | None:
    details = {"start": NAMES[start], "target": NAMES[landing], "over": NAMES[over]}
    sign = board.sign(over)
    if not sign:
        return Finding(code.NOTHING_TO_JUMP, details)
    if not board.is_free(landing):
        return Finding(code.LANDING_OCCUPIED, details)
    pieces = {
        CAPTURE: f"a stone of {SIDES[1 - position.side]}",
        OWN: f"a stone of {SIDES[position.side]}",
        FLIP: "the Antipode",
    }
    details["piece"] = pieces[sign]
    if sign != written:
        expected = f"{details['start']}{sign}{details['target']}"
        details.update(sign=sign, found=written, expected=expected)
        return Finding(code.JUMP_SIGN, details)
    if board.is_barred(start, over):
        return Finding(code.PERIMETER_JUMP, details)
    return None
