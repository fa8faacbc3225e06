"""Lay out the pools beside a board, with the names of the sides; knows no renderer.

A side has a strip with its name and what is noted of it. A single pool of few kinds of pieces
stands on it; several, or larger ones, stand in rows below, as the common pools do. Where the
pictures of a game are to be of one size, room is left for all the kinds that a pool may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

from mentis_records.core.picture import BoardPicture, Piece, Point
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_mark import INK
from mentis_records.report.board.board_piece import (
    PieceStyle,
    draw_piece,
    draw_plate,
    plate_outline,
)
from mentis_records.report.board.board_shape import Area, Label, Shape, mix, rounded_box

PANEL = "#fbf9f4"
FADED_INK = "#6f665a"

MARGIN = 0.5
STRIP = 0.84
ROW = 0.66
_NAME, _LETTER, _BEFORE_NAME = 2.6, 0.19, 0.32
"""The least width of a side's name where its pool stands beside it, and what a longer one takes."""
_BOLD, _PLAIN = 0.66, 0.6
"""What a letter takes of its size, about."""
_PITCH, _LEAST_PITCH = 1.0, 0.5


@dataclass(frozen=True, slots=True)
class HeldPiece:
    """A kind of piece in a pool, how many there are, and where they are drawn.

    ``y`` is the height of the middle, ``ground`` the colour that they lie on.
    """

    piece: Piece
    count: int
    x: float
    y: float
    size: float
    ground: str


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a pool stands in its block: the label's corner, and rows of pieces behind it."""

    x: float
    y: float
    first: float
    per_row: int
    rows: int


