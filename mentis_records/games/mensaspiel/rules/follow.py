"""The turn that the board can follow in place of an illegal one, if there is one."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules import move
from mentis_records.games.mensaspiel.rules.board import COUNT
from mentis_records.games.mensaspiel.rules.move import Move
from mentis_records.games.mensaspiel.rules.move_generator import (
    can_exchange,
    start_generates,
    walk_generates,
)
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position


def followed(position: Position, written: Move) -> Move | None:
    """Return a turn that may be illegal with its mark and count as the rules have them.

    None is returned where the board cannot follow: pieces are not there, or a square is taken.
    """
    side, kind, here, there = position.side, written.kind, written.origin, written.target
    if kind == move.PASS:
        return written
    if kind in (move.START, move.EXCHANGE):
        is_exchange = kind == move.EXCHANGE
        has_starter = can_exchange(position) if is_exchange else position.base[side]
        if not has_starter or position.occupied >> there & 1:
            return None
        generates = start_generates(position, there, is_exchange)
        return (move.EXCHANGES if is_exchange else move.STARTS)[there][generates]
    if not position.owned[side] >> here & 1:
        return None
    if kind == move.CAPTURE:
        return written if position.owned[1 - side] >> there & 1 else None
    if there < COUNT:
        if position.occupied >> there & 1:
            return None
        return move.walk(here, there, walk_generates(position, here, there))
    stack = position.stacks[here]
    if kind == move.TRANSPORT:
        return move.transport(here, stack.count(LETTERS[1 - side])) if len(stack) > 1 else None
    return written if len(stack) == 1 and position.reserve[side] else None
