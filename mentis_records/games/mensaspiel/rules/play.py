"""Play a turn that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.board import COUNT, PIPS, REACH, SAME
from mentis_records.games.mensaspiel.rules.key import PARTS, position_key
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


def _pair(side: int, own: int, other: int) -> tuple[int, int]:
    """Return a pair of numbers, White's first, from those of a side and of the other."""
    return (other, own) if side else (own, other)


def _passed(position: Position) -> Position:
    rest = (
        position.base,
        position.reserve,
        position.prison,
        1 - position.side,
        position.starts,
        False,
        False,
        position.passes + 1,
        position.first_square,
    )
    return Position(
        position.stacks,
        *rest,
        position.first_player,
        position.goal,
        _number(position),
        position.owned,
        position.lengths,
        position.stack_sum,
        position_key(position.stack_sum, rest),
    )


def _started(position: Position, move: Move) -> Position:
    side, place = position.side, move.target
    enemy, letter = 1 - side, LETTERS[side]
    base, reserve, prison = position.base, position.reserve, position.prison
    owned, lengths = position.owned, position.lengths
    starters, reserves, generated = base[side], reserve[side], int(move.generates)
    if move.kind == EXCHANGE:
        starters, reserves = starters + 1, reserves - 1
        prison = _pair(side, prison[side] - 1, prison[enemy])
        reserve = _pair(side, reserves - generated, reserve[enemy] + 1)
    elif generated:
        reserve = _pair(side, reserves - 1, reserve[enemy])
    starts = min(position.starts + 1, 3)
    stacks = list(position.stacks)
    stack_sum = position.stack_sum ^ PARTS[stacks[place]][place] ^ PARTS[letter][place]
    stacks[place] = letter
    rest = (
        _pair(side, starters - 1 + generated, base[enemy]),
        reserve,
        prison,
        enemy,
        starts,
        starts == 2 and _attacks_first(position, place),
        False,
        0,
        place if starts == 1 else position.first_square if starts == 2 else -1,
    )
    return Position(
        tuple(stacks),
        *rest,
        position.first_player,
        position.goal,
        _number(position),
        _pair(side, owned[side] | 1 << place, owned[enemy]),
        _pair(side, lengths[side] + PIPS[side][place], lengths[enemy]),
        stack_sum,
        position_key(stack_sum, rest),
    )


def _attacks_first(position: Position, place: int) -> bool:
    """Tell whether a second start there attacks the enemy's first one by itself (R11)."""
    side, first = position.side, position.first_square
    is_enemy = position.owned[1 - side] >> first & 1
    return bool(is_enemy and REACH[PIPS[side][place]][place] >> SAME[first] & 1)


def _walked(position: Position, move: Move) -> Position:
    """Return the position after a move, a capture, a transport or a last man."""
    side, here, there, kind = position.side, move.origin, move.target, move.kind
    enemy, pips = 1 - side, PIPS[side]
    base, reserve, prison = position.base, position.reserve, position.prison
    owned, enemy_owned = position.owned[side] & ~(1 << here), position.owned[enemy]
    length, enemy_length = position.lengths[side] - pips[here], position.lengths[enemy]
    stacks, starts = list(position.stacks), 3
    stack = stacks[here]
    stacks[here] = ""
    stack_sum = position.stack_sum ^ PARTS[stack][here]
    if there < COUNT:
        below = stacks[there]
        after = stacks[there] = below + stack
        stack_sum ^= PARTS[below][there] ^ PARTS[after][there]
        owned |= 1 << there
        length += pips[there]
        if kind == CAPTURE:
            enemy_owned &= ~(1 << there)
            enemy_length -= PIPS[enemy][there]
        elif move.generates:
            base = _pair(side, base[side] + 1, base[enemy])
            reserve = _pair(side, reserve[side] - 1, reserve[enemy])
    elif kind == LAST_MAN:
        base = _pair(side, base[side] + 2, base[enemy])
        reserve = _pair(side, reserve[side] - 1, reserve[enemy])
        starts = position.starts
    else:
        base = _pair(side, base[side] + len(stack) - move.prisoners, base[enemy])
        prison = _pair(side, prison[side] + move.prisoners, prison[enemy])
    if not (owned or enemy_owned):
        starts = 0
    rest = (
        base,
        reserve,
        prison,
        enemy,
        starts,
        False,
        False,
        0,
        position.first_square if 0 < starts < 3 else -1,
    )
    return Position(
        tuple(stacks),
        *rest,
        position.first_player,
        position.goal,
        _number(position),
        _pair(side, owned, enemy_owned),
        _pair(side, length, enemy_length),
        stack_sum,
        position_key(stack_sum, rest),
    )
