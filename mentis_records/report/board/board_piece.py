"""Draw pieces and stacks as shapes; knows no game, no board and no renderer.

The top piece of a stack is drawn large, on the rims of the pieces below it. Beside it a column of
plates reads the stack from bottom to top. On small boards, where plates could not be read, the
sign takes the emblem's place and a stack's signs stand in a row below, in the same order.

A side is told by more than its colour: the first side's pieces are solid, point up and have
square plates; the second side's have a line inside their edge, point down and have round plates.
Neutral pieces are pale with a double edge, and have plates on their corner; the face of a side is
a disc like the side's pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.picture import Piece, Point, Polygon
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_shape import (
    Area,
    Label,
    Line,
    Shape,
    disc,
    is_light,
    mix,
    rounded_box,
)
from mentis_records.report.board.board_sign import sign_of

WHITE = "#ffffff"
BLACK = "#1b1b1b"
NEUTRAL = "#e4ded2"

LONE_SIZE = 0.74
STACK_SIZE = 0.68
FACE_SIZE = 0.66
SMALL_LONE_SIZE = 0.86
SMALL_STACK_SIZE = 0.62
PLATE_SIZE = 0.27
RIM_STEP = 0.075
"""How far each piece of a stack stands above the one below it."""
MOST_RIMS = 0.3
"""How far the top of a stack stands above its bottom at most."""
MOST_PLATES, MOST_SIGNS = 5, 4
"""Of higher stacks the lowest plate is the number of pieces that have none, or a sign for them."""


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """What all pieces of a sheet share: the sides' colours, the near side, the detail."""

    colours: tuple[str, ...]
    flipped: bool
    is_small: bool

    def colour(self, side: int | None) -> str:
        """Return the colour of a side, or of neutral pieces."""
        return NEUTRAL if side is None else self.colours[side % len(self.colours)]

    def ink(self, side: int | None) -> str:
        """Return the colour of what is drawn on a side's pieces."""
        return BLACK if is_light(self.colour(side)) else WHITE

    def line_colour(self, side: int | None) -> str:
        """Return the colour of a side where it is drawn as a line on something pale."""
        colour = self.colour(side)
        return mix(colour, BLACK, 0.6) if is_light(colour) else colour

    def edge_colour(self, side: int | None) -> str:
        """Return the colour of the edges of a side's pieces."""
        if side is None:
            return BLACK
        colour = self.line_colour(side)
        return mix(colour, BLACK, 0.0 if is_ringed(side) else 0.35)

    def is_upright(self, side: int | None) -> bool:
        """Return whether a side's pieces point up on the sheet; a third side's always do."""
        return side is None or side > 1 or (side == 0) != self.flipped


def is_ringed(side: int | None) -> bool:
    """Return whether a side's pieces have a line inside their edge, and round plates."""
    return side is not None and side % 2 == 1


