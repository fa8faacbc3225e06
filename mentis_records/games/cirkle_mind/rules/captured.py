"""The captured pieces of a side: those of its set that are not on the board.

A set of faces is a number, the bit with the number of each.
"""

from __future__ import annotations

from typing import NamedTuple

from mentis_records.games.cirkle_mind.rules.board import squares_of
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, PIECES, UNKNOWN, side_of
from mentis_records.games.cirkle_mind.rules.position import Position

ALL_FACES = (1 << PIECES) - 1 << 1
"""The faces of a side's set (ruling R4)."""


class Captured(NamedTuple):
    """The known faces of a side's captured pieces, as a set, and how many others there are."""

    faces: int
    others: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the number of each face, ``UNKNOWN`` of the others."""
        return (*squares_of(self.faces), *[UNKNOWN] * self.others)


def captured_of(position: Position) -> tuple[Captured, Captured]:
    """Return what is captured of each side (ruling R4).

    Where all faces on the board are known these are all others; else those that a known piece of
    the side has shown before it was removed.
    """
    standing = [0, 0]
    for piece in set(position.cells):
        if piece:
            standing[side_of(piece)] |= 1 << (piece & FACE_BITS)
    green, mauve = (_captured(position, side, standing[side]) for side in (0, 1))
    return green, mauve


def _captured(position: Position, side: int, standing: int) -> Captured:
    missing = PIECES - position.owned[side].bit_count()
    known = ALL_FACES if not standing & 1 << UNKNOWN else position.used[side]
    faces = known & ALL_FACES & ~standing
    return Captured(faces, missing - faces.bit_count())
