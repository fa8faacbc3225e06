"""The pieces of CirKle Mind as material: a side owns those that stand on the board.

An attack takes a piece, or loses the one that attacks. Which target wins depends on whose it is,
which a turn alone does not tell: no kind is decisive.
"""

from __future__ import annotations

from mentis_records.core.material import Change, Material, Supply
from mentis_records.games.cirkle_mind.rules.duel import LOST, WON
from mentis_records.games.cirkle_mind.rules.move import decode
from mentis_records.games.cirkle_mind.rules.position import Position

MATERIAL = Material(
    piece=("piece", "pieces"), kinds=("piece",), entered="set up", places="on the board"
)


def held(position: Position) -> Supply:
    """Return that nothing is in hand: all pieces stand from the start."""
    return (0,), (0,)


def owned(position: Position) -> Supply:
    """Return how many pieces of each side are on the board."""
    green, mauve = position.owned
    return (green.bit_count(),), (mauve.bit_count(),)


def change(code: int) -> Change:
    """Return what the turn with a code takes, or loses.

    Raises:
        ValueError: no turn has this code.
    """
    mark = decode(code).mark
    if mark == WON:
        return Change(taken=(0,), by=0)
    return Change(lost=(0,), by=0) if mark == LOST else Change()
