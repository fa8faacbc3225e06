"""Lay a board picture out as shapes: squares, tiles, hands, the last ply; knows no renderer.

The sheet from top to bottom: the far side's hand, the board with its coordinates, the near
side's hand. All measures are in board units. A sheet shown so small that letter plates could not
be read is laid out with fewer and larger signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mentis_records.core.picture import BoardPicture, Point, SquarePicture, TileFace
from mentis_records.report.board_mark import (
    AMBER,
    INK,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
    draw_ring,
)
from mentis_records.report.board_shape import (
    Area,
    Drawing,
    Label,
    Line,
    Shape,
    box,
    mix,
    rounded_box,
)
from mentis_records.report.board_tile import (
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
    return _Sheet(picture, pixels, flipped).draw(highlights)


class _Sheet:
    """Where everything is on the sheet of one picture."""

    def __init__(self, picture: BoardPicture, pixels: int, flipped: bool) -> None:
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
        panel = rounded_box(0.03, 0.03, self.width - 0.06, self.height - 0.06, 0.18)
        shapes: list[Shape] = [Area(panel, PANEL, PANEL_EDGE, 0.03)]
        shapes.extend(self._coordinates())
        shapes.extend(self._board())
        shapes.extend(self._tiles(highlights))
        for index, side in enumerate(self.far):
            shapes.extend(self._hand(side, GAP + index * (STRIP + GAP)))
        for index, side in enumerate(self.near):
            shapes.extend(self._hand(side, self.bottom + LABELS + index * (STRIP + GAP)))
        return Drawing(self.width, self.height, tuple(shapes))

    def _corner(self, square: SquarePicture) -> Point:
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

    def _board(self) -> Iterator[Shape]:
        for square in self.picture.squares:
            yield from self._ground(square)
        frame = box(MARGIN, self.top, len(self.picture.columns), len(self.picture.rows))
        yield Line((*frame, frame[0]), FADED_INK, 0.035)

    def _ground(self, square: SquarePicture) -> Iterator[Shape]:
        x, y = self._corner(square)
        colour = self._ground_colour(square)
        yield Area(box(x, y, 1, 1), colour, GRID, 0.025)
        if square.ground == "hill" and square.ground_side is not None:
            edge = mix(colour, self.style.colour(square.ground_side), 0.45)
            yield Area(rounded_box(x + 0.05, y + 0.05, 0.9, 0.9, 0.1), colour, edge, 0.03)

    def _ground_colour(self, square: SquarePicture) -> str:
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
        corners = {square.name: self._corner(square) for square in self.picture.squares}
        centres = {name: (x + 0.5, y + 0.5) for name, (x, y) in corners.items()}
        path = [centres[name] for name in self.picture.last_path]
        target = self.picture.last_target
        yield from draw_path(path)
        if path and target is not None:
            yield from draw_attack(path[-1], centres[target])
        for square in self.picture.squares:
            x, y = corners[square.name]
            yield from draw_stack(square.tiles, x, y, self._ground_colour(square), self.style)
        yield from draw_arrows(path)
        for square in self.picture.squares:
            if square.name == target:
                yield from draw_cross(corners[target], is_empty=not square.tiles)
            if square.name in highlights:
                yield from draw_ring(corners[square.name])

    def _hand(self, side: int, y: float) -> Iterator[Shape]:
        """Yield the strip of a side: its name, whether it is to move, its hand."""
        colour = self.style.colour(side)
        name = self.picture.sides[side]
        ground = PANEL
        if side == self.picture.side_to_move:
            ground = mix(PANEL, colour, 0.16)
            strip = rounded_box(MARGIN, y, self.width - 2 * MARGIN, STRIP, 0.14)
            yield Area(strip, ground, colour, 0.04)
            name += " to move"
        middle = y + STRIP / 2
        size = 0.33 if self.style.is_small else 0.28
        yield Area(plate_outline(side, MARGIN + 0.28, middle, 0.26), colour)
        yield Label(MARGIN + 0.5, middle, name, size, INK, "start", is_bold=True)
        yield from self._hand_tiles(side, middle, ground)

    def _hand_tiles(self, side: int, middle: float, ground: str) -> Iterator[Shape]:
        hand = self.picture.hands[side]
        right = self.width - MARGIN - 0.14
        if not hand:
            yield Label(right, middle, "hand empty", 0.26, FADED_INK, "end")
            return
        faces: dict[str, TileFace] = {face.letter: face for face in hand}
        counts = Counter(face.letter for face in hand)
        pitch = min(1.2, (right - MARGIN - 2.6) / len(faces))
        size = min(0.54, 0.5 * pitch)
        for index, (letter, face) in enumerate(faces.items()):
            x = right - (len(faces) - index) * pitch + 0.06
            yield from self._hand_tile(face, counts[letter], (x, middle), size, ground)

    def _hand_tile(
        self, face: TileFace, count: int, place: Point, size: float, ground: str
    ) -> Iterator[Shape]:
        """Yield a type of tile with its count; ``place`` is the middle of its left edge."""
        x, y = place
        if self.style.is_small:
            yield from draw_tile(face, x - 0.06, y - 0.6 * size, 1.2 * size, self.style)
            label = Label(x + 1.2 * size, y, str(count), 0.38, INK, "start", is_bold=True)
        else:
            yield from draw_tile(face, x, y - 0.52 * size, size, self.style)
            yield from draw_plate(face, x + 0.96 * size, y + 0.38 * size, 0.24, ground, self.style)
            label = Label(x + size + 0.07, y - 0.09, f"×{count}", 0.25, INK, "start", is_bold=True)
        yield label
