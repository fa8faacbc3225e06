"""Draw what happened last and what is pointed out: path, attacks, targets, rings; knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mentis_records.core.picture import BoardPicture, Point
from mentis_records.report.board.board_piece import WHITE
from mentis_records.report.board.board_shape import (
    Area,
    Line,
    Shape,
    along,
    distance,
    rounded_box,
    toward,
)

INK = "#2f2a24"
AMBER = "#f5c02c"
DEEP_AMBER = "#a86a00"
HIGHLIGHT = "#6a2c91"


PATH_WIDTH, ATTACK_WIDTH = 0.09, 0.07
DASH, DASH_GAP = 0.1, 0.15
LONG_STEP, BEFORE_END = 1.5, 0.58


def aimed_targets(picture: BoardPicture) -> tuple[str, ...]:
    """Return what the last ply captured or attacked, unless its way led there anyhow."""
    places = {square.name: (square.column, square.row) for square in picture.squares}
    steps = list(pairwise(places[name] for name in picture.last_path))
    return tuple(
        name
        for name in (*picture.last_targets, *picture.last_attacked)
        if not any(_is_between(places[name], *step) for step in steps)
    )


def _is_between(place: Point, start: Point, end: Point) -> bool:
    """Tell whether a place lies on the straight way from one place to another."""
    (x, y), (x1, y1), (x2, y2) = place, start, end
    is_in_line = (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
    return is_in_line and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def draw_path(points: Sequence[Point]) -> Iterator[Shape]:
    """Yield the way of a ply through the centres of squares, to lie under the pieces."""
    if len(points) > 1:
        yield Line(tuple(points), DEEP_AMBER, PATH_WIDTH)


def draw_attack(start: Point, end: Point) -> Iterator[Shape]:
    """Yield a dashed line from an attacker to its target, to lie under the pieces."""
    direction = toward(start, end)
    pitch = DASH + DASH_GAP
    for dash in range(int(distance(start, end) / pitch)):
        here = along(start, direction, pitch * dash + DASH_GAP / 2)
        yield Line((here, along(here, direction, DASH)), DEEP_AMBER, ATTACK_WIDTH)


def draw_arrows(points: Sequence[Point]) -> Iterator[Shape]:
    """Yield an arrow head between neighbouring points, and before the end of a longer step.

    There they show between the pieces. Where the way comes back over the same border the heads
    keep to their right.
    """
    steps = list(pairwise(points))
    for start, end in steps:
        direction = toward(start, end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if distance(start, end) > LONG_STEP:
            middle = along(end, direction, -BEFORE_END)
        aside = 0.2 if (end, start) in steps else 0.0
        head = (
            along(middle, direction, 0.14, aside),
            along(middle, direction, -0.1, aside + 0.17),
            along(middle, direction, -0.1, aside - 0.17),
        )
        yield Area(head, DEEP_AMBER, WHITE, 0.04)


def draw_cross(corner: Point, is_empty: bool) -> Iterator[Shape]:
    """Yield a cross on the square with this upper left corner, small where pieces are left."""
    arm = 0.24 if is_empty else 0.12
    x, y = corner[0] + (0.5 if is_empty else 0.2), corner[1] + (0.5 if is_empty else 0.2)
    strokes = (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm)))
    for colour, width in ((WHITE, 0.9 * arm), (INK, 0.5 * arm)):
        for stroke in strokes:
            yield Line(stroke, colour, width)


def draw_ring(corner: Point) -> Iterator[Shape]:
    """Yield a ring inside the square with this upper left corner."""
    ring = rounded_box(corner[0] + 0.035, corner[1] + 0.035, 0.93, 0.93, 0.08)
    yield Line((*ring, ring[0]), HIGHLIGHT, 0.07)
