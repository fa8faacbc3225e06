"""Draw what is printed on squares, and what stands or lies on them; knows no board.

A square whose ground has pips or an emblem has a band in the ground's full colour along its upper
edge, with its sign on the left and these on the right: pips are dots, one in a side's colour for
each that counts for the side. Pieces stand below it, a little smaller, as pools on the board lie
below their names.
"""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.core.picture import Ground, Point, SquarePicture
from mentis_records.report.board.board_piece import BLACK, WHITE, PieceStyle, draw_stack
from mentis_records.report.board.board_pool import HeldPiece, draw_held, kinds_of
from mentis_records.report.board.board_shape import Area, Label, Shape, box, disc, is_light, shrunk

BAND = 0.27
"""The height of a band."""

_PIP, _PITCH = 0.052, 0.13
_EMBLEM = 0.21
_LYING, _ROOM = 0.5, 0.7
"""The size of a piece of a pool on a square, and the height that all kinds share."""

_DIGIT = 0.2
"""The width of a character of the number beside it."""


def head_of(square: SquarePicture) -> float:
    """Return the height of what pieces leave free along the upper edge of a square."""
    return BAND if square.ground.has_band else 0.0


def draw_band(ground: Ground, corner: Point, colour: str, style: PieceStyle) -> Iterator[Shape]:
    """Yield the band of a ground that has one on the square with this upper left corner."""
    x, y = corner
    yield Area(box(x, y, 1, BAND), colour)
    ink = BLACK if is_light(colour) else WHITE
    yield from draw_ground_sign(ground, corner, ink, style)
    for part in ground.emblem:
        left, lower = x + 0.96 - _EMBLEM, y + (BAND + _EMBLEM) / 2
        yield Area(tuple((left + _EMBLEM * px, lower - _EMBLEM * py) for px, py in part), ink)
    sides = [side for side, pips in enumerate(ground.pips) for _ in range(pips)]
    columns = (len(sides) + 1) // 2
    for number, side in enumerate(sides):
        centre = (
            x + 0.92 - _PITCH * (columns - 1 - number % columns),
            y + BAND / 2 + _PITCH * (number // columns - 0.5),
        )
        fill = style.colour(side)
        yield Area(disc(centre, _PIP, 12), fill, BLACK if is_light(fill) else WHITE, 0.02)


def draw_ground_sign(
    ground: Ground, corner: Point, colour: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield what is printed on a square, in a corner that pieces leave free."""
    if ground.sign:
        size = min(0.28 if style.is_small else 0.2, 1.25 / len(ground.sign))
        place = (corner[0] + 0.06, corner[1] + 0.14)
        yield Label(*place, ground.sign, size, colour, "start", is_bold=True)


def draw_contents(
    square: SquarePicture, corner: Point, colour: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield what stands or lies on a square with this upper left corner and this colour."""
    x, y = corner
    if square.is_pool:
        yield from _draw_lying(square, corner, colour, style)
    elif head := head_of(square):
        share = 1 - head
        stack = draw_stack(square.pieces, 0, 0, colour, style)
        yield from shrunk(stack, (x + head / 2, y + head), share)
    else:
        yield from draw_stack(square.pieces, x, y, colour, style)


def _draw_lying(
    square: SquarePicture, corner: Point, colour: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield the kinds of pieces of a pool, one below the other, each with its number."""
    kinds = kinds_of(square.pieces)
    x, bottom = corner[0] + 0.06, corner[1] + 0.97
    most = max((count for _, count in kinds), default=1)
    lying = min(_LYING, 0.88 - _DIGIT * len(f"×{most}")) if most > 1 else _LYING
    pitch = _ROOM / max(len(kinds), 1)
    for number, (piece, count) in enumerate(kinds):
        y = bottom - pitch * (len(kinds) - number - 0.5)
        held = HeldPiece(piece, count, x, y, min(lying, pitch), colour)
        yield from draw_held(held, (held.x, held.y), colour, style)
