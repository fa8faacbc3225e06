"""A row of the board packed into one number: a byte a square, column ``a`` lowest.

Each bit of the byte is a plane. Two planes say whose the tiles are; two for each tile of a stack,
from the top one down, have the two bits of its type. A King and a Wolf have neither: nothing but a
King stands on a hill, and off the hills what is no Spears, Trenchmen or Nobles is a Wolf (rules,
position string).
"""

from __future__ import annotations

from array import array

from mentis_records.games.mentis.rules.square import SIZE
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT, TILES_MASK, side_of
from mentis_records.games.mentis.rules.tile import LETTERS, NOBLES, SPEARS, TRENCHMEN

STACKED = (SPEARS, TRENCHMEN, NOBLES)
"""The types that stand in stacks; their codes fill two bits."""

SIDES = ("blue", "red")
LEVELS = ("top", "second", "third")
"""The tiles of a stack, downwards."""

OWNERS = (0, 1)
"""The planes of the sides."""

LOW, HIGH = (2, 4, 6), (3, 5, 7)
"""The planes with the bits of the types, by level: Spears have the low one, Nobles both."""

PLANES = len(OWNERS) + len(LOW) + len(HIGH)
BITS = SIZE * PLANES
"""How many bits a row has."""


def squares_with(tile: int, level: int = 0) -> str:
    """Return the feature with the squares that have a type of those in stacks at a level."""
    return f"{LEVELS[level]}_{LETTERS[tile].lower()}"


def plane_set(*planes: int) -> int:
    """Return the byte of a square that is in some planes."""
    return sum(1 << plane for plane in planes)


ALL_PLANES = plane_set(*range(PLANES))


def pack_cell(cell: int) -> int:
    """Return the byte of a square with these packed tiles."""
    tiles = cell & TILES_MASK
    if not tiles:
        return 0
    found = plane_set(OWNERS[side_of(cell)])
    for level in range(MAX_HEIGHT):
        tile = tiles >> 3 * level & 7
        if tile in STACKED:
            found |= tile << LOW[level]
    return found


PACKED = array("q", map(pack_cell, range(2 * (TILES_MASK + 1))))
"""The same, by packed tiles."""


def spread(byte: int, columns: int) -> int:
    """Return the row with a byte in each of a set of columns, and nothing else."""
    return sum(byte << PLANES * column for column in range(SIZE) if columns >> column & 1)
