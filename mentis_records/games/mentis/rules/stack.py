"""Stacks packed into integers: 0 for an empty square, else colour and tiles.

The tiles take three bits each, the top one lowest, and bit 9 is set for Red. So pushing a stack
onto another is a shift, and its top is ``cell & 7``. Knows no board and no rule.
"""

from __future__ import annotations

from functools import cache

from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules.tile import CODE, HAND_SHIFT, HAND_TYPES, SIGNS

RED_BIT = 512
TILES_MASK = 511
MAX_HEIGHT = 3


def height(cell: int) -> int:
    """Return the number of tiles, 0 to 3."""
    tiles = cell & TILES_MASK
    if tiles == 0:
        return 0
    return 1 if tiles < 8 else 2 if tiles < 64 else 3


HEIGHT = table("b", map(height, range(TILES_MASK + 1)))
"""The number of tiles, by packed tiles."""


def side_of(cell: int) -> int:
    """Return 0 for Blue and 1 for Red; the cell must not be empty."""
    return cell >> 9


@cache
def tiles_of(cell: int) -> tuple[int, ...]:
    """Return the tile codes from bottom to top."""
    tiles = cell & TILES_MASK
    found: list[int] = []
    while tiles:
        found.append(tiles & 7)
        tiles >>= 3
    return tuple(reversed(found))


def pack(tiles: tuple[int, ...], side: int) -> int:
    """Return the cell that holds these tile codes (bottom to top) of a side."""
    cell = 0
    for tile in tiles:
        cell = cell << 3 | tile
    return cell | side << 9 if cell else 0


@cache
def letters(tiles: int) -> str:
    """Return the tile letters from bottom to top, as deployments write them."""
    return "".join([SIGNS[tile] for tile in tiles_of(tiles)])


def tiles_from_letters(text: str) -> int:
    """Return the packed tiles (no colour) for upper-case letters from bottom to top."""
    tiles = 0
    for letter in text:
        tiles = tiles << 3 | CODE[letter]
    return tiles


def _hand_of(tiles: int) -> int:
    return sum(1 << HAND_SHIFT[tile] for tile in tiles_of(tiles) if tile in HAND_TYPES)


HAND_OF = table("h", map(_hand_of, range(TILES_MASK + 1)))
"""The hand code that counts the tiles, by packed tiles."""
