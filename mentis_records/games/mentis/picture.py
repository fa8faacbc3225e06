"""How Mentis looks: tile shapes, emblems, colours, grounds; knows positions but no renderer.

A tile is a solid shape with a small white emblem: the shape of the one type that cannot capture
it (rulebook, Capture Rules). The pictures of the printed tiles are not in the rulebook's text,
so the silhouettes are this program's own. All of them have a top, which faces the opponent.
Where on a page a tile stands, and how a stack is shown, is left to the renderer.
"""

from __future__ import annotations

import math

from mentis_records.core.picture import (
    BoardPicture,
    Ground,
    Piece,
    Point,
    Polygon,
    Pool,
    SquarePicture,
    face_down,
)
from mentis_records.games.mentis.rules import square, stack, tile
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move
from mentis_records.games.mentis.rules.position import BLUE, RED, Position

SIDES = ("Blue", "Red")

COLOURS = ("#1d4e94", "#d1432b")
"""A dark blue and a lighter, orange-leaning red: apart for every kind of colour vision, and in
grey; white on either has a contrast of more than 4.5."""

_SPEARHEAD: Polygon = (
    (0.50, 1.00),
    (0.90, 0.36),
    (0.84, 0.24),
    (0.63, 0.27),
    (0.63, 0.02),
    (0.37, 0.02),
    (0.37, 0.27),
    (0.16, 0.24),
    (0.10, 0.36),
)
_TRENCH: Polygon = (
    (0.04, 0.12),
    (0.96, 0.12),
    (0.96, 0.88),
    (0.72, 0.88),
    (0.64, 0.66),
    (0.36, 0.66),
    (0.28, 0.88),
    (0.04, 0.88),
)
_GEM: Polygon = ((0.50, 1.00), (0.97, 0.48), (0.64, 0.04), (0.36, 0.04), (0.03, 0.48))
_CROWN: Polygon = (
    (0.12, 0.08),
    (0.88, 0.08),
    (0.99, 0.80),
    (0.72, 0.56),
    (0.50, 0.97),
    (0.28, 0.56),
    (0.01, 0.80),
)
_WOLF_HEAD: Polygon = (
    (0.10, 1.00),
    (0.34, 0.78),
    (0.66, 0.78),
    (0.90, 1.00),
    (0.97, 0.50),
    (0.82, 0.32),
    (0.62, 0.04),
    (0.38, 0.04),
    (0.18, 0.32),
    (0.03, 0.50),
)

OUTLINES: dict[int, Polygon] = {
    tile.SPEARS: _SPEARHEAD,
    tile.TRENCHMEN: _TRENCH,
    tile.NOBLES: _GEM,
    tile.KING: _CROWN,
    tile.WOLF: _WOLF_HEAD,
}
"""The silhouette of each type by tile code."""

_EMBLEM_CENTRE: dict[int, Point] = {
    tile.SPEARS: (0.50, 0.48),
    tile.TRENCHMEN: (0.50, 0.39),
    tile.NOBLES: (0.50, 0.48),
}
_EMBLEM_SIZE: dict[int, float] = {tile.SPEARS: 0.36, tile.TRENCHMEN: 0.44, tile.NOBLES: 0.40}


def picture(position: Position, last: Move | None) -> BoardPicture:
    """Return a position as a picture, with the squares of the ply that led to it.

    Columns and rows of the squares count from 0 at a1. A movement's path includes its start; a
    capture's path is the attacker's square alone, for the attacker does not move. Whether
    ``last`` can have led to the position is not checked.
    """
    path, target = _last_squares(last)
    return BoardPicture(
        columns=tuple(square.COLUMNS),
        rows=tuple(square.ROWS),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(
            _square_picture(square.SIZE * row + column, position)
            for row in reversed(range(square.SIZE))
            for column in range(square.SIZE)
        ),
        pools=(_hand(position, BLUE), _hand(position, RED)),
        side_to_move=position.side,
        last_path=tuple(square.NAMES[place] for place in path),
        last_targets=() if target is None else (square.NAMES[target],),
    )


def _last_squares(last: Move | None) -> tuple[tuple[int, ...], int | None]:
    if last is None:
        return (), None
    if isinstance(last, Capture):
        return (last.place,), last.target
    if isinstance(last, Deployment):
        return (last.place,), None
    return last.path, None


def _square_picture(place: int, position: Position) -> SquarePicture:
    cell = position.cells[place]
    return SquarePicture(
        name=square.NAMES[place],
        column=place % square.SIZE,
        row=place // square.SIZE,
        ground=_GROUNDS[place],
        pieces=tuple(FACES[stack.side_of(cell)][kind] for kind in stack.tiles_of(cell)),
    )


def _hand(position: Position, side: int) -> Pool:
    held = position.hands[side]
    faces = [
        FACES[side][kind] for kind in tile.HAND_TYPES for _ in range(tile.hand_count(held, kind))
    ]
    faces += [FACES[side][tile.HIDDEN]] * tile.hidden_count(held)
    return Pool("hand", side, tuple(faces), len(tile.HAND_TYPES))


def _ground(place: int) -> Ground:
    for side in (BLUE, RED):
        if place in square.HILL[side]:
            return Ground("hill", side, 2)
        if place in square.DEPLOYMENT[side]:
            return Ground("deployment", side, 1)
    return Ground()


def _emblem(kind: int) -> tuple[Polygon, ...]:
    """Return the shape of the type that cannot capture this one, or the type's own detail."""
    if immune_to := tile.IMMUNE_TO[kind]:
        (x, y), size = _EMBLEM_CENTRE[kind], _EMBLEM_SIZE[kind]
        left, bottom = x - size / 2, y - size / 2
        return (tuple((left + size * px, bottom + size * py) for px, py in OUTLINES[immune_to]),)
    return _OWN_DETAIL[kind]


def _disc(x: float, y: float, radius: float, corners: int = 16) -> Polygon:
    angles = (math.tau * corner / corners for corner in range(corners))
    return tuple((x + radius * math.cos(at), y + radius * math.sin(at)) for at in angles)


_OWN_DETAIL: dict[int, tuple[Polygon, ...]] = {
    tile.KING: (((0.22, 0.18), (0.78, 0.18), (0.79, 0.28), (0.21, 0.28)), _disc(0.5, 0.46, 0.09)),
    tile.WOLF: (
        ((0.20, 0.58), (0.42, 0.46), (0.36, 0.40), (0.24, 0.46)),
        ((0.80, 0.58), (0.58, 0.46), (0.64, 0.40), (0.76, 0.46)),
        ((0.43, 0.19), (0.57, 0.19), (0.50, 0.10)),
    ),
}
"""What marks the types that no immunity protects: a crown's band and jewel, a wolf's face."""

FACES: tuple[dict[int, Piece], ...] = tuple(
    {
        tile.HIDDEN: face_down(side),
        **{
            kind: Piece(
                sign=tile.LETTERS[kind],
                name=tile.NAMES[kind],
                side=side,
                outline=OUTLINES[kind],
                emblem=_emblem(kind),
            )
            for kind in tile.TYPES
        },
    }
    for side in (BLUE, RED)
)
"""How a side's tile of a type looks, and one that is hidden."""

_GROUNDS = tuple(_ground(place) for place in range(square.COUNT))
