"""What tiles attack: the squares at their range, and the captures that are there to be made."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

from mentis_records.games.mentis import square, tile
from mentis_records.games.mentis.fault import LEGAL
from mentis_records.games.mentis.square import COUNT
from mentis_records.games.mentis.tile import KING, WOLF

if not cython.compiled:
    from mentis_records.games.mentis.rule import HILL_SIZE, HILLS, check_attack

WAYS = 8
"""The most squares that a tile attacks."""


def _attacked() -> array[int]:
    """Return ``WAYS`` squares for each tile code and square, the rest being -1."""
    found = array("i")
    for code in range(len(tile.ATTACK_RANGE)):
        for place in range(square.COUNT):
            if code == tile.WOLF:
                there = square.AROUND[place]
            else:
                there = tuple(
                    other
                    for other in range(square.COUNT)
                    if square.direction_between(place, other) >= 0
                    and square.distance_between(place, other) == tile.ATTACK_RANGE[code]
                )
            found.extend([*there, *[-1] * WAYS][:WAYS])
    return found


ATTACKED = _attacked()
"""The squares at the range of a tile, by ``WAYS * (square.COUNT * tile + square)`` and on."""


def find_king(state: Sequence[int], side: int) -> int:
    """Return where a side's King stands, or -1 when it has been captured."""
    for index in range(HILL_SIZE * side, HILL_SIZE * side + HILL_SIZE):
        if state[HILLS[index]] & 7 == KING:
            return HILLS[index]
    return -1


def can_capture(state: Sequence[int], place: int, target: int) -> int:
    """Tell whether the tile on a square could capture on one at its range, were it to move."""
    if not state[target] or state[target] >> 9 == state[place] >> 9:
        return 0
    return check_attack(state, place, target) == LEGAL


def is_attacked(state: Sequence[int], target: int) -> int:
    """Tell whether an enemy tile could capture the top tile of a square, were it to move."""
    for code in range(1, WOLF + 1):
        first = WAYS * (COUNT * code + target)
        for index in range(first, first + WAYS):
            place = ATTACKED[index]
            if place < 0:
                break
            if state[place] & 7 == code and can_capture(state, place, target):
                return 1
    return 0
