"""Set-ups: where a side has placed its 24 pieces, as the tags GreenSetup and MauveSetup have it."""

from __future__ import annotations

from functools import lru_cache

from mentis_records.core.setting import PartError
from mentis_records.games.cirkle_mind.rules.board import COLUMNS, GREEN, SIDES, ZONE_ROWS, ZONES
from mentis_records.games.cirkle_mind.rules.piece import FACES, NUMBER, PIECES, UNKNOWN

NONE = ".."
FACE_DOWN = "??"
"""A piece whose face nobody has written down."""

TAGS = tuple(f"{side}Setup" for side in SIDES)

USUAL = (
    "................/YcGcBcMcKtKsKxKo/YtYsYxYoGtGsGxGo/BtBsBxBoMtMsMxMo",
    "................/KoKxKsKtMcBcGcYc/GoGxGsGtYoYxYsYt/MoMxMsMtBoBxBsBt",
)
"""The set-ups of Green and Mauve with which games begin where nobody has chosen others."""

USUAL_SETTINGS = dict(zip(TAGS, USUAL, strict=True))
"""The same by tag."""

_NEEDED = f"set-up needs exactly the {PIECES} pieces"
_NUMBERS = {**NUMBER, FACE_DOWN: UNKNOWN}


@lru_cache(maxsize=1 << 10)
def read_setup(text: str) -> str:
    """Return a set-up as it is written: own back row to front, each from a to h.

    Raises:
        ValueError: it has less than four rows or 24 pieces.
        PartError: it has a row or a cell that is none, or a piece too many.
    """
    rows = text.split("/")
    wrong = f"a set-up has {ZONE_ROWS} rows, separated by /, not {len(rows)}"
    if len(rows) < ZONE_ROWS:
        raise ValueError(wrong)
    if len(rows) > ZONE_ROWS:
        behind = len("/".join(rows[:ZONE_ROWS])) + 1
        raise PartError(wrong, min(behind, len(text) - 1), len(text))
    placed: list[str] = []
    row_of: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        first = (number - 1) * (2 * len(COLUMNS) + 1)
        wrong = f"set-up row {number}: eight cells of two characters"
        if len(row) != 2 * len(COLUMNS):
            raise PartError(wrong, first, first + max(len(row), 1))
        for at in range(0, len(row), 2):
            cell, place = row[at : at + 2], (first + at, first + at + 2)
            if cell == NONE:
                continue
            if cell not in _NUMBERS:
                raise PartError(f"{wrong}, each .., ?? or a piece", *place)
            if cell in row_of:
                twice = f"{cell} stands twice, in row {row_of[cell]} and in row {number}"
                raise PartError(f"{_NEEDED}: {twice}", *place)
            placed.append(cell)
            if len(placed) > PIECES:
                raise PartError(f"{_NEEDED}, not one more", *place)
            if cell != FACE_DOWN:
                row_of[cell] = number
    if len(placed) < PIECES:
        missing = [face for face in FACES if face not in row_of and FACE_DOWN not in placed]
        named = f": without {', '.join(missing)}" if missing else ""
        raise ValueError(f"{_NEEDED}, not {len(placed)}{named}")
    return text


def placed_faces(text: str, side: int) -> dict[int, int]:
    """Return the numbers of the faces of a sound set-up by square."""
    rows = text.split("/")
    cells = "".join(rows if side == GREEN else reversed(rows))
    at = zip(ZONES[side], range(0, len(cells), 2), strict=True)
    return {
        square: _NUMBERS[cells[place : place + 2]]
        for square, place in at
        if cells[place : place + 2] != NONE
    }
