"""A board picture in as few columns as can be: no borders, a row of signs for each row."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.core.text import printable
from mentis_records.report.board.board_sign import counted, sign_of
from mentis_records.report.board.text_grid import UNICODE


def render_small(picture: BoardPicture, near: int = 0) -> str:
    """Return a picture as lines of text: of each square the top piece, or what is empty.

    The squares of the last ply have a mark behind them; the pools of the side ``near`` are below.
    """
    lines: list[str] = []
    for side in reversed(range(len(picture.sides))):
        if side != near:
            lines += _pools(picture, side)
    lines += _rows(picture)
    for owner in (near, None):
        lines += _pools(picture, owner)
    if picture.ending:
        lines.append(printable(picture.ending))
    if picture.last_path:
        lines.append(f"* last ply: {f' {UNICODE.arrow} '.join(map(printable, picture.last_path))}")
    return "\n".join(lines)


def _rows(picture: BoardPicture) -> Iterator[str]:
    """Yield the rows from the top with their names, and the names of the columns."""
    shown = {(each.column, each.row): _sign(each) for each in picture.squares}
    lit = {(each.column, each.row) for each in picture.squares if each.name in picture.lit}
    width = max(map(len, (*shown.values(), *picture.columns)))
    label = max(map(len, picture.rows))
    for row in reversed(range(len(picture.rows))):
        cells = (
            f"{shown.get((column, row), ''):>{width}}{'*' if (column, row) in lit else ' '}"
            for column in range(len(picture.columns))
        )
        yield f"{printable(picture.rows[row]):>{label}} {' '.join(cells)}".rstrip()
    names = (f"{printable(name):>{width}} " for name in picture.columns)
    yield f"{'':>{label}} {' '.join(names)}".rstrip()


def _sign(square: SquarePicture) -> str:
    """Return the sign of the top piece, or one for an empty square; of a pool all it has."""
    if square.is_pool:
        return counted(sign_of(each, UNICODE.backs) for each in square.pieces) or "-"
    if not square.pieces:
        return UNICODE.ground
    return sign_of(square.pieces[-1], UNICODE.backs)


def _pools(picture: BoardPicture, side: int | None) -> Iterator[str]:
    """Yield what is to be said of a side beside the board, or of what is common."""
    parts = [
        f"{printable(pool.name)}: {counted(sign_of(each, UNICODE.backs) for each in pool.pieces)}"
        for pool in picture.pools_of(side)
        if pool.pieces
    ]
    if side is not None:
        parts[:0] = filter(None, map(printable, (picture.called(side), picture.note(side))))
    if parts:
        yield ", ".join(parts)
