"""What queries may say of the squares and tiles of Mentis, with examples of the common tests."""

from __future__ import annotations

import re
from collections.abc import Callable

from mentis_records.core.vocabulary import Area, Image, PieceType, Pool, Vocabulary
from mentis_records.games.mentis import scene
from mentis_records.games.mentis.rules import square, stack, tile
from mentis_records.games.mentis.rules.position import Position

_FLIP = tuple(
    square.SIZE * (square.SIZE - 1 - place // square.SIZE) + place % square.SIZE
    for place in range(square.COUNT)
)
"""The square of each in the rows 1-7 exchanged."""

_SQUARE = "[a-g][1-7]"
_BLANKS = "[ \t]*"
_MARK = f"(?:{_BLANKS}#){{0,2}}"
_MOVE = re.compile(
    f"[STNW]{{1,3}}{_SQUARE}|{_SQUARE}x{_SQUARE}"
    f"|{_SQUARE}{_MARK}(?:{_BLANKS}-{_BLANKS}{_SQUARE}{_MARK}){{0,2}}"
    f"{_BLANKS}-{_BLANKS}{_SQUARE}"
)


def _mirrored(position: Position) -> Position:
    cells = tuple(position.cells[square.MIRROR[place]] for place in range(square.COUNT))
    return Position.of(cells, position.hands, position.side, position.move_number)


def _flipped(position: Position) -> Position:
    cells = [position.cells[_FLIP[place]] for place in range(square.COUNT)]
    other = tuple(cell ^ stack.RED_BIT if cell else 0 for cell in cells)
    hands = (position.hands[1], position.hands[0])
    return Position.of(other, hands, 1 - position.side, position.move_number)


def _image(
    slug: str,
    about: str,
    squares: tuple[int, ...],
    sides: tuple[int, int],
    position: Callable[[Position], Position],
) -> Image:
    def notation(text: str) -> str:
        return re.sub(_SQUARE, lambda found: square.NAMES[squares[square.INDEX[found[0]]]], text)

    return Image(slug, about, squares, sides, position, notation)


def read_move(notation: str) -> str:
    """Return the canonical form of a written move.

    Raises:
        ValueError: it is none in the official notation.
    """
    if _MOVE.fullmatch(notation) is None:
        raise ValueError("a move is written as a3-a4, NSTb1 or d4xc4")
    return re.sub("[ \t]", "", notation)


def _line(places: range) -> Area:
    return frozenset(places)


VOCABULARY = Vocabulary(
    squares=square.NAMES,
    columns={
        name: _line(range(at, square.COUNT, square.SIZE)) for at, name in enumerate(square.COLUMNS)
    },
    rows={
        name: _line(range(square.SIZE * at, square.SIZE * (at + 1)))
        for at, name in enumerate(square.ROWS)
    },
    areas={
        "hill": tuple(map(frozenset, square.HILL)),
        "deployment": tuple(map(frozenset, square.DEPLOYMENT)),
    },
    pieces=tuple(
        PieceType(tile.LETTERS[kind], tile.NAMES[kind], kind in (tile.KING, tile.WOLF))
        for kind in tile.TYPES
    ),
    pools=(
        Pool(
            scene.HAND, most={tile.LETTERS[kind]: tile.SET_SIZE[kind] for kind in tile.HAND_TYPES}
        ),
    ),
    max_height=stack.MAX_HEIGHT,
    piece_word="tile",
    images=(
        _image("mirror", "columns a-g, b-f, c-e exchanged", square.MIRROR, (0, 1), _mirrored),
        _image("flip", "colours swapped, rows 1-7, 2-6, 3-5 exchanged", _FLIP, (1, 0), _flipped),
    ),
    scene=scene.see,
    turn=scene.describe,
    read_move=read_move,
    forms={
        "piece_on": ("blue N on d4", "any K on {d1, d7}", "red any on row 4"),
        "piece_in": ("blue N in d4", "red S in deployment red"),
        "stack": ("blue stack TSN on d2", "red stack *N on board", "any stack ?? on row 3"),
        "height": ("blue height >= 2 on c2", "any height = 3 on board"),
        "empty": ("empty d4", "empty hill red"),
        "own_pool": ("blue hand S >= 2", "red hand = 0"),
        "count": ("count(blue any on row 4) >= 2", "count(any any attacked) = 0"),
        "named_on": (
            "some x: blue N on board and count(red any attacked by x) >= 2",
            "some x: red any attacked and x on row 7",
        ),
        "move_captures": ("move captures K", "move captures any"),
        "move_by": ("move by N",),
        "move_from": ("move from d2",),
        "move_to": ("move to d4",),
        "move_is": ('move "d2#-d3#-d4"',),
        "game": ("game(blue K attacked)",),
        "mirror": ("mirror(blue N on c3)",),
        "flip": ("flip(blue N on c3)",),
        "square": ("d4",),
        "rectangle": ("c3:e5",),
        "row": ("row 4",),
        "column": ("column d",),
        "named": ("hill blue",),
    },
)
