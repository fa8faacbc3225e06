"""Draw tiles and stacks as shapes; knows no game, no board and no renderer.

The top tile of a stack is drawn large, on the rims of the tiles below it. Beside it a column of
letter plates reads the stack from bottom to top. On small boards, where plates could not be read,
the letter takes the emblem's place and a stack's letters stand in a row below, in the same order.

A side is told by more than its colour: the first side's tiles are solid, point up and have
square plates; the second side's have a white line inside their edge, point down and have round
plates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mentis_records.core.picture import Point, Polygon, TileFace
from mentis_records.report.board.board_shape import Area, Label, Shape, disc, mix, rounded_box

WHITE = "#ffffff"
BLACK = "#1b1b1b"

LONE_SIZE = 0.74
STACK_SIZE = 0.68
SMALL_LONE_SIZE = 0.86
SMALL_STACK_SIZE = 0.62
PLATE_SIZE = 0.27
RIM_STEP = 0.075
"""How far each tile of a stack stands above the one below it."""


@dataclass(frozen=True, slots=True)
class TileStyle:
    """What all tiles of a sheet share: the sides' colours, the near side, the detail."""

    colours: tuple[str, ...]
    flipped: bool
    is_small: bool

    def colour(self, side: int) -> str:
        """Return the colour of a side."""
        return self.colours[side % len(self.colours)]

    def edge_colour(self, side: int) -> str:
        """Return the colour of the edges of a side's tiles."""
        colour = self.colour(side)
        return colour if is_ringed(side) else mix(colour, BLACK, 0.35)

    def is_upright(self, side: int) -> bool:
        """Return whether a side's tiles point up on the sheet; a third side's always do."""
        return side > 1 or (side == 0) != self.flipped


def is_ringed(side: int) -> bool:
    """Return whether a side's tiles have a white line inside their edge, and round plates."""
    return side % 2 == 1


def draw_stack(
    tiles: Sequence[TileFace], x: float, y: float, ground: str, style: TileStyle
) -> Iterator[Shape]:
    """Yield a stack on the unit square whose upper left corner is (x, y).

    ``ground`` is the square's colour.
    """
    if not tiles:
        return
    if style.is_small:
        yield from _draw_small_stack(tiles, x, y, ground, style)
        return
    top, below = tiles[-1], len(tiles) - 1
    size = STACK_SIZE if below else LONE_SIZE
    left = x + (0.05 if below else 0.11)
    lowest = y + (1 - size + below * RIM_STEP) / 2
    for level in range(below):
        yield from _draw_rim(top, left, lowest - level * RIM_STEP, size, ground, style)
    yield from draw_tile(top, left, lowest - below * RIM_STEP, size, style)
    step = min(PLATE_SIZE + 0.02, 0.92 / len(tiles))
    for level, face in enumerate(tiles):
        centre_y = y + 0.965 - PLATE_SIZE / 2 - level * step
        yield from draw_plate(face, x + 0.965 - PLATE_SIZE / 2, centre_y, PLATE_SIZE, ground, style)


def draw_tile(face: TileFace, x: float, y: float, size: float, style: TileStyle) -> Iterator[Shape]:
    """Yield one tile in the square of a size whose upper left corner is (x, y)."""
    colour = style.colour(face.side)
    is_upright = style.is_upright(face.side)
    outline = _placed(face.outline, x, y, size, is_upright)
    width = _edge_width(face.side) * size
    yield Area(outline, colour, style.edge_colour(face.side), width)
    if is_ringed(face.side):
        yield Area(outline, colour, WHITE, 0.4 * width)
    if style.is_small:
        ((middle_x, middle_y),) = _placed((_centroid(face.outline),), x, y, size, is_upright)
        yield Label(middle_x, middle_y, face.letter, 0.52 * size, WHITE, is_bold=True)
        return
    for part in face.emblem:
        yield Area(_placed(part, x, y, size, is_upright), WHITE)


def draw_plate(
    face: TileFace, x: float, y: float, size: float, ground: str, style: TileStyle
) -> Iterator[Shape]:
    """Yield a letter plate with its centre at (x, y)."""
    yield Area(plate_outline(face.side, x, y, size), style.colour(face.side), ground, 0.1 * size)
    yield Label(x, y, face.letter, 0.74 * size, WHITE, is_bold=True)


def plate_outline(side: int, x: float, y: float, size: float) -> Polygon:
    """Return the shape of a side's plates: round for the second side, else square."""
    if is_ringed(side):
        return disc((x, y), size / 2)
    return rounded_box(x - size / 2, y - size / 2, size, size, 0.16 * size)


def _draw_small_stack(
    tiles: Sequence[TileFace], x: float, y: float, ground: str, style: TileStyle
) -> Iterator[Shape]:
    top = tiles[-1]
    if len(tiles) == 1:
        margin = (1 - SMALL_LONE_SIZE) / 2
        yield from draw_tile(top, x + margin, y + margin, SMALL_LONE_SIZE, style)
        return
    yield from draw_tile(top, x + (1 - SMALL_STACK_SIZE) / 2, y + 0.03, SMALL_STACK_SIZE, style)
    size = 0.4
    letters = "".join(face.letter for face in tiles)
    width = 0.06 + 0.3 * len(letters)
    colour = style.edge_colour(top.side)
    yield Area(rounded_box(x + (1 - width) / 2, y + 0.62, width, 0.36, 0.08), ground)
    yield Label(x + 0.5, y + 0.81, letters, size, mix(colour, BLACK, 0.3), is_bold=True)


def _draw_rim(
    face: TileFace, x: float, y: float, size: float, ground: str, style: TileStyle
) -> Iterator[Shape]:
    """Yield what is seen of a tile that lies under another: its rim, in the top tile's shape."""
    rim = mix(style.colour(face.side), BLACK, 0.35)
    outline = _placed(face.outline, x, y, size, style.is_upright(face.side))
    width = _edge_width(face.side) * size
    yield Area(outline, rim, rim, width)
    yield Area(tuple((px, py - 0.6 * RIM_STEP) for px, py in outline), ground, ground, width)


def _edge_width(side: int) -> float:
    """Return the width of a tile's edge for a tile of size 1."""
    return 0.13 if is_ringed(side) else 0.05


def _centroid(outline: Polygon) -> Point:
    """Return the centre of mass of a polygon."""
    doubled = across = up = 0.0
    for (x, y), (next_x, next_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        cross = x * next_y - next_x * y
        doubled += cross
        across += (x + next_x) * cross
        up += (y + next_y) * cross
    return across / (3 * doubled), up / (3 * doubled)


def _placed(outline: Polygon, x: float, y: float, size: float, is_upright: bool) -> Polygon:
    """Return a polygon of the unit square (y upwards) where the tile lies on the sheet."""
    if is_upright:
        return tuple((x + size * px, y + size * (1 - py)) for px, py in outline)
    return tuple((x + size * (1 - px), y + size * py) for px, py in outline)
