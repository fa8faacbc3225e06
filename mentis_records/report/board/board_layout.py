"""Lay a board picture out as shapes: squares, tiles, hands, the last ply; knows no renderer.

The sheet from top to bottom: the far side's hand, the board with its coordinates, the near
side's hand. All measures are in board units. A sheet shown so small that letter plates could not
be read is laid out with fewer and larger signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mentis_records.core.picture import BoardPicture, Point, SquarePicture, TileFace
from mentis_records.report.board.board_mark import (
    AMBER,
    INK,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
    draw_ring,
)
from mentis_records.report.board.board_shape import (
    Area,
    Drawing,
    Label,
    Line,
    Shape,
    box,
    mix,
    rounded_box,
)
from mentis_records.report.board.board_tile import (
    WHITE,
    TileStyle,
    draw_plate,
    draw_stack,
    draw_tile,
    plate_outline,
)

PANEL = "#fbf9f4"
PANEL_EDGE = "#cdc1a8"
SQUARE = "#f4efe4"
GRID = "#c9bda5"
FADED_INK = "#6f665a"

HILL_SHARE = 0.36
"""How much of its owner's colour a hill has."""

GROUND_SHARE = 0.1
"""How much of its owner's colour any other ground of a side has."""

MARGIN = 0.5
STRIP = 0.84
GAP = 0.14
LABELS = 0.44

READABLE = 28
"""Pixels a square below which a sheet is laid out small."""


