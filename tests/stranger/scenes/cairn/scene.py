"""What queries may say of Cairn, and what a player sees in its positions."""

import re

from cairn.game import PIECES, POINTS, SIGNS, Position
from mentis_records.core.vocabulary import (
    NOBODY,
    Image,
    Piece,
    PieceType,
    Pool,
    Scene,
    Turn,
    Vocabulary,
)

MIRROR = (0, 7, 6, 5, 4, 3, 2, 1)
"""The point of each with east and west exchanged."""


def _points(*names):
    return frozenset(map(POINTS.index, names))


def _piece(sign):
    side, kind = SIGNS[sign]
    return Piece(side if side < 2 else NOBODY, PIECES[kind])


def see(position):
    """Return a position as a player sees it."""
    return Scene(
        stacks=tuple(tuple(map(_piece, stack)) for stack in position.stacks),
        pools={
            "hand": tuple({"stone": one[0], "pebble": one[1]} for one in position.hands),
            "prison": tuple({"stone": one[0], "pebble": one[1]} for one in position.prisons),
            "bank": ({"marker": position.bank},),
        },
    )


def describe(before, move):
    """Return a move, and what it did in the position before it, in the words of queries."""
    if move.action == 3:
        return Turn()
    if move.action == 0:
        return Turn((PIECES[move.first],), (), (move.last,))
    moved = _piece(before.stacks[move.first][-1]).name
    taken = before.stacks[move.last] if move.action == 2 else ""
    captured = tuple(_piece(sign).name for sign in taken)
    return Turn((moved,), (move.first,), (move.last,), captured)


def _mirrored(position):
    stacks = tuple(position.stacks[MIRROR[place]] for place in range(8))
    return Position(stacks, *_rest(position, False))


def _swapped(position):
    stacks = tuple(
        "".join(sign if sign == "m" else sign.swapcase() for sign in stack)
        for stack in position.stacks
    )
    return Position(stacks, *_rest(position, True))


def _rest(position, is_swapped):
    order = slice(None, None, -1 if is_swapped else 1)
    side = 1 - position.side if is_swapped else position.side
    return (
        *(position.hands[order], position.prisons[order], position.bank),
        *(side, position.move_number),
    )


def _mirrored_notation(text):
    return re.sub("|".join(sorted(POINTS, key=len, reverse=True)), _mirrored_name, text)


def _mirrored_name(found):
    return POINTS[MIRROR[POINTS.index(found[0])]]


VOCABULARY = Vocabulary(
    squares=POINTS,
    columns={
        "left": _points("northwest", "west", "southwest"),
        "centre": _points("north", "south"),
        "right": _points("northeast", "east", "southeast"),
    },
    rows={
        "low": _points("southwest", "south", "southeast"),
        "middle": _points("west", "east"),
        "high": _points("northwest", "north", "northeast"),
    },
    areas={
        "corner": (_points("northeast", "southeast", "southwest", "northwest"),),
        "home": (_points("south"), _points("north")),
    },
    pieces=(
        PieceType("stone", "stone"),
        PieceType("pebble", "pebble"),
        PieceType("marker", "marker"),
    ),
    pools=(
        Pool("hand", most={"stone": 3, "pebble": 2}),
        Pool("prison", most={"stone": 3, "pebble": 2}),
        Pool("bank", is_common=True, most={"marker": 1}),
    ),
    images=(
        Image("mirror", "east and west exchanged", MIRROR, (0, 1), _mirrored, _mirrored_notation),
        Image("swap", "colours exchanged", tuple(range(8)), (1, 0), _swapped, str),
    ),
    max_height=4,
    neutral="neutral",
    scene=see,
    turn=describe,
)
