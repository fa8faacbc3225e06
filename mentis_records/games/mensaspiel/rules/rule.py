"""Whether a written turn is legal, and if not, the first reason why; lists no other turn."""

from __future__ import annotations

from mentis_records.core.diagnostic import Code
from mentis_records.games.mensaspiel import code
from mentis_records.games.mensaspiel.rules.board import REACH, RING_SETS, SAME
from mentis_records.games.mensaspiel.rules.move import (
    CAPTURE,
    EXCHANGE,
    MOVE,
    PASS,
    START,
    TRANSPORT,
    Move,
)
from mentis_records.games.mensaspiel.rules.move_generator import (
    is_blocked,
    is_last_man,
    start_generates,
    start_set,
    walk_generates,
)
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position


def fault_of(position: Position, move: Move) -> Code | None:
    """Return why a turn is illegal, or None if it is legal; ends on the board do not matter."""
    kind = move.kind
    if kind == START:
        if not position.base[position.side]:
            return code.NO_STARTER
        return _start_fault(position, move, False)
    if kind == PASS:
        return None if is_blocked(position) else code.PASS_WITH_TURNS
    if position.must_start:
        return code.START_DUE
    if kind == EXCHANGE:
        return _exchange_fault(position) or _start_fault(position, move, True)
    return _walk_fault(position, move)


def _exchange_fault(position: Position) -> Code | None:
    side = position.side
    if position.base[side]:
        return code.EXCHANGE_WITH_STARTER
    if not position.prison[side]:
        return code.EXCHANGE_NO_PRISONER
    if not position.reserve[side]:
        return code.EXCHANGE_NO_RESERVE
    return None if start_set(position) else code.EXCHANGE_BLOCKED


def _start_fault(position: Position, move: Move, is_exchange: bool) -> Code | None:
    place = move.target
    if not start_set(position) >> place & 1:
        if (position.owned[0] | position.owned[1]) >> place & 1:
            return code.START_OCCUPIED
        is_own = RING_SETS[position.side] >> place & 1
        return code.START_COPIED if is_own else code.START_OUTSIDE_RING
    if move.generates != start_generates(position, place, is_exchange):
        return code.STARTER_MARK
    return None


def _walk_fault(position: Position, move: Move) -> Code | None:
    """Return what keeps a stack from a move, a capture, a transport or the last man's return."""
    side, here, there, kind = position.side, move.origin, move.target, move.kind
    own, enemy = position.owned[side], position.owned[1 - side]
    if not own >> here & 1:
        return code.WRONG_SIDE if enemy >> here & 1 else code.NOTHING_THERE
    if kind == MOVE:
        if (own | enemy) >> there & 1:
            return code.TARGET_OCCUPIED
    elif kind == CAPTURE:
        if not enemy >> there & 1:
            return code.TARGET_OWN if own >> there & 1 else code.TARGET_EMPTY
        there = SAME[there]
        if there != here and (own | enemy) >> there & 1:
            return code.CONTACT_OCCUPIED
    else:
        unready = _return_fault(position, move)
        if unready is not None:
            return unready
    length = position.lengths[side]
    if not REACH[length][here] >> there & 1:
        if not length:
            return code.NO_STEPS
        return code.CONTACT_OUT_OF_STEPS if kind == CAPTURE else code.OUT_OF_STEPS
    if kind == MOVE and move.generates != walk_generates(position, here, there):
        return code.STARTER_MARK
    if kind == TRANSPORT and move.prisoners != position.stacks[here].count(LETTERS[1 - side]):
        return code.PRISONER_COUNT
    return None


def _return_fault(position: Position, move: Move) -> Code | None:
    """Return what keeps a stack from stopping on the Transmitter, its distance apart."""
    side, here = position.side, move.origin
    if move.kind == TRANSPORT:
        return code.NO_STACK if len(position.stacks[here]) == 1 else None
    if not is_last_man(position, here):
        return code.NOT_LAST_MAN
    if position.base[side]:
        return code.LAST_MAN_WITH_STARTER
    return None if position.reserve[side] else code.LAST_MAN_NO_RESERVE
