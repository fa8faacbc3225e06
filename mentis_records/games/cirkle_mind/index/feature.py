"""What the positions index keeps of a position of CirKle Mind.

Sets of squares are numbers with a bit for each, in the order of ``board.NAMES``. Each is kept in
two words, as the board has more squares than a number has bits: rows 1 to 7, and rows 8 to 11.
Every zone lies in one word. Faces are kept as sets, too: a bit of the code of its colour, and of
its shape, for each square.
"""

from __future__ import annotations

from collections.abc import Callable

from mentis_records.core.feature import Feature
from mentis_records.games.cirkle_mind.rules.board import COUNT, GREEN, MAUVE, SIDES, ZONES
from mentis_records.games.cirkle_mind.rules.captured import captured_of
from mentis_records.games.cirkle_mind.rules.piece import (
    COLOUR_LETTERS,
    FACE_BITS,
    FACES,
    PIECE_BIT,
    PIECES,
    SHAPE_LETTERS,
    SHOWN_BIT,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.rules.shield import shielded_squares

LOW_BITS = ZONES[1].start
"""The squares of the lower word."""

WORDS = (("low", LOW_BITS, "rows 1-7"), ("high", COUNT - LOW_BITS, "rows 8-11"))
"""The ending of each word's name, its bits, and what it covers; the lower one is first."""

OWNERS = tuple(side.lower() for side in SIDES)
"""The sets of squares with each side's pieces."""

CODE_BITS = (1, 2, 4)
"""The bits of the code of a colour or a shape: its place among the letters, and 1 more."""

COLOURS = tuple(f"colour{bit}" for bit in CODE_BITS)
SHAPES = tuple(f"shape{bit}" for bit in CODE_BITS)
"""The sets of squares whose piece has such a bit in the code of its colour, and of its shape."""

KNOWN, SHIELDED = "known", "shielded"
"""The sets of squares with pieces that both sides know, and with protected pieces."""

CAPTURED = tuple(f"captured_{owner}" for owner in OWNERS)
"""The features with the captured faces of each side, and how many others are captured."""

SIDE_BIT, PASSED_BIT, WINNER_BIT = 0, 1, 2
COUNTS_BIT = WINNER_BIT + 2
COUNT_BITS = PIECES.bit_length()
"""Where the numbers of captured pieces begin, and the bits of each."""


def word(name: str, at: int) -> str:
    """Return the feature with a word of a set of squares, 0 the lower one."""
    return f"{name}_{WORDS[at][0]}"


def code_of(letters: str, letter: str) -> int:
    """Return the code of a colour or a shape among all of them."""
    return letters.index(letter) + 1


def _pair(name: str, comment: str) -> tuple[Feature, ...]:
    return tuple(
        Feature(f"{name}_{ending}", bits, f"{comment}, {rows}") for ending, bits, rows in WORDS
    )


def _code_features(names: tuple[str, ...], letters: str, what: str) -> tuple[Feature, ...]:
    coded = ", ".join(f"{letter} {code_of(letters, letter)}" for letter in letters)
    return tuple(
        feature
        for name, bit in zip(names, CODE_BITS, strict=True)
        for feature in _pair(name, f"squares whose piece has bit {bit} in its {what}: {coded}")
    )


FEATURES: tuple[Feature, ...] = (
    *(
        feature
        for name, side in zip(OWNERS, SIDES, strict=True)
        for feature in _pair(name, f"squares with pieces of {side}")
    ),
    *_code_features(COLOURS, COLOUR_LETTERS, "colour"),
    *_code_features(SHAPES, SHAPE_LETTERS, "shape"),
    *_pair(KNOWN, "squares with pieces that have been in a duel"),
    *_pair(SHIELDED, "squares with protected pieces"),
    Feature(
        "state_code",
        COUNTS_BIT + len(SIDES) * COUNT_BITS,
        "bit 0 the side to move: 0 Green, 1 Mauve; bit 1 whether the last turn was a pass; bits"
        " 2-3 who has won: 0 nobody, 1 Green, 2 Mauve; bits 4-8 how many pieces of Green are"
        " captured, 9-13 of Mauve",
    ),
    *(
        Feature(
            name,
            PIECES + COUNT_BITS,
            f"{side}'s captured pieces: bits 0-23 the faces {' '.join(FACES)}; bits 24-28 how many"
            " others, whose face nobody has written down",
        )
        for name, side in zip(CAPTURED, SIDES, strict=True)
    ),
)


def _table(is_in: Callable[[int], bool]) -> bytes:
    """Return a table that gives a digit for each piece on a square: whether that is in a set."""
    return bytes(ord("1" if piece & PIECE_BIT and is_in(piece) else "0") for piece in range(256))


def _has_bit(letters: str, at: int, bit: int) -> Callable[[int], bool]:
    """Return whether a piece's sign at a place of its face has a bit in its code."""

    def tell(piece: int) -> bool:
        face = piece & FACE_BITS
        return 0 < face <= PIECES and code_of(letters, FACES[face - 1][at]) & bit > 0

    return tell


_TABLES: tuple[bytes, ...] = (
    _table(lambda piece: side_of(piece) == GREEN),
    _table(lambda piece: side_of(piece) == MAUVE),
    *(_table(_has_bit(COLOUR_LETTERS, 0, bit)) for bit in CODE_BITS),
    *(_table(_has_bit(SHAPE_LETTERS, 1, bit)) for bit in CODE_BITS),
    _table(lambda piece: piece & SHOWN_BIT > 0),
)
"""For each set that follows from the pieces, in the order of ``FEATURES``."""

_LOW_SET = (1 << LOW_BITS) - 1


def describe(position: Position) -> tuple[int, ...]:
    """Return the numbers of ``FEATURES``."""
    digits = position.cells[::-1]
    sets = [int(digits.translate(table), 2) for table in _TABLES]
    sets.append(shielded_squares(position))
    captured = captured_of(position)
    green, mauve = (found.faces.bit_count() + found.others for found in captured)
    state = (
        position.side << SIDE_BIT
        | (position.passes > 0) << PASSED_BIT
        | position.winner + 1 << WINNER_BIT
        | green << COUNTS_BIT
        | mauve << COUNTS_BIT + COUNT_BITS
    )
    return (
        *(part for each in sets for part in (each & _LOW_SET, each >> LOW_BITS)),
        state,
        *(found.faces >> 1 | found.others << PIECES for found in captured),
    )
