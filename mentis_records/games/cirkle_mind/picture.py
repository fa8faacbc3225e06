"""How CirKle Mind looks: shapes on the squares, pieces with faces and shields, duels, captures.

The rules name shapes and colours; the shades and outlines are this program's own. A piece without
a shield is a disc, a protected one has the outline of a shield, a super protected one is a shield
with a notched top. A piece whose face is not in the position lies face down.
"""

from __future__ import annotations

from functools import lru_cache

from mentis_records.core.picture import (
    DISC,
    BoardPicture,
    Ground,
    Piece,
    Polygon,
    Pool,
    SquarePicture,
    face_down,
)
from mentis_records.games.cirkle_mind.rules.board import (
    COLUMNS,
    COUNT,
    NAMES,
    ROWS,
    SIDES,
    layout_of,
)
from mentis_records.games.cirkle_mind.rules.captured import captured_of
from mentis_records.games.cirkle_mind.rules.duel import LOST, SUPER, WON
from mentis_records.games.cirkle_mind.rules.move import ATTACK, PASS, Move
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    FACES,
    PIECES,
    SHOWN_BIT,
    side_of,
    words_of,
)
from mentis_records.games.cirkle_mind.rules.position import Position

COLOURS = ("#cfe9cf", "#54346b")
"""A pale green and a dark mauve: far apart in grey, too."""

SHADES = {"Y": "#f2cf2e", "G": "#3d9c4f", "B": "#3a6fd0", "M": "#b57acb", "K": "#111111"}
"""The shade of each colour of squares and faces."""


def _turned(outline: Polygon, size: float) -> Polygon:
    """Return an outline of another size around the middle."""
    return tuple((0.5 + size * (x - 0.5), 0.5 + size * (y - 0.5)) for x, y in outline)


_CROSS: Polygon = tuple(
    (x / 100, y / 100)
    for x, y in (
        *((0, 22), (22, 0), (50, 28), (78, 0), (100, 22), (72, 50)),
        *((100, 78), (78, 100), (50, 72), (22, 100), (0, 78), (28, 50)),
    )
)

_SHAPES: dict[str, tuple[Polygon, ...]] = {
    "t": (((0.5, 1.0), (0.0, 0.06), (1.0, 0.06)),),
    "s": (((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),),
    "x": (_CROSS,),
    "o": (DISC,),
    "c": (DISC, _turned(DISC, 0.66), _turned(DISC, 0.32)),
}
"""The shapes of squares and faces in a unit square; a target is rings within each other."""

_SHIELD: Polygon = (
    *((0.05, 0.97), (0.95, 0.97), (0.96, 0.5), (0.9, 0.3), (0.76, 0.13)),
    *((0.5, 0.0), (0.24, 0.13), (0.1, 0.3), (0.04, 0.5)),
)
_NOTCHED: Polygon = (
    *((0.05, 1.0), (0.28, 0.88), (0.5, 1.0), (0.72, 0.88), (0.95, 1.0)),
    *_SHIELD[2:],
)
_OUTLINES = (DISC, _SHIELD, _NOTCHED)
_MARKS = ("", "*", "**")
_KEY = "* protected, ** super protected"
"""What stands behind a piece in text, by its level, and what it means."""


@lru_cache(maxsize=512)
def piece_picture(side: int, face: int, level: int = 0) -> Piece:
    """Return how a side's piece looks, by the number of its face and its level."""
    if not face:
        return face_down(side)
    sign = FACES[face - 1]
    name = f"{sign} ({words_of(sign)}{('', ', protected', ', super protected')[level]})"
    written = sign[0].lower() + sign[1] if side else sign
    return Piece(
        sign,
        name,
        side,
        outline=_OUTLINES[level],
        emblem=tuple(_turned(part, 0.46) for part in _SHAPES[sign[1]]),
        text=written + _MARKS[level],
        tint=SHADES[sign[0]],
    )


@lru_cache(maxsize=64)
def _grounds(layout: str) -> tuple[Ground, ...]:
    """Return what each square is, by the text of the layout."""
    return tuple(
        Ground(words_of(shown), None, 1, SHADES[shown[0]], shown, emblem=_SHAPES[shown[1]])
        if shown
        else Ground("neutral")
        for shown in layout_of(layout)
    )


def picture(position: Position, last: Move | None) -> BoardPicture:
    """Return a position as a picture, with the way and the duel of the turn that led to it.

    Faces are those of the position: a piece without one lies face down. The way of an attacker
    that won goes on to the square it took. Whether ``last`` can have led to the position is not
    checked.
    """
    is_attack = last is not None and last.kind == ATTACK
    won, lost = (is_attack and last is not None and last.mark == mark for mark in (WON, LOST))
    victim = (NAMES[last.victim],) if is_attack and last else ()
    way: tuple[str, ...] = ()
    if last is not None and last.kind != PASS:
        way = (NAMES[last.origin], NAMES[last.target], *(victim if won else ()))
    captured = captured_of(position)
    return BoardPicture(
        columns=tuple(COLUMNS),
        rows=tuple(str(row) for row in range(1, ROWS + 1)),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(
            _square(position, first + column)
            for first in range(COUNT - len(COLUMNS), -1, -len(COLUMNS))
            for column in range(len(COLUMNS))
        ),
        pools=tuple(
            Pool(
                "captured",
                side,
                tuple(piece_picture(1 - side, face) for face in captured[1 - side].numbers),
                PIECES,
                is_taken=True,
            )
            for side in range(len(SIDES))
        ),
        side_to_move=position.side,
        last_path=way,
        last_targets=victim if won else (),
        last_attacked=() if won else victim,
        last_removed=way[-1:] if lost else (),
        notes=tuple(_note(position, side) for side in range(len(SIDES))),
        key=_KEY if position.terms.has_shields else "",
    )


def _level(position: Position, place: int) -> int:
    """Return the level of the piece on a square, 0 where its face is not in the position."""
    return position.terms.levels[place][position.cells[place] & FACE_BITS]


def _square(position: Position, place: int) -> SquarePicture:
    piece = position.cells[place]
    pieces: tuple[Piece, ...] = ()
    if piece:
        level = _level(position, place)
        pieces = (piece_picture(side_of(piece), piece & FACE_BITS, level),)
    row, column = divmod(place, len(COLUMNS))
    ground = _grounds(position.terms.layout)[place]
    return SquarePicture(NAMES[place], column, row, ground, pieces)


def _note(position: Position, side: int) -> str:
    """Return how many pieces of a side are known to both, and how many a shield protects."""
    own = [
        (place, piece)
        for place, piece in enumerate(position.cells)
        if piece and side_of(piece) == side
    ]
    words = [f"{sum(piece & SHOWN_BIT > 0 for _, piece in own)} of {len(own)} known"]
    if position.terms.has_shields:
        levels = [_level(position, place) for place, _ in own]
        words += [f"{levels.count(1)} protected", f"{levels.count(SUPER)} super"]
    return ", ".join(words)
