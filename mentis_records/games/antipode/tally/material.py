"""The pieces of Antipode as material: the stones of a side, on the board and in hand.

The Antipode belongs to nobody.
"""

from __future__ import annotations

from mentis_records.core.material import Change, Material, Supply
from mentis_records.games.antipode.rules.move import CAPTURE, PLACE, unpack
from mentis_records.games.antipode.rules.position import Position

MATERIAL = Material(piece=("stone", "stones"), kinds=("stone",), entered="placed")

_STONE = 0


def held(position: Position) -> Supply:
    """Return how many stones each side has in hand."""
    gold, silver = position.hands
    return (gold,), (silver,)


def owned(position: Position) -> Supply:
    """Return how many stones each side has on the board and in hand."""
    return (position.pieces(0),), (position.pieces(1),)


def change(code: int) -> Change:
    """Return what the turn with a code captures, takes as a penalty, or places.

    Raises:
        ValueError: no turn has this code.
    """
    turn = unpack(code)
    taken = turn.signs.count(CAPTURE) + (turn.cited >= 0)
    return Change(
        taken=(_STONE,) * taken,
        by=_STONE if CAPTURE in turn.signs else None,
        entered=(_STONE,) if turn.kind == PLACE else (),
    )
