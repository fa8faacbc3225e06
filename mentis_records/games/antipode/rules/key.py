"""Keys of positions, from Zobrist sums of all eight images of a position at once.

A sum is the exclusive or of one number for each piece on its square, for what sides have in hand
and have captured, for their last moves, for the flags, and for Silver to move. The sums of the
eight images lie in one integer of 512 bits, 64 for each, so that one operation changes all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import Struct

from mentis_records.fast.mix import mix
from mentis_records.games.antipode.rules.square import COUNT, IMAGES, squares_of

_unpack = Struct("<8Q").unpack

_ALL = sum(1 << 64 * image for image in range(8))
_PIECES, _COUNTS, _LAST, _FLAGS, _SIDE = (kind << 16 for kind in range(1, 6))


def _part(number: int) -> int:
    """Return what a fact adds to a sum: a number with the lowest three bits free."""
    return mix(number) & -8


def _piece_part(kind: int, place: int) -> int:
    own = _PIECES | kind << 8
    return sum(_part(own | images[place]) << 64 * at for at, images in enumerate(IMAGES))


PIECE = tuple(tuple(_piece_part(kind, place) for place in range(COUNT)) for kind in range(4))
"""The part of a piece by its kind and square: a stone of Gold, of Silver, the Antipode so faced."""

TOKEN = 2
"""The kind of the Antipode with Gold's face; that with Silver's is the next."""

MOST = 25
"""The most stones of a side."""

HAND, CAPTURED = (
    tuple(
        tuple(_ALL * _part(_COUNTS | what << 8 | side << 7 | count) for count in range(MOST + 1))
        for side in (0, 1)
    )
    for what in (0, 1)
)
"""The parts of so many stones in hand, and of so many captures, by side and number."""

FLAG = tuple(_ALL * _part(_FLAGS | flags) for flags in range(64))
"""The part of each combination of flags (``position``)."""

SILVER_TO_MOVE = _ALL * _part(_SIDE)


@cache
def last_part(side: int, last: tuple[int, ...]) -> int:
    """Return the part of a side's last move, of one square and another, or of none."""
    if not last:
        return 0
    start, end = last
    return sum(
        _part(_LAST | side << 12 | images[start] << 6 | images[end]) << 64 * at
        for at, images in enumerate(IMAGES)
    )


def fresh_sums(
    stones: Sequence[int],
    token: int,
    face: int,
    hands: Sequence[int],
    captures: Sequence[int],
    lasts: Sequence[tuple[int, ...]],
    flags: int,
    side: int,
) -> int:
    """Return the sums of a position (``position.Position``), computed from nothing."""
    sums = PIECE[TOKEN + face][token] ^ FLAG[flags]
    for owner in (0, 1):
        for place in squares_of(stones[owner]):
            sums ^= PIECE[owner][place]
        sums ^= HAND[owner][hands[owner]] ^ CAPTURED[owner][captures[owner]]
        sums ^= last_part(owner, lasts[owner])
    return sums ^ SILVER_TO_MOVE if side else sums


def position_key(sums: int) -> int:
    """Return the key of a position (``core.game.Position``): the least sum, and which image's."""
    parts = _unpack(sums.to_bytes(64, "little"))
    least = min(parts)
    key: int = least | parts.index(least)
    return key
