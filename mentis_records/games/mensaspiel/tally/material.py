"""The pieces of MensaSpiel as material: a side owns all that are not in the enemy's prison.

A piece is owned wherever it is, in the base, in the reserve or in a stack, the enemy's too: what
is carried may come free again. A transport takes it, an exchange gives it back.
"""

from __future__ import annotations

from mentis_records.core.material import Change, Material, Supply
from mentis_records.games.mensaspiel.rules.move import BY_CODE, EXCHANGE, TRANSPORT
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position

MATERIAL = Material(
    piece=("piece", "pieces"),
    kinds=("piece",),
    entered="started",
    places="in the base, in the reserve and on the board",
)


def held(position: Position) -> Supply:
    """Return that no piece waits for its only start: those in hand come and go."""
    return (0,), (0,)


def owned(position: Position) -> Supply:
    """Return how many pieces of each side are not in the enemy's prison."""
    white, black = (
        sum(stack.count(letter) for stack in position.stacks)
        + position.base[side]
        + position.reserve[side]
        for side, letter in enumerate(LETTERS)
    )
    return (white,), (black,)


def change(code: int) -> Change:
    """Return what the turn with a code takes or gives back.

    Raises:
        ValueError: no turn has this code.
    """
    turn = BY_CODE.get(code)
    if turn is None:
        raise ValueError(f"no move has the code {code}")
    if turn.kind == TRANSPORT:
        return Change(taken=(0,) * turn.prisoners)
    return Change(returned=(0,)) if turn.kind == EXCHANGE else Change()
