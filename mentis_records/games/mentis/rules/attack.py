"""What tiles attack: the captures that are there to be made, and what blocks them."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.games.mentis.rules.fault import CAPTURE_BLOCKED, LEGAL, MORE, NOTHING
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import COUNT
from mentis_records.games.mentis.rules.stack import RED_BIT, TILES_MASK
from mentis_records.games.mentis.rules.tile import KING, WOLF

if not cython.compiled:
    from mentis_records.games.mentis.rules.rule import HILL_SIZE, HILLS, check_attack


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


def find_hindrance(state: MutableSequence[int], place: int, target: int) -> int:
    """Return what keeps a tile from capturing on a square at its range, were it to move.

    It is ``NOTHING`` where it could capture, the square of a blocking top tile where it could if
    that alone were lifted, and else ``MORE``.
    """
    if not state[target] or state[target] >> 9 == state[place] >> 9:
        return MORE
    fault = check_attack(state, place, target)
    if fault == LEGAL:
        return NOTHING
    if fault & 255 == CAPTURE_BLOCKED and is_freed(state, place, target, fault >> 8):
        return fault >> 8
    return MORE


def is_freed(state: MutableSequence[int], place: int, target: int, between: int) -> int:
    """Tell whether a capture is legal once the top tile between is lifted off its stack."""
    cell = state[between]
    below = (cell & TILES_MASK) >> 3
    state[between] = below | cell & RED_BIT if below else 0
    fault = check_attack(state, place, target)
    state[between] = cell
    return fault == LEGAL
