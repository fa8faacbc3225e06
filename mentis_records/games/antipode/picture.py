"""How Antipode looks: zones, stones, the Antipode with its face, hands, captures, and a turn's way.

The rules name the pieces by colour and the zones of the board; the shades and shapes are this
program's own.
"""

from __future__ import annotations

import math
from itertools import pairwise

from mentis_records.core.picture import BoardPicture, Ground, Piece, Polygon, Pool, SquarePicture
from mentis_records.games.antipode.rules import square
from mentis_records.games.antipode.rules.move import CAPTURE, FLIP, Move
from mentis_records.games.antipode.rules.position import INFRACTION, SIDES, TO_WIN, Position

COLOURS = ("#a87400", "#eef1f4")
"""A dark gold and a light silver: far apart in grey, too."""

_STAR: Polygon = tuple(
    (0.5 + reach * math.cos(math.pi * corner / 8), 0.5 + reach * math.sin(math.pi * corner / 8))
    for corner in range(16)
    for reach in ((0.5, 0.41)[corner % 2],)
)

STONES = tuple(
    Piece(name[0], "stone", side, text=name[0], plural="stones") for side, name in enumerate(SIDES)
)
"""How a side's stone looks."""

ANTIPODES = tuple(
    Piece(
        name[0],
        f"Antipode with {name}'s face",
        None,
        outline=_STAR,
        text=f"A{name[0].lower()}",
        face=side,
    )
    for side, name in enumerate(SIDES)
)
"""How the Antipode looks, by the side whose face is up."""

_LONG = 8
"""The way of a jump over more squares would light up half the board."""

_SHADE = "#14407c"
_PERIMETER = Ground("Perimeter")
_PRIME = Ground("Prime", None, 1, _SHADE)
_CENTRE = Ground("Centre", None, 2, _SHADE, "C")


def picture(position: Position, last: Move | None) -> BoardPicture:
    """Return a position as a picture, with the way of the turn that led to it.

    The way has every square where a stone or the Antipode stood; of long jumps the ends stand out.
    Whether ``last`` can have led to the position is not checked.
    """
    path = tuple(square.NAMES[place] for place in last.path) if last else ()
    return BoardPicture(
        columns=tuple(square.COLUMNS),
        rows=tuple(square.ROWS),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(
            _square(square.SIZE * row + column, position)
            for row in reversed(range(square.SIZE))
            for column in range(square.SIZE)
        ),
        pools=tuple(
            pool
            for side in range(len(SIDES))
            for pool in (
                Pool("hand", side, (STONES[side],) * position.hands[side]),
                Pool(
                    "captured", side, (STONES[1 - side],) * position.captures[side], is_taken=True
                ),
            )
        ),
        side_to_move=position.side,
        last_path=path,
        last_targets=tuple(square.NAMES[place] for place in _targets(last)) if last else (),
        last_removed=(square.NAMES[last.cited],) if last and last.cited >= 0 else (),
        last_turned=(square.NAMES[position.token],) if last and FLIP in last.signs else (),
        last_stops=(path[0], path[-1]) if len(path) > _LONG else (),
        notes=tuple(_note(position, side) for side in range(len(SIDES))),
    )


def _targets(last: Move) -> list[int]:
    """Return the squares of the stones that a turn captured."""
    return [
        square.OVER[leg]
        for leg, sign in zip(pairwise(last.path), last.signs, strict=False)
        if sign == CAPTURE
    ]


def _note(position: Position, side: int) -> str:
    """Return how many Primes a side has, and whether it has missed a mandatory move."""
    primes = f"{position.primes(side)} of {TO_WIN} Primes"
    if side != position.side and position.flags & INFRACTION:
        return f"{primes}, may be cited"
    return primes


def _square(place: int, position: Position) -> SquarePicture:
    bit = 1 << place
    pieces: tuple[Piece, ...] = ()
    if place == position.token:
        pieces = (ANTIPODES[position.face],)
    for side, stones in enumerate(position.stones):
        if stones & bit:
            pieces = (STONES[side],)
    return SquarePicture(
        square.NAMES[place], place % square.SIZE, place // square.SIZE, _ground(place), pieces
    )


def _ground(place: int) -> Ground:
    if place == square.CENTRE:
        return _CENTRE
    return _PRIME if square.PRIME >> place & 1 else _PERIMETER
