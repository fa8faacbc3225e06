"""What a position is worth, from features that are counted: no move is tried.

Most features are what the side to move has less what the other has. Attacks, and what is one
move off, are counted for each side apart: it matters who moves. A position that is mirrored, or
turned with the colours exchanged, has the same features. Weights come from ``weight``.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import COUNT, DEPLOYMENT, ON_HILL, STEP
from mentis_records.games.mentis.rules.stack import TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, SIDE
from mentis_records.games.mentis.rules.tile import HAND_SHIFT, KING, SPEARS, WOLF
from mentis_records.games.mentis.search.king_way import (
    BIT_COUNT,
    CODES,
    DISTANCE,
    HILL_BIT,
    HILL_NUMBER,
    MOVES_NEEDED,
    WAYS_OUT,
)

if not cython.compiled:
    from mentis_records.fast.pointer import address32
    from mentis_records.games.mentis.rules.attack import find_king
    from mentis_records.games.mentis.rules.rule import check_attack

_TYPES = ("spears", "trenchmen", "nobles", "wolf")
_STACKED = _TYPES[:-1]

FEATURES: tuple[str, ...] = (
    "to_move",
    *(f"{name}_on_board" for name in _TYPES),
    *(f"{name}_in_hand" for name in _TYPES),
    *(f"{name}_leading" for name in _STACKED),
    "stacks_of_two",
    "stacks_of_three",
    *(f"attacks_on_{name}" for name in _TYPES),
    *(f"attacked_{name}" for name in _TYPES),
    "attackers_attacked",
    *(f"{name}_one_move_off" for name in _STACKED),
    *(f"enemy_{name}_one_move_off" for name in _STACKED),
    "two_moves_off",
    "steps_to_king",
    "hill_aimed_at",
    "enemy_hill_aimed_at",
    "king_shut_in",
    "enemy_king_shut_in",
    "king_in_centre",
    "deployment_squares",
    "beside_own_hill",
    "beside_enemy_hill",
    "free_neighbours",
)
"""The names of the features, in their order; ``docs/evaluation.md`` says what each counts."""

SIZE = len(FEATURES)

TO_MOVE = FEATURES.index("to_move")
ON_BOARD = FEATURES.index("spears_on_board")
IN_HAND = FEATURES.index("spears_in_hand")
LEADING = FEATURES.index("spears_leading")
STACKS = FEATURES.index("stacks_of_two")
ATTACKS = FEATURES.index("attacks_on_spears")
ATTACKERS_ATTACKED = FEATURES.index("attackers_attacked")
ONE_MOVE_OFF = FEATURES.index("spears_one_move_off")
TWO_MOVES_OFF = FEATURES.index("two_moves_off")
STEPS_TO_KING = FEATURES.index("steps_to_king")
AIMED_AT = FEATURES.index("hill_aimed_at")
SHUT_IN = FEATURES.index("king_shut_in")
IN_CENTRE = FEATURES.index("king_in_centre")
DEPLOYMENT_SQUARES = FEATURES.index("deployment_squares")
BESIDE_OWN = FEATURES.index("beside_own_hill")
BESIDE_ENEMY = FEATURES.index("beside_enemy_hill")
FREE_NEIGHBOURS = FEATURES.index("free_neighbours")

HAND_SHIFTS = array("i", HAND_SHIFT)
"""Where a hand code keeps the count of each type, by tile code."""

KIND = array("i", [-1, 0, 1, 2, -1, 3, -1, -1])
"""Where a type stands among the features of its group, by tile code."""

CENTRE = 2
"""The bit of the middle square of a hill."""

NEAR = array(
    "i",
    [
        sum(1 << index for index, at in enumerate(DEPLOYMENT[side]) if at == place)
        for side in range(2)
        for place in range(COUNT)
    ],
)
"""A bit for a side's deployment square, by ``COUNT`` times the side plus the square; else 0."""

BANNED = array(
    "i",
    [
        sum(
            1 << index
            for index, at in enumerate(DEPLOYMENT[side])
            if at == place or place in STEP[4 * at : 4 * at + 4]
        )
        for side in range(2)
        for place in range(COUNT)
    ],
)
"""The deployment squares of a side, as in ``NEAR``, that an enemy tile on a square takes away."""


def features_of(position: Position) -> list[int]:
    """Return the features of a position, in the order of ``FEATURES``."""
    state, row = position.state(), array("i", bytes(4 * SIZE))
    count_features(address32(state), address32(row))
    return row.tolist()