def lay_out(
    picture: BoardPicture,
    *,
    pixels: int,
    flipped: bool = False,
    highlights: Sequence[str] = (),
) -> Drawing:
    """Return the picture as a drawing that is to be shown ``pixels`` wide.

    ``flipped`` puts the first side at the top. Names in ``highlights`` that are no squares are
    ignored.
    """
    return BoardSheet(picture, pixels, flipped).draw(highlights)


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A type of tile in a hand, how many there are, and where on the strip they are drawn."""

    face: TileFace
    count: int
    x: float
    size: float


class BoardSheet:
    """Where everything is on the sheet of one picture."""

    def __init__(self, picture: BoardPicture, pixels: int, flipped: bool = False) -> None:
        """Lay a picture out that is to be shown ``pixels`` wide."""
        self.picture = picture
        sides = range(len(picture.sides))
        self.near = [side for side in sides if (side == 0) != flipped]
        self.far = [side for side in sides if (side == 0) == flipped]
        self.top = GAP + len(self.far) * (STRIP + GAP)
        self.bottom = self.top + len(picture.rows)
        self.width = len(picture.columns) + 2 * MARGIN
        self.height = self.bottom + LABELS + len(self.near) * (STRIP + GAP)
        self.style = TileStyle(picture.colours, flipped, pixels < READABLE * self.width)

    def draw(self, highlights: Sequence[str]) -> Drawing:
        """Return all shapes, the lowest layer first."""
        shapes = [*self.ground(), *self._tiles(highlights)]
        for side in (*self.far, *self.near):
            shapes.extend(self.strip(side))
            shapes.extend(self._hand(side))
        return Drawing(self.width, self.height, tuple(shapes))

    def ground(self) -> Iterator[Shape]:
        """Yield what lies under the tiles: the panel, the coordinates, the squares."""
        panel = rounded_box(0.03, 0.03, self.width - 0.06, self.height - 0.06, 0.18)
        yield Area(panel, PANEL, PANEL_EDGE, 0.03)
        yield from self._coordinates()
        for square in self.picture.squares:
            yield from self._square(square)
        frame = box(MARGIN, self.top, len(self.picture.columns), len(self.picture.rows))
        yield Line((*frame, frame[0]), FADED_INK, 0.035)

    def corner(self, square: SquarePicture) -> Point:
        """Return the upper left corner of a square."""
        return MARGIN + self._column(square.column), self.top + self._row(square.row)

    def _column(self, column: int) -> int:
        """Return how many columns are left of a column on the sheet."""
        return len(self.picture.columns) - 1 - column if self.style.flipped else column

    def _row(self, row: int) -> int:
        """Return how many rows are above a row on the sheet."""
        return row if self.style.flipped else len(self.picture.rows) - 1 - row

    def _coordinates(self) -> Iterator[Shape]:
        size = 0.36 if self.style.is_small else 0.27
        for column, name in enumerate(self.picture.columns):
            x = MARGIN + self._column(column) + 0.5
            yield Label(x, self.bottom + 0.22, name, size, FADED_INK, is_bold=True)
        for row, name in enumerate(self.picture.rows):
            y = self.top + self._row(row) + 0.5
            yield Label(MARGIN - 0.23, y, name, size, FADED_INK, is_bold=True)

    def _square(self, square: SquarePicture) -> Iterator[Shape]:
        x, y = self.corner(square)
        colour = self.ground_colour(square)
        yield Area(box(x, y, 1, 1), colour, GRID, 0.025)
        if square.ground == "hill" and square.ground_side is not None:
            edge = mix(colour, self.style.colour(square.ground_side), 0.45)
            yield Area(rounded_box(x + 0.05, y + 0.05, 0.9, 0.9, 0.1), colour, edge, 0.03)

    def ground_colour(self, square: SquarePicture) -> str:
        """Return the colour of a square, that of the last ply's squares among them."""
        colour = SQUARE
        if square.ground_side is not None:
            is_hill = square.ground == "hill"
            base = WHITE if is_hill else mix(SQUARE, WHITE, 0.4)
            share = HILL_SHARE if is_hill else GROUND_SHARE
            colour = mix(base, self.style.colour(square.ground_side), share)
        if square.name in self.picture.last_path or square.name == self.picture.last_target:
            colour = mix(colour, AMBER, 0.5)
        return colour

    def _tiles(self, highlights: Sequence[str]) -> Iterator[Shape]:
        """Yield the tiles, with the marks below and above them."""
        corners = {square.name: self.corner(square) for square in self.picture.squares}
        centres = {name: (x + 0.5, y + 0.5) for name, (x, y) in corners.items()}
        path = [centres[name] for name in self.picture.last_path]
        target = self.picture.last_target
        yield from draw_path(path)
        if path and target is not None:
            yield from draw_attack(path[-1], centres[target])
        for square in self.picture.squares:
            x, y = corners[square.name]
            yield from draw_stack(square.tiles, x, y, self.ground_colour(square), self.style)
        yield from draw_arrows(path)
        for square in self.picture.squares:
            if square.name == target:
                yield from draw_cross(corners[target], is_empty=not square.tiles)
            if square.name in highlights:
                yield from draw_ring(corners[square.name])

    def strip_y(self, side: int) -> float:
        """Return the upper edge of a side's strip."""
        if side in self.far:
            return GAP + self.far.index(side) * (STRIP + GAP)
        return self.bottom + LABELS + self.near.index(side) * (STRIP + GAP)

    def strip_colour(self, side: int) -> str:
        """Return the ground of a side's strip, which tells whether the side is to move."""
        is_to_move = side == self.picture.side_to_move
        return mix(PANEL, self.style.colour(side), 0.16) if is_to_move else PANEL

    def strip(self, side: int) -> Iterator[Shape]:
        """Yield the strip of a side without its hand: its name, and whether it is to move."""
        y = self.strip_y(side)
        colour = self.style.colour(side)
        name = self.picture.sides[side]
        if side == self.picture.side_to_move:
            strip = rounded_box(MARGIN, y, self.width - 2 * MARGIN, STRIP, 0.14)
            yield Area(strip, self.strip_colour(side), colour, 0.04)
            name += " to move"
        middle = y + STRIP / 2
        size = 0.33 if self.style.is_small else 0.28
        yield Area(plate_outline(side, MARGIN + 0.28, middle, 0.26), colour)
        yield Label(MARGIN + 0.5, middle, name, size, INK, "start", is_bold=True)
        if not self.picture.hands[side]:
            right = self.width - MARGIN - 0.14
            yield Label(right, middle, "hand empty", 0.26, FADED_INK, "end")

    def held(self, side: int) -> list[HeldTile]:
        """Return the types of tiles in a side's hand, from the left."""
        hand = self.picture.hands[side]
        right = self.width - MARGIN - 0.14
        faces: dict[str, TileFace] = {face.letter: face for face in hand}
        counts = Counter(face.letter for face in hand)
        pitch = min(1.2, (right - MARGIN - 2.6) / max(len(faces), 1))
        return [
            HeldTile(
                face,
                counts[letter],
                right - (len(faces) - index) * pitch + 0.06,
                min(0.54, 0.5 * pitch),
            )
            for index, (letter, face) in enumerate(faces.items())
        ]

    def _hand(self, side: int) -> Iterator[Shape]:
        middle = self.strip_y(side) + STRIP / 2
        for tile in self.held(side):
            yield from draw_held(tile, (tile.x, middle), self.strip_colour(side), self.style)


def draw_held(tile: HeldTile, place: Point, ground: str, style: TileStyle) -> Iterator[Shape]:
    """Yield a type of tile with its count; ``place`` is the middle of its left edge."""
    x, y = place
    face, size = tile.face, tile.size
    if style.is_small:
        yield from draw_tile(face, x - 0.06, y - 0.6 * size, 1.2 * size, style)
        yield Label(x + 1.2 * size, y, str(tile.count), 0.38, INK, "start", is_bold=True)
        return
    yield from draw_tile(face, x, y - 0.52 * size, size, style)
    yield from draw_plate(face, x + 0.96 * size, y + 0.38 * size, 0.24, ground, style)
    yield Label(x + size + 0.07, y - 0.09, f"×{tile.count}", 0.25, INK, "start", is_bold=True)
