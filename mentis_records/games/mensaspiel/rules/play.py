"""Play a turn that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.board import COUNT, PIPS, REACH, SAME
from mentis_records.games.mensaspiel.rules.key import PARTS
from mentis_records.games.mensaspiel.rules.move import (
    CAPTURE,
    EXCHANGE,
    LAST_MAN,
    PASS,
    START,
    Move,
)
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a turn that the board can follow."""
    kind = move.kind
    if kind == PASS:
        return _passed(position)
    if kind in (START, EXCHANGE):
        return _started(position, move)
    return _walked(position, move)


def _number(position: Position) -> int:
    return position.move_number + (position.side != position.first_player)


def _passed(position: Position) -> Position:
    return position._replace(
        side=1 - position.side,
        has_counter=False,
        must_start=False,
        passes=position.passes + 1,
        move_number=_number(position),
    )


def _pair(pair: tuple[int, int], side: int, change: int) -> tuple[int, int]:
    """Return a pair of numbers with that of a side changed."""
    first, second = pair
    return (first, second + change) if side else (first + change, second)


def _started(position: Position, move: Move) -> Position:
    side, place = position.side, move.target
    base, reserve, prison = position.base, position.reserve, position.prison
    starters, reserves = move.generates - 1, -move.generates
    if move.kind == EXCHANGE:
        starters, reserves = starters + 1, reserves - 1
        prison = _pair(prison, side, -1)
        reserve = _pair(reserve, 1 - side, 1)
    starts = min(position.starts + 1, 3)
    first_square = place if starts == 1 else position.first_square if starts == 2 else -1
    has_counter = starts == 2 and _attacks_first(position, place)
    stacks = list(position.stacks)
    change = PARTS[stacks[place]][place]
    stacks[place] = LETTERS[side]
    change ^= PARTS[LETTERS[side]][place]
    return Position(
        tuple(stacks),
        _pair(base, side, starters) if starters else base,
        _pair(reserve, side, reserves) if reserves else reserve,
        prison,
        1 - side,
        starts,
        has_counter,
        False,
        0,
        first_square,
        position.first_player,
        position.goal,
        _number(position),
        _pair(position.owned, side, 1 << place),
        _pair(position.lengths, side, PIPS[side][place]),
        position.stack_sum ^ change,
    )


def _attacks_first(position: Position, place: int) -> bool:
    """Tell whether a second start there attacks the enemy's first one by itself (R11)."""
    side, first = position.side, position.first_square
    is_enemy = position.owned[1 - side] >> first & 1
    return bool(is_enemy and REACH[PIPS[side][place]][place] >> SAME[first] & 1)


def _walked(position: Position, move: Move) -> Position:
    """Return the position after a move, a capture, a transport or a last man."""
    side, here, there, kind = position.side, move.origin, move.target, move.kind
    own, enemy = PIPS[side], PIPS[1 - side]
    base, reserve, prison = position.base, position.reserve, position.prison
    owned, lengths, starts = position.owned, position.lengths, 3
    stacks = list(position.stacks)
    stack = stacks[here]
    stacks[here] = ""
    change = PARTS[stack][here]
    if there < COUNT:
        below = stacks[there]
        after = stacks[there] = below + stack
        change ^= PARTS[below][there] ^ PARTS[after][there]
        owned = _pair(owned, side, (1 << there) - (1 << here))
        lengths = _pair(lengths, side, own[there] - own[here])
        if kind == CAPTURE:
            owned = _pair(owned, 1 - side, -(1 << there))
            lengths = _pair(lengths, 1 - side, -enemy[there])
        elif move.generates:
            base, reserve = _pair(base, side, 1), _pair(reserve, side, -1)
    else:
        owned = _pair(owned, side, -(1 << here))
        lengths = _pair(lengths, side, -own[here])
        if kind == LAST_MAN:
            base, reserve, starts = _pair(base, side, 2), _pair(reserve, side, -1), position.starts
        else:
            prison = _pair(prison, side, move.prisoners)
            base = _pair(base, side, len(stack) - move.prisoners)
        if not owned[0] | owned[1]:
            starts = 0
    return Position(
        tuple(stacks),
        base,
        reserve,
        prison,
        1 - side,
        starts,
        False,
        False,
        0,
        position.first_square if starts in (1, 2) else -1,
        position.first_player,
        position.goal,
        _number(position),
        owned,
        lengths,
        position.stack_sum ^ change,
    )