def draw_stack(
    pieces: Sequence[Piece], x: float, y: float, ground: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield a stack on the unit square whose upper left corner is (x, y).

    ``ground`` is the square's colour.
    """
    if not pieces:
        return
    if style.is_small:
        yield from _draw_small_stack(pieces, x, y, ground, style)
        return
    top, below = pieces[-1], len(pieces) - 1
    if not below and not top.emblem:
        margin = (1 - LONE_SIZE) / 2
        yield from draw_piece(top, x + margin, y + margin, LONE_SIZE, style)
        return
    size = STACK_SIZE if below else LONE_SIZE
    left = x + (0.05 if below else 0.11)
    step = min(RIM_STEP, MOST_RIMS / max(below, 1))
    lowest = y + (1 - size + below * step) / 2
    for level in range(below):
        yield from _draw_rim(pieces[level], top, left, lowest - level * step, size, ground, style)
    yield from draw_piece(top, left, lowest - below * step, size, style)
    yield from _draw_plates(pieces, x, y, ground, style)


def draw_piece(piece: Piece, x: float, y: float, size: float, style: PieceStyle) -> Iterator[Shape]:
    """Yield one piece in the square of a size whose upper left corner is (x, y)."""
    colour, ink = style.colour(piece.side), style.ink(piece.side)
    is_upright = style.is_upright(piece.side)
    outline = _outline(piece, x, y, size, style)
    width = _edge_width(piece.side) * size
    yield Area(outline, colour, style.edge_colour(piece.side), width)
    if is_ringed(piece.side):
        yield Area(outline, colour, ink, 0.4 * width)
    elif piece.side is None:
        yield Area(outline, colour, NEUTRAL, 0.4 * width)
    if piece.face is not None:
        yield from _draw_face(piece.face, x, y, size, style)
        ink = style.ink(piece.face)
    if piece.is_face_down:
        yield from _draw_back(x, y, size, ink)
    elif style.is_small or not piece.emblem:
        ((middle_x, middle_y),) = _placed((_centroid(piece.outline),), x, y, size, is_upright)
        share = 0.52 if len(piece.sign) == 1 else 0.44
        yield Label(middle_x, middle_y, piece.sign, share * size, ink, is_bold=True)
    else:
        for part in piece.emblem:
            shape = _placed(part, x, y, size, is_upright)
            yield Area(shape, piece.tint or ink, ink, 0.04 * size if piece.tint else 0.0)


def _draw_face(side: int, x: float, y: float, size: float, style: PieceStyle) -> Iterator[Shape]:
    """Yield the disc of a side on a neutral piece of a size whose upper left corner is (x, y)."""
    colour, width = style.colour(side), _edge_width(side) * size * FACE_SIZE
    outline = disc((x + size / 2, y + size / 2), FACE_SIZE * size / 2)
    yield Area(outline, colour, style.edge_colour(side), width)
    if is_ringed(side):
        yield Area(outline, colour, style.ink(side), 0.4 * width)


def draw_plate(
    piece: Piece, x: float, y: float, size: float, ground: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield a plate with a piece's sign, its centre at (x, y)."""
    colour, edge = style.colour(piece.side), ground
    if is_light(colour):
        edge = style.edge_colour(piece.side)
    yield Area(plate_outline(piece.side, x, y, size), colour, edge, 0.1 * size)
    if piece.sign:
        share = 0.74 if len(piece.sign) == 1 else 0.56
        yield Label(x, y, piece.sign, share * size, style.ink(piece.side), is_bold=True)


def plate_outline(side: int | None, x: float, y: float, size: float) -> Polygon:
    """Return the shape of a side's plates: round for the second side, else square."""
    if side is None:
        reach = 0.62 * size
        return ((x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach))
    if is_ringed(side):
        return disc((x, y), size / 2)
    return rounded_box(x - size / 2, y - size / 2, size, size, 0.16 * size)


def _draw_plates(
    pieces: Sequence[Piece], x: float, y: float, ground: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield the plates of a stack from the bottom up."""
    shown = len(pieces) if len(pieces) <= MOST_PLATES else MOST_PLATES - 1
    hidden = len(pieces) - shown
    places = shown + (hidden > 0)
    step = min(PLATE_SIZE + 0.02, 0.92 / places)
    size = min(PLATE_SIZE, step - 0.02) if places > 3 else PLATE_SIZE
    middle = x + 0.965 - PLATE_SIZE / 2
    lowest = y + 0.965 - size / 2
    if hidden:
        yield Area(rounded_box(middle - 0.15, lowest - size / 2, 0.3, size, 0.05), ground)
        yield Label(middle, lowest, f"+{hidden}", 0.9 * size, BLACK, is_bold=True)
        lowest -= step
    for level, piece in enumerate(pieces[hidden:]):
        yield from draw_plate(piece, middle, lowest - level * step, size, ground, style)


def _draw_small_stack(
    pieces: Sequence[Piece], x: float, y: float, ground: str, style: PieceStyle
) -> Iterator[Shape]:
    top = pieces[-1]
    if len(pieces) == 1:
        margin = (1 - SMALL_LONE_SIZE) / 2
        yield from draw_piece(top, x + margin, y + margin, SMALL_LONE_SIZE, style)
        return
    yield from draw_piece(top, x + (1 - SMALL_STACK_SIZE) / 2, y + 0.03, SMALL_STACK_SIZE, style)
    is_mixed = len({piece.side for piece in pieces}) > 1
    shown = pieces if len(pieces) <= MOST_SIGNS else pieces[1 - MOST_SIGNS :]
    signs = "…" * (len(shown) < len(pieces)) + "".join(
        sign_of(piece) if is_mixed or piece.is_face_down else piece.sign for piece in shown
    )
    size = min(0.4, 1.2 / len(signs))
    width = 0.06 + 0.75 * size * len(signs)
    colour = style.edge_colour(top.side)
    yield Area(rounded_box(x + (1 - width) / 2, y + 0.62, width, 0.36, 0.08), ground)
    yield Label(x + 0.5, y + 0.81, signs, size, mix(colour, BLACK, 0.3), is_bold=True)


def _draw_rim(
    piece: Piece, top: Piece, x: float, y: float, size: float, ground: str, style: PieceStyle
) -> Iterator[Shape]:
    """Yield what is seen of a piece that lies under another: its rim, in the top piece's shape."""
    rim = mix(style.colour(piece.side), BLACK, 0.35)
    outline = _outline(top, x, y, size, style)
    width = _edge_width(top.side) * size
    yield Area(outline, rim, rim, width)
    yield Area(tuple((px, py - 0.6 * RIM_STEP) for px, py in outline), ground, ground, width)


def _draw_back(x: float, y: float, size: float, ink: str) -> Iterator[Shape]:
    """Yield the pattern of a back: strokes from corner to corner."""
    low, high = 0.24 * size, 0.76 * size
    middle = (low + high) / 2
    for start, end in (
        ((low, middle), (middle, low)),
        ((low, high), (high, low)),
        ((middle, high), (high, middle)),
    ):
        points = tuple((x + px, y + py) for px, py in (start, end))
        yield Line(points, ink, 0.05 * size)


def _outline(piece: Piece, x: float, y: float, size: float, style: PieceStyle) -> Polygon:
    """Return where a piece lies on the sheet; all backs have one shape."""
    if piece.is_face_down:
        margin = 0.08 * size
        return rounded_box(
            x + margin, y + margin, size - 2 * margin, size - 2 * margin, 0.14 * size
        )
    return _placed(piece.outline, x, y, size, style.is_upright(piece.side))


def _edge_width(side: int | None) -> float:
    """Return the width of a piece's edge for a piece of size 1."""
    return 0.13 if is_ringed(side) or side is None else 0.05


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
    """Return a polygon of the unit square (y upwards) where the piece lies on the sheet."""
    if is_upright:
        return tuple((x + size * px, y + size * (1 - py)) for px, py in outline)
    return tuple((x + size * (1 - px), y + size * py) for px, py in outline)
