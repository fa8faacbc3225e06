"""A board picture in as few columns as can be: no borders, a row of signs for each row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.core.text import printable
from mentis_records.report.board.board_sign import counted, ground_text, sign_of
from mentis_records.report.board.text_grid import UNICODE

_LIT, _POINTED = "*", "<"
"""What stands behind a square of the last ply, and behind one that is pointed out."""


def render_small(
    picture: BoardPicture,
    near: int = 0,
    *,
    highlights: Sequence[str] = (),
    has_grounds: bool = False,
    fold: Callable[[str], str] = str,
) -> str:
    """Return a picture as lines of text: of each square the top piece, or what is empty.

    The squares of the last ply have a mark behind them, and so have others that ``highlights``
    names; ``has_grounds`` adds what is printed on each. Whole stacks are told below, then the
    pools of the side ``near``. Lines around the rows are folded by ``fold``.
    """
    sides = reversed(range(len(picture.sides)))
    above = [line for side in sides if side != near for line in _pools(picture, side)]
    rows = _rows(picture, highlights, has_grounds)
    return "\n".join((*map(fold, above), *rows, *map(fold, _below(picture, near))))


def _below(picture: BoardPicture, near: int) -> Iterator[str]:
    """Yield what stands below the rows."""
    yield from _stacks(picture)
    for owner in (near, None):
        yield from _pools(picture, owner)
    if picture.ending:
        yield printable(picture.ending)
    if picture.last_path:
        path = f" {UNICODE.arrow} ".join(map(printable, picture.last_path))
        yield f"{_LIT} last ply: {path}"


def _rows(picture: BoardPicture, highlights: Sequence[str], has_grounds: bool) -> Iterator[str]:
    """Yield the rows from the top with their names, and the names of the columns."""
    shown = {(each.column, each.row): _sign(each) for each in picture.squares}
    width = max(map(len, (*shown.values(), *picture.columns)))
    room = 0
    if has_grounds:
        printed = {(each.column, each.row): ground_text(each.ground) for each in picture.squares}
        room = 1 + max(map(len, printed.values()))
        shown = {at: f"{sign} {printed[at]}" for at, sign in shown.items()}
    marks = {
        (each.column, each.row): _POINTED if each.name in highlights else _LIT
        for each in picture.squares
        if each.name in picture.lit or each.name in highlights
    }
    label = max(map(len, picture.rows))
    for row in reversed(range(len(picture.rows))):
        cells = (
            f"{_placed(shown.get((column, row), ''), width, room)}{marks.get((column, row), ' ')}"
            for column in range(len(picture.columns))
        )
        yield f"{printable(picture.rows[row]):>{label}} {' '.join(cells)}".rstrip()
    names = (f"{_placed(printable(name), width, room)} " for name in picture.columns)
    yield f"{'':>{label}} {' '.join(names)}".rstrip()


def _placed(text: str, width: int, room: int) -> str:
    """Return a text whose first word ends at a column, with room for another behind it."""
    first, blank, rest = text.partition(" ")
    return f"{first:>{width}}{blank + rest:<{room}}"


def _sign(square: SquarePicture) -> str:
    """Return the sign of the top piece, or one for an empty square; of a pool all it has."""
    if square.is_pool:
        return counted(sign_of(each, UNICODE.backs) for each in square.pieces) or "-"
    if not square.pieces:
        is_filled = square.ground.weight > 1 and not square.ground.has_band
        return UNICODE.fill if is_filled else UNICODE.ground
    return sign_of(square.pieces[-1], UNICODE.backs)


def _stacks(picture: BoardPicture) -> Iterator[str]:
    """Yield what stands on squares with several pieces, from the bottom to the top."""
    told = []
    for square in picture.squares:
        if len(square.pieces) > 1 and not square.is_pool:
            stack = "".join(sign_of(each, UNICODE.backs) for each in square.pieces)
            told.append(f"{printable(square.name)} {stack}")
    if told:
        yield f"stacks from the bottom: {', '.join(told)}"


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
