"""A board to be drawn: squares with their tiles, for any renderer; knows no game."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
Polygon = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TileFace:
    """How a tile looks.

    ``outline`` is the tile's shape and ``emblem`` the small white sign inside it, as polygons
    in a unit square whose origin is the lower left corner. ``side`` is the index of its owner.
    """

    letter: str
    name: str
    side: int
    outline: Polygon
    emblem: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True)
class SquarePicture:
    """One square: its name, what ground it is, and its tiles from bottom to top.

    ``ground`` is a word such as ``plain`` or ``hill``; ``ground_side`` is the index of the
    side that the ground belongs to, or None.
    """

    name: str
    column: int
    row: int
    ground: str
    ground_side: int | None
    tiles: tuple[TileFace, ...]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A whole position to be drawn.

    ``squares`` are in reading order: the top row first, each row from the left. ``hands`` has
    one tuple a side. ``last_path`` names the squares of the last ply in order and
    ``last_target`` the square on which it captured. ``colours`` has one hex colour a side.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    sides: tuple[str, ...]
    colours: tuple[str, ...]
    squares: tuple[SquarePicture, ...]
    hands: tuple[tuple[TileFace, ...], ...]
    side_to_move: int
    last_path: tuple[str, ...] = ()
    last_target: str | None = None
