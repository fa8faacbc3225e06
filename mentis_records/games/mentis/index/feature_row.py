"""The row layout of features as the kernel writes them, and what follows from them.

Behind the features there are those of the excerpt, then sets of squares from which attacks are
computed (``attack_set``), and the tally of tiles: these are not kept. A set of squares is a mask
with the bits of ``rules.square.NAMES``.
"""

from __future__ import annotations

from mentis_records.games.mentis.index.board_row import STACKED
from mentis_records.games.mentis.rules.square import SIZE
from mentis_records.games.mentis.rules.tile import HAND_BITS

STATE = SIZE
"""The hands, the side to move and the census; in front of it are the rows of the board."""

ATTACKED, BLOCKING, CAPTURES = range(STATE + 1, STATE + 4)

OWN = CAPTURES + 1
"""The sets of each side's squares."""

TOP = OWN + 2
"""The sets of squares with each of the types that stand in stacks on top."""

FEATURE_COUNT = TOP + 3

WAYS = {
    "attacking_up": "towards row 7",
    "attacking_right": "towards column g",
    "attacking_down": "towards row 1",
    "attacking_left": "towards column a",
}
"""The sets of attackers other than Wolves, by where they could capture."""

ATTACKING = FEATURE_COUNT
"""The first of these sets, in the same order."""

WOLF_TARGET = ATTACKING + len(WAYS)
"""The set of squares with what Wolves could capture."""

WOLF_ATTACKER = WOLF_TARGET + 1
"""The set of squares with what could capture Wolves."""

WOLF_SQUARE = WOLF_ATTACKER + 1
"""The set of squares with Wolves, of which a side has one at most."""

SECOND = WOLF_SQUARE + 1
"""The sets of squares with the low and the high bit of a type second from the top."""

THIRD = SECOND + 2
"""The same third from the top: squares with three tiles."""

KEPT_SETS = FEATURE_COUNT - OWN
"""How many sets there are of what stands on the squares among the features, from ``OWN`` on."""

SETS = KEPT_SETS + 4
"""How many there are with those from ``SECOND`` on."""

TALLY = THIRD + 2
"""How many tiles either side has on the board, of each type and in all, in the state's bits."""

ROW_SIZE = TALLY + 1

SIDE_BIT = 2 * HAND_BITS
"""The bit of the state with the side to move; the hands are below it."""

TALLY_BIT = SIDE_BIT + 1
"""The first bit of the state's census, with the tally."""

TALLY_SHIFT = (0, 0, 2, 4, 6, 7)
"""Where a side's tally has the number of tiles of a type, by tile code."""

TALLY_MASK = (0, 3, 3, 3, 1, 1)
"""Its bits: as many as there may be tiles of the type on the board."""

TALLY_SIZE = 8
"""How many bits a side's tally has."""

TOPS_BIT = TALLY_BIT + 2 * TALLY_SIZE
"""The first bit of the tops: three a side, for Spears, Trenchmen and Nobles somewhere on top."""

HEIGHTS_BIT = TOPS_BIT + 2 * 3
"""The first bit of the heights: three a side, for stacks of one, two and three tiles somewhere."""

TOTAL_BIT = HEIGHTS_BIT + 2 * 3
"""The first bit of the totals: four a side, for how many tiles it has on the board."""

TOTAL_SIZE = 4
STATE_BITS = TOTAL_BIT + 2 * TOTAL_SIZE

SEEN_TOPS, SEEN_OTHERS, SEEN_TILES, SEEN_HEIGHTS, SEEN_BY_SIDE = 0, 3, 4, 7, 10
"""Where the sightings of a side's tiles stand among its own, and how many there are."""

SEEN_EMPTY = 2 * SEEN_BY_SIDE
"""Where the squares stand, among all sightings, that were empty at some time."""


def tally_bit(side: int, tile: int) -> int:
    """Return the lowest bit of the state with how many tiles of a type a side has on the board."""
    return TALLY_BIT + TALLY_SIZE * side + TALLY_SHIFT[tile]


def top_bit(side: int, tile: int) -> int:
    """Return the bit of the state that a side has such a tile on top somewhere."""
    if tile not in STACKED:
        return tally_bit(side, tile)
    return TOPS_BIT + len(STACKED) * side + STACKED.index(tile)


def height_bit(side: int, height: int) -> int:
    """Return the bit of the state that a side has a stack of just this height somewhere."""
    return HEIGHTS_BIT + 3 * side + height - 1
