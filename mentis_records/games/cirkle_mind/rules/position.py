"""A position: the pieces on the board, what is known of them, whose turn it is, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mentis_records.games.cirkle_mind.rules import board, key
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    UNKNOWN,
    VICTORY_TARGETS,
    piece_of,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.setup import placed_faces
from mentis_records.games.cirkle_mind.rules.terms import Terms

NOBODY = -1


class Position(NamedTuple):
    """The state of a game before a turn: all that both sides together know, and the record.

    ``cells`` has a piece (``rules.piece``) or 0 for each square, ``owned`` the squares of each
    side's pieces, as sets. ``passes`` are the turns just passed, 2 of them end the game (ruling
    R18). ``winner`` is the side that has captured the other's victory target, or ``NOBODY``.

    ``terms`` hold beside a position. ``used`` has the faces of each side that belong to a known
    piece, the bit with the number of each: of those on the board, and of those that have been
    removed since the start; no other piece can have them (R19). ``claimed`` is the side that
    has just removed a piece of unknown face, which may have been the victory target, or
    ``NOBODY``. ``cell_sum`` (``rules.key``) follows from the cells. ``key`` is that of the contract
    (``core.game.Position``): terms, removed faces and move number are not in it.
    """

    cells: bytes
    owned: tuple[int, int]
    side: int
    passes: int
    winner: int
    terms: Terms
    used: tuple[int, int]
    claimed: int
    move_number: int
    cell_sum: int
    key: int

    @property
    def canonical_key(self) -> int:
        """Return the key: a position has no images."""
        return self.key


def position_of(cells: bytes, side: int, passes: int, winner: int, terms: Terms) -> Position:
    """Return a position before move 1, with what follows from its pieces."""
    owned, used = [0, 0], [0, 0]
    for place, piece in enumerate(cells):
        if piece:
            owned[side_of(piece)] |= 1 << place
            if piece & FACE_BITS:
                used[side_of(piece)] |= 1 << (piece & FACE_BITS)
    total = key.cell_sum(cells)
    return Position(
        cells,
        (owned[0], owned[1]),
        side,
        passes,
        winner,
        terms,
        (used[0], used[1]),
        NOBODY,
        1,
        total,
        key.position_key(total, side, passes, winner),
    )


_SAVING = tuple(
    (
        piece_of(side, target),
        piece_of(side, target, True),
        piece_of(side, UNKNOWN),
        piece_of(side, UNKNOWN, True),
    )
    for side, target in enumerate(VICTORY_TARGETS)
)
"""The pieces of each side of which one must stand, or it has lost."""


def is_targetless(cells: bytes, side: int) -> bool:
    """Tell whether a side has neither its victory target nor a piece of unknown face (R19)."""
    known, shown, hidden, blank = _SAVING[side]
    return not (known in cells or shown in cells or hidden in cells or blank in cells)


def set_up(faces: Sequence[Mapping[int, int]]) -> bytes:
    """Return the cells of a board with the faces of each side by square, nothing shown."""
    cells = bytearray(board.COUNT)
    for side, placed in enumerate(faces):
        for square, face in placed.items():
            cells[square] = piece_of(side, face)
    return bytes(cells)


@lru_cache(maxsize=1 << 10)
def start(green: str, mauve: str, terms: Terms) -> Position:
    """Return the position before the first turn, from both set-ups."""
    cells = set_up([placed_faces(text, side) for side, text in enumerate((green, mauve))])
    return position_of(cells, terms.first_player, 0, NOBODY, terms)
