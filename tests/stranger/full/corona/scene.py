"""What queries may say of Corona, and what a player sees in its positions."""

import re
from dataclasses import replace

from corona.board import IMAGES, POINTS, imaged
from mentis_records.core.vocabulary import Image, Piece, PieceType, Pool, Scene, Turn, Vocabulary

MIRROR = next(image for image in IMAGES if image[:3] == (2, 1, 0))
"""The point of each with left and right exchanged."""


def see(position):
    """Return a position as a player sees it."""
    return Scene(
        tuple(
            () if stone == "." else (Piece("wb".index(stone), "stone"),)
            for stone in position.stones
        ),
        {"hand": tuple({"stone": held} for held in position.hands)},
    )


def describe(before, move):
    """Return a move in the words of queries."""
    origins = () if move.origin is None else (move.origin,)
    return Turn(pieces=("stone",), origins=origins, targets=(move.target,))


def _mirrored(position):
    return replace(position, stones=imaged(position.stones, MIRROR))


def _mirrored_notation(text):
    return re.sub("[a-c][1-3]", lambda found: POINTS[MIRROR[POINTS.index(found[0])]], text)


def _swapped(position):
    return replace(
        position,
        stones=position.stones.translate(str.maketrans("wb", "bw")),
        hands=position.hands[::-1],
        side=1 - position.side,
    )


def _lines(names, at):
    return {
        name: frozenset(place for place, point in enumerate(POINTS) if point[at] == name)
        for name in names
    }


VOCABULARY = Vocabulary(
    squares=POINTS,
    columns=_lines("abc", 0),
    rows=_lines("123", 1),
    areas={"corner": (frozenset((0, 2, 5, 7)),)},
    pieces=(PieceType("stone", "stone", is_alone=True),),
    pools=(Pool("hand", most={"stone": 3}),),
    images=(
        Image("mirror", "a and c exchanged", MIRROR, (0, 1), _mirrored, _mirrored_notation),
        Image("swap", "colours exchanged", tuple(range(8)), (1, 0), _swapped, str),
    ),
    piece_word="stone",
    scene=see,
    turn=describe,
)
