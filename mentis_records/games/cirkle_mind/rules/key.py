"""Keys of positions: 63-bit Zobrist sums over the pieces on their squares, and over all else.

The board has no images, because its squares differ: the lowest three bits are 0.
"""

from __future__ import annotations

from mentis_records.core.game import canonical
from mentis_records.fast.mix import mix
from mentis_records.games.cirkle_mind.rules.board import COUNT

_FURTHER = 1 << 20
"""Above the numbers of all pieces on their squares."""


class _Parts(dict[int, tuple[int, ...]]):
    """A number for each piece on each square, computed when it is asked for."""

    def __missing__(self, piece: int) -> tuple[int, ...]:
        parts = tuple(mix(piece << 7 | at) if piece else 0 for at in range(COUNT))
        self[piece] = parts
        return parts


PARTS = _Parts()
"""The numbers of a piece, one for each square: ``PARTS[piece][square]``; 0 for none."""


def cell_sum(cells: bytes) -> int:
    """Return the exclusive or of the numbers of all pieces, computed from nothing."""
    found = 0
    for place, piece in enumerate(cells):
        found ^= PARTS[piece][place]
    return found


_REST = tuple(
    tuple(
        tuple(mix(_FURTHER | side << 3 | is_passed << 2 | winner) for winner in range(3))
        for is_passed in range(2)
    )
    for side in range(2)
)


def position_key(cells: int, side: int, passes: int, winner: int) -> int:
    """Return the key of a position.

    Args:
        cells: the sum of its pieces.
        side: who is to move.
        passes: the turns just passed.
        winner: who has won, or -1.
    """
    return canonical(cells ^ _REST[side][passes > 0][winner + 1])