def value_of(position: Position, weights: Sequence[int]) -> int:
    """Return what a position is worth to the side to move, in thousandths of a logit.

    ``weights`` are as many as there are features.
    """
    state, factors = position.state(), array("i", weights)
    if len(factors) != SIZE:
        raise ValueError(f"{len(factors)} weights for {SIZE} features")
    return evaluate(address32(state), address32(factors))


def evaluate(state: Sequence[int], weights: Sequence[int]) -> int:
    """Return what a state is worth to the side to move, in thousandths of a logit."""
    if not cython.compiled:
        row = array("i", bytes(4 * SIZE))
    count_features(state, row)
    value = 0
    for index in range(SIZE):
        value += row[index] * weights[index]
    return value


def count_features(state: Sequence[int], row: MutableSequence[int]) -> None:
    """Write the features of a state; without one of the Kings, only that a side is to move."""
    side = state[SIDE]
    king, enemy_king = find_king(state, side), find_king(state, 1 - side)
    for index in range(SIZE):
        row[index] = 0
    row[TO_MOVE] = 1
    if king < 0 or enemy_king < 0:
        return
    attacked = _count_side(state, row, side, king, enemy_king, 0, 0)
    _count_side(state, row, 1 - side, enemy_king, king, 1, attacked)


def _count_side(
    state: Sequence[int],
    row: MutableSequence[int],
    side: int,
    king: int,
    enemy_king: int,
    is_other: int,
    threatened: int,
) -> int:
    """Count what a side has; return the squares on which it could capture.

    ``is_other`` is 1 for the side that is not to move, else 0; ``threatened`` are its squares on
    which the side to move could capture.
    """
    sign = 1 - 2 * is_other
    hand = state[HANDS + side]
    for tile in range(SPEARS, WOLF + 1):
        if tile != KING:
            row[IN_HAND + KIND[tile]] += sign * (hand >> HAND_SHIFTS[tile] & 7)
    attacked = 0
    one = 1
    aimed = beside_own = beside_enemy = closed = 0
    number = HILL_NUMBER[enemy_king]
    for place in range(COUNT):
        cell = state[place]
        if not cell:
            continue
        if cell >> 9 != side:
            closed |= BANNED[COUNT * side + place]
            continue
        leader = cell & 7
        tiles = cell & TILES_MASK
        if leader != KING:
            kind = KIND[leader]
            if leader != WOLF:
                row[LEADING + kind] += sign
            if tiles > 7:
                row[STACKS + (tiles > 63)] += sign
            if tiles > 63 or leader == WOLF:
                closed |= NEAR[COUNT * side + place]
            while tiles:
                row[ON_BOARD + KIND[tiles & 7]] += sign
                tiles >>= 3
            beside_own += NEAR[COUNT * side + place] > 0
            beside_enemy += NEAR[COUNT * (1 - side) + place] > 0
            row[STEPS_TO_KING] += sign * DISTANCE[COUNT * number + place]
            moves = MOVES_NEEDED[COUNT * (CODES * number + leader) + place]
            if moves == 2:
                row[TWO_MOVES_OFF] += sign
            elif moves < 2 and leader != WOLF:
                row[ONE_MOVE_OFF + 3 * is_other + kind] += 1
            for index in range(4 * place, 4 * place + 4):
                there = STEP[index]
                if there >= 0 and not state[there] and not ON_HILL[there]:
                    row[FREE_NEIGHBOURS] += sign
        is_attacking = 0
        first = WAYS * (COUNT * leader + place)
        for index in range(first, first + WAYS):
            target = ATTACKED[index]
            if target < 0:
                break
            if state[target]:
                if state[target] >> 9 == side or check_attack(state, place, target):
                    continue
                is_attacking = 1
                if not attacked >> target & 1:
                    attacked |= one << target
                    if state[target] & 7 != KING:
                        row[ATTACKS + 4 * is_other + KIND[state[target] & 7]] += 1
            elif ON_HILL[target] != 2 - side or check_attack(state, place, target):
                continue
            if ON_HILL[target] == 2 - side:
                aimed |= HILL_BIT[target]
        if is_attacking and threatened >> place & 1:
            row[ATTACKERS_ATTACKED] += 1
    row[AIMED_AT + 1 - is_other] = BIT_COUNT[aimed]
    row[SHUT_IN + 1 - is_other] = WAYS_OUT[HILL_BIT[enemy_king]] & ~aimed == 0
    row[IN_CENTRE] += sign * (HILL_BIT[king] == CENTRE)
    if hand:
        row[DEPLOYMENT_SQUARES] += sign * (5 - BIT_COUNT[closed])
    row[BESIDE_OWN] += sign * beside_own
    row[BESIDE_ENEMY] += sign * beside_enemy
    return attacked
