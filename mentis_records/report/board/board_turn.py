"""A board picture seen from the other side of the table."""

from __future__ import annotations

from dataclasses import replace

from mentis_records.core.picture import BoardPicture


def turned_round(picture: BoardPicture) -> BoardPicture:
    """Return a picture turned by half a turn: what was the upper right corner is the lower left."""
    last_column, last_row = len(picture.columns) - 1, len(picture.rows) - 1
    squares = tuple(
        replace(square, column=last_column - square.column, row=last_row - square.row)
        for square in reversed(picture.squares)
    )
    return replace(picture, columns=picture.columns[::-1], rows=picture.rows[::-1], squares=squares)