class PoolBlock:
    """The strip of a side with its pools, or the common pools."""

    def __init__(
        self, picture: BoardPicture, side: int | None, width: float, *, is_alone: bool = False
    ) -> None:
        """Lay out what a side has, for a sheet so wide; one that ``is_alone`` has no spare rows."""
        self.side = side
        self._is_alone = is_alone
        self._picture = picture
        self._pools = picture.pools_of(side)
        self._right = width - MARGIN - 0.14
        head = 0.0 if side is None else STRIP
        kinds = self._pools[0].kinds if len(self._pools) == 1 else 0
        letters = 0 if side is None else len(f"{picture.sides[side]} to move")
        self._room = self._right - MARGIN - max(_NAME, _BEFORE_NAME + _LETTER * letters)
        has_room = not picture.notes and 0 < kinds <= self._room / _LEAST_PITCH
        self._is_inline = side is not None and has_room
        self._places = [] if self._is_inline else self._rows(head - 0.14 if head else 0.0)
        rows = [place.y + place.rows * ROW for place in self._places]
        self.height = max([head, *rows])

    def colour(self, style: PieceStyle) -> str:
        """Return the block's ground, which tells whether the side is to move, or has won."""
        if self.side is None or self.side != self._picture.distinguished:
            return PANEL
        return mix(PANEL, style.colour(self.side), 0.16)

    def ground(self, y: float, style: PieceStyle) -> Iterator[Shape]:
        """Yield what lies under the pieces: names, and whether the side is to move or has won."""
        if self.side is not None:
            yield from self._head(self.side, y, style)
        if self._is_inline:
            (pool,) = self._pools
            if not pool.pieces:
                words = f"{pool.name} empty"
                yield Label(self._right, y + STRIP / 2, words, 0.26, FADED_INK, "end")
        for pool, place in zip(self._pools, self._places, strict=False):
            middle = y + place.y + ROW / 2
            yield Label(place.x, middle, pool.name, 0.26, FADED_INK, "start")
            if not pool.pieces:
                yield Label(place.first + 0.06, middle, "empty", 0.26, FADED_INK, "start")

    def held(self, y: float, style: PieceStyle) -> Iterator[HeldPiece]:
        """Yield the kinds of pieces in the pools, from the left."""
        ground = self.colour(style)
        if self._is_inline:
            kinds = kinds_of(self._pools[0].pieces)
            pitch = min(1.2, self._room / max(len(kinds), 1))
            for index, (piece, count) in enumerate(kinds):
                x = self._right - (len(kinds) - index) * pitch + 0.06
                yield HeldPiece(piece, count, x, y + STRIP / 2, min(0.54, 0.5 * pitch), ground)
            return
        for pool, place in zip(self._pools, self._places, strict=True):
            kinds = kinds_of(pool.pieces)
            per_row = max(place.per_row, ceil(len(kinds) / place.rows))
            pitch = _PITCH * place.per_row / per_row
            for index, (piece, count) in enumerate(kinds):
                x = place.first + index % per_row * pitch + 0.04
                middle = y + place.y + ROW * (index // per_row) + ROW / 2
                yield HeldPiece(piece, count, x, middle, min(0.48, 0.5 * pitch), ground)

    def _head(self, side: int, y: float, style: PieceStyle) -> Iterator[Shape]:
        """Yield the name of a side, and whether it is to move or has won."""
        colour, line = style.colour(side), style.line_colour(side)
        if side == self._picture.distinguished:
            width = self._right + 0.14 - MARGIN
            strip = rounded_box(MARGIN, y, width, self.height, 0.14)
            yield Area(strip, self.colour(style), line, 0.04)
        middle = y + STRIP / 2
        size = 0.33 if style.is_small else 0.28
        plate = plate_outline(side, MARGIN + 0.28, middle, 0.26)
        yield Area(plate, colour, *((line, 0.03) if line != colour else ()))
        name = self._picture.called(side)
        yield Label(MARGIN + 0.5, middle, name, size, INK, "start", is_bold=True)
        if note := self._picture.note(side):
            room = self._right - MARGIN - 0.7 - _BOLD * size * len(name)
            fitting = room / (_PLAIN * len(note))
            yield Label(self._right, middle, note, min(0.93 * size, fitting), INK, "end")

    def _rows(self, top: float) -> list[_Place]:
        """Return where the pools stand, one beside the other as far as there is room."""
        left = MARGIN + 0.14
        x, y, last = left, top, 1
        places = []
        for pool in self._pools:
            label = 0.14 * len(pool.name) + 0.2
            per_row = max(1, min(pool.kinds, floor((self._right - left - label) / _PITCH)))
            if x > left and x + label + per_row * _PITCH > self._right + 0.1:
                x, y = left, y + last * ROW
                last = 1
            kinds = max(1, len(kinds_of(pool.pieces))) if self._is_alone else pool.kinds
            rows = ceil(min(kinds, pool.kinds) / per_row)
            places.append(_Place(x, y, x + label, per_row, rows))
            x += label + per_row * _PITCH + 0.2
            last = max(last, rows)
        return places


def draw_held(held: HeldPiece, place: Point, ground: str, style: PieceStyle) -> Iterator[Shape]:
    """Yield a kind of piece with its count; ``place`` is the middle of its left edge."""
    x, y = place
    piece, size = held.piece, held.size
    if style.is_small:
        yield from draw_piece(piece, x - 0.06, y - 0.6 * size, 1.2 * size, style)
        yield Label(x + 1.2 * size, y, str(held.count), 0.38, INK, "start", is_bold=True)
        return
    yield from draw_piece(piece, x, y - 0.52 * size, size, style)
    if piece.emblem:
        yield from draw_plate(piece, x + 0.96 * size, y + 0.38 * size, 0.24, ground, style)
        yield Label(x + size + 0.07, y - 0.09, f"×{held.count}", 0.25, INK, "start", is_bold=True)
    elif held.count > 1:
        yield Label(x + size + 0.05, y, f"×{held.count}", 0.25, INK, "start", is_bold=True)


def kinds_of(pieces: Iterable[Piece]) -> Sequence[tuple[Piece, int]]:
    """Return the kinds of pieces of a pool in order, each with its number."""
    counts: dict[tuple[int | None, str], int] = {}
    kinds: dict[tuple[int | None, str], Piece] = {}
    for piece in pieces:
        key = (piece.side, piece.sign)
        counts[key] = counts.get(key, 0) + 1
        kinds[key] = piece
    return [(kinds[key], count) for key, count in counts.items()]
