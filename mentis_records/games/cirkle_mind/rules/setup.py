"""Set-ups: where a side has placed its 24 pieces, as the tags GreenSetup and MauveSetup have it."""

from __future__ import annotations

from functools import lru_cache

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

_NUMBERS = {**NUMBER, FACE_DOWN: UNKNOWN}


@lru_cache(maxsize=1 << 10)
def read_setup(text: str) -> str:
    """Return a set-up as it is written: own back row to front, each from a to h.

    Raises:
        ValueError: it is not four rows of eight cells, or not the 24 pieces of a side.
    """
    rows = text.split("/")
    if len(rows) != ZONE_ROWS:
        raise ValueError(f"a set-up has {ZONE_ROWS} rows, separated by /, not {len(rows)}")
    cells: list[str] = []
    for number, row in enumerate(rows, 1):
        found = [row[at : at + 2] for at in range(0, len(row), 2)]
        if len(found) != len(COLUMNS) or not {*found} <= {*_NUMBERS, NONE}:
            raise ValueError(f"set-up row {number}: eight cells of two characters")
        cells += found
    placed = [cell for cell in cells if cell != NONE]
    if len(placed) != PIECES:
        raise ValueError(f"set-up needs exactly the {PIECES} pieces, not {len(placed)}")
    twice = [face for face in FACES if placed.count(face) > 1]
    if twice:
        raise ValueError(f"set-up needs exactly the {PIECES} pieces: {twice[0]} stands twice")
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
