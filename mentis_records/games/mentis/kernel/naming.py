"""Write packed moves in canonical notation, many at once."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis.rules import move, square, stack
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT
from mentis_records.games.mentis.rules.tile import LETTERS

NAMES = list(square.NAMES)
MARKED = ["-", "#-", "##-"]
"""What stands behind a square that a stack leaves, by the number of tiles left there."""

TILES = [
    stack.letters(tiles) if max(stack.tiles_of(tiles), default=0) < len(LETTERS) else ""
    for tiles in range(1 << 9)
]
KINDS = list(move.KINDS)


def name_moves(codes: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the notations and the kinds of moves, which must be sound (see ``move``)."""
    notations = []
    kinds = []
    for code in codes:
        kind = code & 3
        if kind == DEPLOYMENT:
            notation = TILES[code >> 2 & 511] + NAMES[code >> 11 & 63]
        elif kind == CAPTURE:
            notation = NAMES[code >> 5 & 63] + "x" + NAMES[code >> 11 & 63]
        else:
            notation = NAMES[code >> 5 & 63]
            rest = code >> 13
            for _ in range(code >> 11 & 3):
                notation += MARKED[rest >> 6 & 3] + NAMES[rest & 63]
                rest >>= 8
        notations.append(notation)
        kinds.append(KINDS[kind])
    return notations, kinds
