"""A board as a table with words, for ears and for browsers without pictures."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_sign import owner_of, pool_words, square_words

_PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The rows of a board from the top, each with its name and the words of its squares.

    None is where there is no square. ``pools`` are the names of pools with what they hold.
    """

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str | None]]]
    pools: Sequence[tuple[str, str]]


def board_table(picture: BoardPicture) -> BoardTable:
    """Return a picture as a table."""
    places = {(square.column, square.row): square for square in picture.squares}
    rows = []
    for row in reversed(range(len(picture.rows))):
        cells = [places.get((column, row)) for column in range(len(picture.columns))]
        words = [None if cell is None else _words(picture.sides, cell) for cell in cells]
        rows.append((picture.rows[row], words))
    pools = [
        (_pool_name(picture, pool.name, owner), pool_words(picture.sides, owner, pool.pieces))
        for owner in picture.owners
        for pool in picture.pools_of(owner)
    ]
    return BoardTable(picture.columns, rows, pools)


def _words(sides: Sequence[str], square: SquarePicture) -> str:
    """Return what is on a square, or what it is if nothing is there."""
    if square.pieces or square.is_pool:
        return square_words(sides, square)
    ground = square.ground
    if ground.name == _PLAIN:
        return "empty"
    whose = "" if ground.side is None else f"{sides[ground.side]} "
    return f"empty, {whose}{ground.name}"


def _pool_name(picture: BoardPicture, pool: str, owner: int | None) -> str:
    return pool if owner is None else f"{owner_of(picture.sides, owner)}, {pool}"
