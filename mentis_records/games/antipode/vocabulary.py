"""What queries may say of Antipode's squares and pieces, with examples of the common tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from mentis_records.core.vocabulary import Area, Image, PieceType, Pool, Vocabulary
from mentis_records.games.antipode import scene
from mentis_records.games.antipode.rules import move, square
from mentis_records.games.antipode.rules.key import MOST
from mentis_records.games.antipode.rules.position import Position
from mentis_records.games.antipode.rules.square import IMAGES

_SQUARE = re.compile("[a-g][1-7]")

_ABOUT = {
    "turn90": "the board turned a quarter to the right",
    "turn180": "the board turned by half",
    "turn270": "the board turned a quarter to the left",
    "mirror": "columns a-g, b-f, c-e exchanged",
    "diagonal": "the board mirrored at a1-g7",
    "flip": "rows 1-7, 2-6, 3-5 exchanged",
    "antidiagonal": "the board mirrored at a7-g1",
}
"""The images of the board, in the order of ``IMAGES`` behind the identity."""


def read_move(notation: str) -> str:
    """Return the canonical form of a written turn.

    Raises:
        ValueError: it is none in the notation.
    """
    text = notation.strip()
    try:
        found = move.parse_move(text)
    except ValueError:
        found = None
    if found is None or not move.is_shaped(found):
        raise ValueError("a turn is written as b4, b4-b5, Ad4-d7, a2xc2~c4, Pg6:b2-b3, Pg6 or --")
    return found.notation


def _turned(places: tuple[int, ...], position: Position) -> Position:
    """Return a position with all on its squares on others."""
    gold, silver = (
        square.square_set(places[at] for at in square.squares_of(stones))
        for stones in position.stones
    )
    first, second = (tuple(places[at] for at in last) for last in position.lasts)
    return Position.of(
        (gold, silver),
        places[position.token],
        position.face,
        position.hands,
        position.captures,
        (first, second),
        position.flags,
        position.side,
        position.opener,
        position.move_number,
    )


def _swapped(position: Position) -> Position:
    """Return a position with the sides exchanged."""
    return Position.of(
        position.stones[::-1],
        position.token,
        1 - position.face,
        position.hands[::-1],
        position.captures[::-1],
        position.lasts[::-1],
        position.flags,
        1 - position.side,
        1 - position.opener,
        position.move_number,
    )


def _renamed(places: tuple[int, ...], notation: str) -> str:
    """Return a turn's notation with other squares."""

    def other(found: re.Match[str]) -> str:
        return square.NAMES[places[square.INDEX[found[0]]]]

    return _SQUARE.sub(other, notation)


def _image(slug: str, places: tuple[int, ...]) -> Image:
    return Image(
        slug, _ABOUT[slug], places, (0, 1), partial(_turned, places), partial(_renamed, places)
    )


def _squares(places: int) -> Area:
    return frozenset(square.squares_of(places))


def _lines(names: str, at: int) -> dict[str, Area]:
    """Return the squares by the letter or digit at a place of their names."""
    return {
        line: frozenset(place for place, name in enumerate(square.NAMES) if name[at] == line)
        for line in names
    }


_same: Callable[[str], str] = str

VOCABULARY = Vocabulary(
    squares=square.NAMES,
    columns=_lines(square.COLUMNS, 0),
    rows=_lines(square.ROWS, 1),
    areas={
        "perimeter": (_squares(square.PERIMETER),),
        "prime": (_squares(square.PRIME),),
        "centre": (frozenset((square.CENTRE,)),),
    },
    pieces=(
        PieceType(scene.STONE, "stone", is_alone=True),
        PieceType(scene.ANTIPODE_PIECE, "Antipode", is_alone=True),
    ),
    pools=(Pool(scene.HAND, most={scene.STONE: MOST}),),
    images=(
        *(_image(slug, places) for slug, places in zip(_ABOUT, IMAGES[1:], strict=True)),
        Image("swap", "Gold and Silver exchanged", IMAGES[0], (1, 0), _swapped, _same),
    ),
    scene=scene.see,
    turn=scene.describe,
    read_move=read_move,
    forms={
        "piece_on": ("gold stone on b2", "silver any on perimeter", "gold antipode on centre"),
        "piece_in": ("silver stone in row 4",),
        "stack": ("gold stack stone on c3", "any stack ? on prime"),
        "height": ("gold height = 1 on c3",),
        "empty": ("empty d4", "empty prime"),
        "own_pool": ("gold hand >= 4", "silver hand = 0"),
        "count": ("count(gold stone on perimeter) >= 4", "count(any any on column d) = 0"),
        "named_on": ("some x: gold stone on prime and x on row 4 and antipode on column d",),
        "move_captures": ("move captures any", "move captures stone"),
        "move_by": ("move by stone", "move by antipode"),
        "move_from": ("move from c3",),
        "move_to": ("move to c5", "move to centre"),
        "move_is": ('move "Ad4-d7"', 'move "a2xc2-c4"'),
        "game": ("game(antipode on centre)",),
        "turn90": ("turn90(gold stone on b1)",),
        "turn180": ("turn180(gold stone on b1)",),
        "turn270": ("turn270(gold stone on b1)",),
        "mirror": ("mirror(gold stone on b1)",),
        "diagonal": ("diagonal(gold stone on b1)",),
        "flip": ("flip(gold stone on b1)",),
        "antidiagonal": ("antidiagonal(gold stone on b1)",),
        "swap": ("swap(primes gold >= 6)",),
        "square": ("c3",),
        "rectangle": ("c3:e5",),
        "row": ("row 4",),
        "column": ("column d",),
        "named": ("prime",),
    },
)
