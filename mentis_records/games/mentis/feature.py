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

from mentis_records.core.feature import DerivedFeature, Feature
from mentis_records.games.mentis.move import MOVEMENT
from mentis_records.games.mentis.square import COUNT, HILL
from mentis_records.games.mentis.stack import MAX_HEIGHT, TILES_MASK, side_of
from mentis_records.games.mentis.state import HANDS, SIDE
from mentis_records.games.mentis.tile import (
    HAND_SHIFT,
    LETTERS,
    NAMES,
    NOBLES,
    SET_SIZE,
    SPEARS,
    TRENCHMEN,
    WOLF,
)

if not cython.compiled:
    from mentis_records.games.mentis.attack import mark_attacks

STACKED = (SPEARS, TRENCHMEN, NOBLES)
"""The types that stand in stacks; their codes fill two bits."""

SIDES = ("blue", "red")
LEVELS = ("second", "third")
"""The tiles below the top one, downwards."""

HAND_BITS = 12
HAND_MASK = (1 << HAND_BITS) - 1

FEATURES: tuple[Feature, ...] = (
    *(Feature(side, COUNT, f"squares with tiles of {side.title()}") for side in SIDES),
    *(
        Feature(f"top_{LETTERS[tile].lower()}", COUNT, f"squares with {NAMES[tile]} on top")
        for tile in STACKED
    ),
    *(
        Feature(f"{level}_{half}", COUNT, f"squares with {types} {level} from the top", True)
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
)

MASKS = len(FEATURES) - 3
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
    mark_attacks(state, row, MASKS + 1)


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
    mark_attacks(state, row, MASKS + 1)


def _describe_square(state: Sequence[int], place: int, row: array[int]) -> None:
    bit = 1
    bit <<= place
    first = MASKS * state[place]
    for mask in range(MASKS):
        row[mask] = row[mask] & ~bit | SPREAD[first + mask] & bit


def _describe_hands(state: Sequence[int], row: array[int]) -> None:
    hands = state[HANDS] | state[HANDS + 1] << HAND_BITS
    row[MASKS] = hands | state[SIDE] << 2 * HAND_BITS


def _square_set(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


HILLS = _square_set(HILL[0] + HILL[1])


def _level(level: str, tile: int) -> str:
    """Return the expression for the squares with a type at a level below the top."""
    low, high = f"{level}_low", f"{level}_high"
    return {
        SPEARS: f"({low} & ~{high})",
        TRENCHMEN: f"({high} & ~{low})",
        NOBLES: f"({low} & {high})",
    }[tile]


def _top(tile: int) -> str:
    return f"top_{LETTERS[tile].lower()}"


def _anywhere(tile: int) -> str:
    return f"({_top(tile)} | {_level('second', tile)} | {_level('third', tile)})"


def _held(side: str, tile: int) -> str:
    shift = HAND_SHIFT[tile] + HAND_BITS * SIDES.index(side)
    return f"((state_code >> {shift}) & 7)"


def _lost(side: str, tile: int) -> str:
    """Return the expression for set minus hand minus board."""
    levels = (_top(tile), *(_level(level, tile) for level in LEVELS))
    standing = "".join(f" - bit_count({side} & {level})" for level in levels)
    return f"({SET_SIZE[tile]} - {_held(side, tile)}{standing})"


_TOPS = " | ".join(_top(tile) for tile in STACKED)

DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", f"(state_code >> {2 * HAND_BITS})", "the side to move: 0 Blue, 1 Red"),
    DerivedFeature("kings", f"((blue | red) & {HILLS})", "squares with Kings"),
    DerivedFeature("wolves", f"((blue | red) & ~({_TOPS} | {HILLS}))", "squares with Wolves"),
    *(
        DerivedFeature(
            f"{level}_{LETTERS[tile].lower()}",
            _level(level, tile),
            f"squares with {NAMES[tile]} {level} from the top",
        )
        for level in LEVELS
        for tile in STACKED
    ),
    *(
        DerivedFeature(
            f"any_{LETTERS[tile].lower()}",
            _anywhere(tile),
            f"squares with {NAMES[tile]} anywhere in the stack, top included",
        )
        for tile in STACKED
    ),
    DerivedFeature("height2", "(second_low | second_high)", "squares with two tiles or three"),
    DerivedFeature("height3", "(third_low | third_high)", "squares with three tiles"),
    *(
        DerivedFeature(
            f"{side}_hand_{LETTERS[tile].lower()}",
            _held(side, tile),
            f"how many {NAMES[tile]} are in {side.title()}'s hand",
        )
        for side in SIDES
        for tile in (*STACKED, WOLF)
    ),
    *(
        DerivedFeature(
            f"{side}_lost_{LETTERS[tile].lower()}",
            _lost(side, tile),
            f"how many {NAMES[tile]} {side.title()} has lost: set minus hand minus board",
        )
        for side in SIDES
        for tile in STACKED
    ),
)
