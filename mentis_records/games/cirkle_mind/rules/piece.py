"""Pieces as small numbers: face, side, and whether the face is known; knows no square.

Bits 0-4 have the face, 0 if nobody has written it down, bit 5 the side, bit 6 is 1 if the piece
has been shown in an attack, bit 7 is 1. No piece is 0.
"""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.board import COLOURS, SHAPES

BLACK, TARGET = "K", "c"

COLOUR_LETTERS, SHAPE_LETTERS = COLOURS + BLACK, SHAPES + TARGET
"""What the first and the second letter of a face may be."""

FACES: tuple[str, ...] = (
    *(colour + shape for colour in COLOURS for shape in (*SHAPES, TARGET)),
    *(BLACK + shape for shape in SHAPES),
)
"""The 24 faces of a side, each once (ruling R4); the number of one is its place and 1 more."""

NUMBER: dict[str, int] = {face: number for number, face in enumerate(FACES, 1)}

PIECES = len(FACES)

VICTORY_TARGETS = (NUMBER["Gc"], NUMBER["Mc"])
"""The face whose capture decides the game, of each side."""

UNKNOWN = 0
"""In place of the face of a piece that nobody has written down."""

FACE_BITS = 31
SIDE_BIT, SHOWN_BIT, PIECE_BIT = 32, 64, 128


def piece_of(side: int, face: int, is_shown: bool = False) -> int:
    """Return a piece of a side by the number of its face."""
    return PIECE_BIT | is_shown << 6 | side << 5 | face


def side_of(piece: int) -> int:
    """Return the index of a piece's side."""
    return piece >> 5 & 1


_WORDS = {
    **{"Y": "yellow", "G": "green", "B": "blue", "M": "mauve", BLACK: "black"},
    **{"t": "triangle", "s": "square", "x": "cross", "o": "circle", TARGET: "target"},
}


def words_of(face: str) -> str:
    """Return in words what a face or a square shows."""
    return f"{_WORDS[face[0]]} {_WORDS[face[1]]}"


def face_name(face: int) -> str:
    """Return a face as it is written, ``??`` for one that nobody has written down."""
    return FACES[face - 1] if face else "??"
