"""Lay a board picture out as shapes: squares or points, pieces, the last ply; knows no renderer.

The sheet from top to bottom: the far side's pools, the board with its coordinates, the near
side's pools, the common ones. All measures are in board units. A sheet shown so small that plates
could not be read is laid out with fewer and larger signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.picture import BoardPicture, Point, SquarePicture
from mentis_records.report.board.board_ground import (
    draw_band,
    draw_contents,
    draw_ground_sign,
    head_of,
)
from mentis_records.report.board.board_mark import (
    AMBER,
    aimed_targets,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
    draw_ring,
)
from mentis_records.report.board.board_outline import outlines
from mentis_records.report.board.board_piece import BLACK, WHITE, PieceStyle
from mentis_records.report.board.board_pool import FADED_INK, MARGIN, PANEL, PoolBlock, draw_held
from mentis_records.report.board.board_shape import (
    Area,
    Drawing,
    Label,
    Line,
    Shape,
    box,
    disc,
    is_light,
    mix,
    rounded_box,
)

PANEL_EDGE = "#cdc1a8"
SQUARE = "#f4efe4"
GRID = "#c9bda5"
TRACK = "#8d8271"

TINTS = ((SQUARE, 0.0), (mix(SQUARE, WHITE, 0.4), 0.1), (WHITE, 0.36))
"""For each weight of a ground: what it is tinted on, and how strongly."""

GAP = 0.14
LABELS = 0.44
LEAST_WIDTH = 4
"""Columns for which there is room at least, for the names of the sides."""

READABLE = 28
"""Pixels a square below which a sheet is laid out small."""


def lay_out(
    picture: BoardPicture,
    *,
    pixels: int,
    flipped: bool = False,
    highlights: Sequence[str] = (),
    is_alone: bool = True,
) -> Drawing:
    """Return the picture as a drawing that is to be shown ``pixels`` wide.

    ``flipped`` puts the first side at the top. Names in ``highlights`` that are no squares are
    ignored. One that is not ``is_alone`` is as high as the others of its game.
    """
    return BoardSheet(picture, pixels, flipped, is_alone=is_alone).draw(highlights)


class BoardSheet:
    """Where everything is on the sheet of one picture."""

    def __init__(
        self, picture: BoardPicture, pixels: int, flipped: bool = False, *, is_alone: bool = False
    ) -> None:
        """Lay a picture out that is to be shown ``pixels`` wide, alone or with its game's."""
        self.picture = picture
        columns = len(picture.columns)
        self.width = max(columns, LEAST_WIDTH) + 2 * MARGIN
        self._left = (self.width - columns) / 2
        sides = range(len(picture.sides))
        blocks = [PoolBlock(picture, side, self.width, is_alone=is_alone) for side in sides]
        near = [block for block in blocks if (block.side == 0) != flipped]
        far = [block for block in blocks if (block.side == 0) == flipped]
        if picture.pools_of(None):
            near.append(PoolBlock(picture, None, self.width, is_alone=is_alone))
        y = GAP
        self.blocks: list[tuple[PoolBlock, float]] = []
        for block in far:
            self.blocks.append((block, y))
            y += block.height + GAP
        self._top = y
        self._bottom = y + len(picture.rows)
        y = self._bottom + LABELS
        for block in near:
            self.blocks.append((block, y))
            y += block.height + GAP
        self.height = y
        self.style = PieceStyle(picture.colours, flipped, pixels < READABLE * self.width)

    def draw(self, highlights: Sequence[str]) -> Drawing:
        """Return all shapes, the lowest layer first."""
        shapes = [*self.ground(), *self._pieces(highlights)]
        for block, y in self.blocks:
            shapes.extend(block.ground(y, self.style))
            for held in block.held(y, self.style):
                shapes.extend(draw_held(held, (held.x, held.y), held.ground, self.style))
        return Drawing(self.width, self.height, tuple(shapes))

    def ground(self) -> Iterator[Shape]:
        """Yield what lies under the pieces: the panel, the coordinates, the squares or points."""
        panel = rounded_box(0.03, 0.03, self.width - 0.06, self.height - 0.06, 0.18)
        yield Area(panel, PANEL, PANEL_EDGE, 0.03)
        yield from self._coordinates()
        if self.picture.lines:
            yield from self._points()
            return
        for square in self.picture.squares:
            yield from self._square(square)
        for column, row in self.picture.holes:
            x, y = self._left + self._column(column), self._top + self._row(row)
            yield Area(box(x, y, 1, 1), mix(PANEL, FADED_INK, 0.5))
        corners = {self._place(square) for square in self.picture.squares}
        for outline in outlines(corners):
            points = tuple((self._left + x, self._top + y) for x, y in outline)
            yield Line((*points, points[0]), FADED_INK, 0.035)

    def corner(self, square: SquarePicture) -> Point:
        """Return the upper left corner of a square, or of the place of a point."""
        column, row = self._place(square)
        return self._left + column, self._top + row

    def _place(self, square: SquarePicture) -> tuple[int, int]:
        """Return how many columns are left of a square on the sheet, and rows above it."""
        return self._column(square.column), self._row(square.row)

    def _column(self, column: int) -> int:
        return len(self.picture.columns) - 1 - column if self.style.flipped else column

    def _row(self, row: int) -> int:
        return row if self.style.flipped else len(self.picture.rows) - 1 - row

    def _coordinates(self) -> Iterator[Shape]:
        size = 0.36 if self.style.is_small else 0.27
        for column, name in enumerate(self.picture.columns):
            x = self._left + self._column(column) + 0.5
            yield Label(x, self._bottom + 0.22, name, size, FADED_INK, is_bold=True)
        for row, name in enumerate(self.picture.rows):
            y = self._top + self._row(row) + 0.5
            yield Label(self._left - 0.23, y, name, size, FADED_INK, is_bold=True)

    def _square(self, square: SquarePicture) -> Iterator[Shape]:
        x, y = self.corner(square)
        colour = self.ground_colour(square)
        yield Area(box(x, y, 1, 1), colour, GRID, 0.025)
        if square.ground.has_band:
            yield from draw_band(square.ground, (x, y), self._tint(square), self.style)
            return
        if square.ground.weight > 1:
            edge = mix(colour, self._tint(square), 0.45)
            yield Area(rounded_box(x + 0.05, y + 0.05, 0.9, 0.9, 0.1), colour, edge, 0.03)
        yield from self._ground_sign(square)

    def _points(self) -> Iterator[Shape]:
        """Yield the lines of the board, and its points on them."""
        corners = {square.name: self.corner(square) for square in self.picture.squares}
        for line in self.picture.lines:
            points = tuple((corners[name][0] + 0.5, corners[name][1] + 0.5) for name in line)
            yield Line(points, TRACK, 0.045)
        for square in self.picture.squares:
            x, y = corners[square.name]
            weight = square.ground.weight
            colour = mix(WHITE, self._tint(square), 0.36) if weight else TRACK
            radius = (0.09, 0.2, 0.3)[weight]
            yield Area(disc((x + 0.5, y + 0.5), radius, 40), colour, TRACK, 0.045)
            yield from self._ground_sign(square)

    def _ground_sign(self, square: SquarePicture) -> Iterator[Shape]:
        tint = self._tint(square)
        colour = mix(tint, BLACK, 0.7 if is_light(tint) else 0.45)
        yield from draw_ground_sign(square.ground, self.corner(square), colour, self.style)

    def _tint(self, square: SquarePicture) -> str:
        """Return the colour that marks a ground."""
        ground = square.ground
        if ground.colour or ground.side is None:
            return ground.colour or FADED_INK
        return self.style.colour(ground.side)

    def ground_colour(self, square: SquarePicture) -> str:
        """Return the colour of a square, that of the last ply's squares among them."""
        base, share = TINTS[square.ground.weight]
        colour = mix(base, self._tint(square), share) if share else base
        if self.picture.lines:
            colour = PANEL
        if square.name in self.picture.lit:
            colour = mix(colour, AMBER, 0.5)
        return colour

    def _pieces(self, highlights: Sequence[str]) -> Iterator[Shape]:
        """Yield the pieces, with the marks below and above them."""
        picture = self.picture
        corners = {square.name: self.corner(square) for square in picture.squares}
        centres = {name: (x + 0.5, y + 0.5) for name, (x, y) in corners.items()}
        path = [centres[name] for name in picture.last_path]
        if picture.lines:
            for square in picture.squares:
                if square.name in picture.lit:
                    yield Area(disc(centres[square.name], 0.46, 48), self.ground_colour(square))
        yield from draw_path(path)
        for target in aimed_targets(picture) if path else ():
            yield from draw_attack(path[-1], centres[target])
        for square in picture.squares:
            colour = self.ground_colour(square)
            yield from draw_contents(square, corners[square.name], colour, self.style)
        yield from draw_arrows(path)
        for square in picture.squares:
            if square.name in picture.last_taken:
                x, y = corners[square.name]
                yield from draw_cross((x, y + head_of(square)), is_empty=not square.pieces)
            if square.name in highlights:
                yield from draw_ring(corners[square.name])
