"""What a side sees of a position: its own faces, and those that an attack has shown.

Source: rules, Hidden information. That a side has set up the other's pieces itself is no sight
(ruling R17), and nothing is inferred (R19): the last piece of unknown face stays unknown.
"""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules import key
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, PIECE_BIT, SHOWN_BIT, SIDE_BIT
from mentis_records.games.cirkle_mind.rules.position import NOBODY, Position


def view(position: Position, side: int) -> Position:
    """Return a position without the faces of the other side's pieces that have not been shown.

    It is that of a game in which nobody has written them down. Of captured pieces, all have been
    shown.
    """
    cells = position.cells.translate(_COVERED[side])
    total, covered = position.cell_sum, _hidden(side)
    used = list(position.used)
    place = cells.find(covered)
    while place >= 0:
        piece = position.cells[place]
        total ^= key.PARTS[piece][place] ^ key.PARTS[covered][place]
        if piece != covered:
            used[1 - side] &= ~(1 << (piece & FACE_BITS))
        place = cells.find(covered, place + 1)
    return position._replace(
        cells=cells,
        used=(used[0], used[1]),
        claimed=NOBODY,
        cell_sum=total,
        key=key.position_key(total, position.side, position.passes, position.winner),
    )


def known(position: Position, side: int) -> frozenset[int]:
    """Return the squares of a side's own pieces, and of those that have been shown."""
    own = side * SIDE_BIT
    return frozenset(
        place
        for place, piece in enumerate(position.cells)
        if piece and (piece & SIDE_BIT == own or piece & SHOWN_BIT)
    )


def _hidden(side: int) -> int:
    """Return what a side sees of a piece of the other one that has not been shown."""
    return PIECE_BIT | (1 - side) * SIDE_BIT


def _covered(side: int) -> bytes:
    """Return what a side sees of each piece, by the number of the piece."""
    hidden = _hidden(side)
    return bytes(
        hidden if piece & ~FACE_BITS == hidden else piece for piece in range(2 * PIECE_BIT)
    )


_COVERED = (_covered(0), _covered(1))
