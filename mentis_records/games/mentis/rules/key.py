"""Keys of positions, from 63-bit Zobrist sums over squares, hands and the side to move (rules R5).

A sum is the exclusive or of one number for each stack on its square, for each side's hand, and
for Red to move. The numbers are in a table; what may not stand on a board has none there.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import product

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules import square, stack, tile

if not cython.compiled:
    from mentis_records.fast.mix import mix

IMAGES = 7
"""The bits of a key that tell a position's images apart."""

RED_TO_MOVE = 0x1D3F_8A6B_52C7_90E5

_STACKS = (
    *(
        stack.pack(tiles, 0)
        for height in range(1, stack.MAX_HEIGHT + 1)
        for tiles in product((tile.SPEARS, tile.TRENCHMEN, tile.NOBLES), repeat=height)
    ),
    tile.KING,
    tile.WOLF,
)
_CELLS = (0, *_STACKS, *(cell | stack.RED_BIT for cell in _STACKS))

CELL_BITS = len(_CELLS).bit_length()
CELL_NUMBER = table("B", [0]) * (2 * stack.RED_BIT)
"""Numbers of the stacks that may stand on a square, so that their parts lie together."""
for number, cell in enumerate(_CELLS):
    CELL_NUMBER[cell] = number

HANDS_FROM = square.COUNT << CELL_BITS + 1
"""Where in ``PARTS`` the hands begin."""


def cell_part(place: int, cell: int) -> int:
    """Return where in ``PARTS`` the numbers of a stack on a square are."""
    return (place << CELL_BITS | CELL_NUMBER[cell]) << 1


def _parts() -> MutableSequence[int]:
    found = table("q", [0]) * (HANDS_FROM + (2 << 13))
    for cell in _CELLS[1:]:
        for place in range(square.COUNT):
            part = mix(place << 10 | cell)
            found[cell_part(place, cell)] = part
            found[cell_part(square.MIRROR[place], cell) + 1] = part
    counts = [range(tile.SET_SIZE[kind] + 1) for kind in tile.HAND_TYPES]
    for spears, trenchmen, nobles, wolves in product(*counts):
        hand = spears | trenchmen << 3 | nobles << 6 | wolves << 9
        for own in (hand, hand | 1 << 12):
            at = HANDS_FROM + (own << 1)
            found[at] = found[at + 1] = mix(own | 1 << 20)
    return found


PARTS = _parts()
"""Two numbers each, one for the sum and one for that of the mirror image.

Those of a stack are at ``cell_part(square, stack)`` and behind; those of a hand at
``HANDS_FROM + ((side << 12 | hand) << 1)``.
"""


def position_key(plain: int, mirrored: int) -> int:
    """Return the key of a position (``core.game.Position``) from its sum and its image's.

    It is the smaller one with the lowest three bits cleared, plus 1 if that is the image's.
    """
    plain -= plain & IMAGES
    mirrored -= mirrored & IMAGES
    return plain if plain <= mirrored else mirrored + 1


def fresh_sums(cells: Sequence[int], hands: Sequence[int], side: int) -> tuple[int, int]:
    """Return the sum of a position and that of its mirror image, computed from nothing."""
    parts = [HANDS_FROM + (hands[0] << 1), HANDS_FROM + ((1 << 12 | hands[1]) << 1)]
    parts.extend(cell_part(place, cell) for place, cell in enumerate(cells))
    plain = mirrored = RED_TO_MOVE if side else 0
    for at in parts:
        plain ^= PARTS[at]
        mirrored ^= PARTS[at + 1]
    return plain, mirrored
