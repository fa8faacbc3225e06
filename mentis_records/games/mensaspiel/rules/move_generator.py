"""The legal turns of a position, and what they are made of: where one may start, what follows."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.games.mensaspiel.rules import move
from mentis_records.games.mensaspiel.rules.board import (
    REACH,
    RING_SETS,
    RINGS_SET,
    SAME,
    TRANSMITTER_SET,
    squares_of,
)
from mentis_records.games.mensaspiel.rules.ending import outcome_of
from mentis_records.games.mensaspiel.rules.move import Move
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position


def start_set(position: Position) -> int:
    """Return the squares where the side may start, as a set, if it has a starter (R10, R11)."""
    empty = RINGS_SET & ~(position.owned[0] | position.owned[1])
    if position.has_counter:
        return empty
    if position.starts == 1:
        empty &= ~(1 << SAME[position.first_square])
    return empty & RING_SETS[position.side]


def can_exchange(position: Position) -> bool:
    """Tell whether the side may exchange a prisoner, if it then can start (R14)."""
    side = position.side
    return bool(not position.base[side] and position.prison[side] and position.reserve[side])


def start_generates(position: Position, place: int, is_exchange: bool) -> bool:
    """Tell whether a start there makes a starter (R9); that of a counter-attack does not (R11)."""
    side = position.side
    return (
        not position.has_counter
        and bool(position.owned[side] >> SAME[place] & 1)
        and position.reserve[side] > is_exchange
    )


def walk_generates(position: Position, here: int, there: int) -> bool:
    """Tell whether a move makes a starter (R9)."""
    side, same = position.side, SAME[there]
    return same != here and bool(position.owned[side] >> same & 1 and position.reserve[side])


def is_last_man(position: Position, here: int) -> bool:
    """Tell whether the piece on a square is the side's last on the rings, and alone there (R13)."""
    return position.owned[position.side] == 1 << here and len(position.stacks[here]) == 1


def legal_turns(position: Position) -> list[Move]:
    """Return the legal turns, in no order: a pass where there is no other (R15).

    There are none where the board has decided.
    """
    if outcome_of(position) is not None:
        return []
    return list(_turns(position)) or [move.PASSED]


def is_blocked(position: Position) -> bool:
    """Tell whether the side has no turn but a pass."""
    return next(_turns(position), None) is None


def _turns(position: Position) -> Iterator[Move]:
    side = position.side
    if position.base[side]:
        for place in squares_of(start_set(position)):
            yield move.STARTS[place][start_generates(position, place, False)]
    elif can_exchange(position):
        for place in squares_of(start_set(position)):
            yield move.EXCHANGES[place][start_generates(position, place, True)]
    if not position.must_start:
        for place in squares_of(position.owned[side]):
            yield from _walks(position, place)


def _walks(position: Position, here: int) -> Iterator[Move]:
    """Yield the turns of the stack on a square that a walk makes."""
    side = position.side
    reach = REACH[position.lengths[side]][here]
    empty = RINGS_SET & ~(position.owned[0] | position.owned[1])
    for there in squares_of(reach & empty):
        yield move.walk(here, there, walk_generates(position, here, there))
    for contact in squares_of(reach & (empty | 1 << here)):
        if position.owned[1 - side] >> SAME[contact] & 1:
            yield move.capture(here, SAME[contact])
    if reach & TRANSMITTER_SET:
        stack = position.stacks[here]
        if len(stack) > 1:
            yield move.transport(here, stack.count(LETTERS[1 - side]))
        elif is_last_man(position, here) and not position.base[side] and position.reserve[side]:
            yield move.last_man(here)
