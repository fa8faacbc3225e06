"""What the positions index keeps of a position of Mentis, and what can be read off it.

A mask is a set of squares: bit ``7 * row + column`` stands for one, both from 0 at ``a1``
(``square.NAMES``). There is none for Kings and Wolves: nothing but a King stands on a hill, and
off the hills what is no Spears, Trenchmen or Nobles is a Wolf (rules, position string). A stack
has one colour, so types and levels need none of their own.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

from mentis_records.core.feature import Feature
from mentis_records.games.mentis.move import MOVEMENT
from mentis_records.games.mentis.square import COUNT
from mentis_records.games.mentis.stack import MAX_HEIGHT, TILES_MASK, side_of
from mentis_records.games.mentis.state import HANDS, SIDE
from mentis_records.games.mentis.tile import (
    HAND_BITS,
    LETTERS,
    NAMES,
    NOBLES,
    PAIRS,
    SPEARS,
    TRENCHMEN,
)

if not cython.compiled:
    from mentis_records.games.mentis.attack_set import mark_attacks

STACKED = (SPEARS, TRENCHMEN, NOBLES)
"""The types that stand in stacks; their codes fill two bits."""

SIDES = ("blue", "red")
LEVELS = ("second", "third")
"""The tiles below the top one, downwards."""

FEATURES: tuple[Feature, ...] = (
    *(Feature(side, COUNT, f"squares with tiles of {side.title()}") for side in SIDES),
    *(
        Feature(f"top_{LETTERS[tile].lower()}", COUNT, f"squares with {NAMES[tile]} on top")
        for tile in STACKED
    ),
    *(
        Feature(f"{level}_{half}", COUNT, f"squares with {types} {level} from the top")
        for level in LEVELS
        for half, types in (("low", "Spears or Nobles"), ("high", "Trenchmen or Nobles"))
    ),
    Feature(
        "state_code",
        2 * HAND_BITS + 1,
        "bits 0-11 Blue's hand, 12-23 Red's: Spears, Trenchmen, Nobles, Wolves, three bits each;"
        " bit 24 the side to move: 0 Blue, 1 Red",
    ),
    Feature("attacked", COUNT, "squares whose top tile some enemy tile could capture"),
    Feature(
        "blocking",
        COUNT,
        "squares whose top tile, if lifted, lets an enemy make a capture that it blocks",
        True,
    ),
    Feature(
        "captures",
        len(SIDES) * PAIRS,
        "bit 25 * side + 5 * attacker + target: such a tile of the side could capture such an enemy"
        " tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf",
    ),
)

MASKS = len(FEATURES) - 4
"""How many of the features are masks of what stands there; they come first."""


def _in_masks(cell: int) -> list[bool]:
    """Return for each mask whether a square with these packed tiles is in it."""
    tiles, side = cell & TILES_MASK, side_of(cell)
    levels = [tiles >> 3 * level & 7 for level in range(MAX_HEIGHT)]
    return [
        *(bool(tiles) and side == owner for owner in range(len(SIDES))),
        *(levels[0] == tile for tile in STACKED),
        *(levels[below] & half > 0 for below in (1, 2) for half in (1, 2)),
    ]


SPREAD = array("q", [-is_in for cell in range(2 << 9) for is_in in _in_masks(cell)])
"""-1 where a square belongs to a mask, else 0, by ``MASKS`` times its cell plus the mask."""


def describe_state(state: MutableSequence[int], row: array[int]) -> None:
    """Write the features of a position."""
    for mask in range(MASKS):
        row[mask] = 0
    for place in range(COUNT):
        if state[place]:
            _describe_square(state, place, row)
    _describe_hands(state, row)
    mark_attacks(row, MASKS + 1)


def describe_turn(state: MutableSequence[int], code: int, row: array[int]) -> None:
    """Make the features of the position before a move those of the state after it."""
    if code & 3 == MOVEMENT:
        _describe_square(state, code >> 5 & 63, row)
        rest = code >> 13
        for _ in range(code >> 11 & 3):
            _describe_square(state, rest & 63, row)
            rest >>= 8
    else:
        _describe_square(state, code >> 11 & 63, row)
    _describe_hands(state, row)
    mark_attacks(row, MASKS + 1)


def _describe_square(state: Sequence[int], place: int, row: array[int]) -> None:
    bit = 1
    bit <<= place
    first = MASKS * state[place]
    for mask in range(MASKS):
        row[mask] = row[mask] & ~bit | SPREAD[first + mask] & bit


def _describe_hands(state: Sequence[int], row: array[int]) -> None:
    hands = state[HANDS] | state[HANDS + 1] << HAND_BITS
    row[MASKS] = hands | state[SIDE] << 2 * HAND_BITS
