"""Quiet positions: those in which nothing is won or lost by captures at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.square import COUNT
from mentis_records.games.mentis.rules.state import SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import KING

if not cython.compiled:
    from mentis_records.fast.pointer import address32
    from mentis_records.games.mentis.rules.attack import find_king, is_attacked
    from mentis_records.games.mentis.rules.move_generator import list_captures
    from mentis_records.games.mentis.rules.play import copy_state, play_code

DEPTH = 8
"""Captures in turn that are looked at."""

MOST_CAPTURES = 96
"""More than a side can have: eleven stacks with eight squares each."""

KING_WORTH = 100


def is_quiet(position: Position) -> bool:
    """Tell whether neither King is attacked, and captures in turn win the side to move no tile.

    A side need not go on capturing. All tiles are worth the same.
    """
    state = position.state()
    return bool(_is_quiet(address32(state)))


def _is_quiet(state: Sequence[int]) -> int:
    for side in range(2):
        king = find_king(state, side)
        if king < 0 or is_attacked(state, king):
            return 0
    return gain(state, DEPTH) == 0


def gain(state: Sequence[int], depth: int) -> int:
    """Return the tiles that the side to move wins by captures in turn, at least 0."""
    if not cython.compiled:
        after = array("i", bytes(4 * STATE_SIZE))
        keys = array("q", bytes(16))
        found = array("q", bytes(8 * MOST_CAPTURES))
    if depth == 0:
        return 0
    count = 0
    for place in range(COUNT):
        if state[place] and state[place] >> 9 == state[SIDE]:
            count = list_captures(state, found, True, count, place)
    best = 0
    for index in range(count):
        if found[index] >> 17 & 7 == KING:
            return KING_WORTH
        copy_state(state, after)
        keys[0] = keys[1] = 0
        play_code(after, keys, found[index])
        won = 1 - gain(after, depth - 1)
        if won > best:
            best = won
    return best
