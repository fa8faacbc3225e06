"""The tiles of Mentis as material: what hands and boards hold, what captures and deployments do.

A tile is owned wherever it is, in the hand, alone or in a stack; only a capture takes it away.
"""

from __future__ import annotations

from mentis_records.core.material import Change, Material, Supply
from mentis_records.games.mentis.rules.move import Capture, Deployment, list_move
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.stack import side_of, tiles_of
from mentis_records.games.mentis.rules.tile import HAND_TYPES, KING, NAMES, TYPES, hand_count

MATERIAL = Material(
    piece=("tile", "tiles"),
    kinds=tuple(NAMES[code] for code in TYPES),
    entered="deployed",
    decisive=TYPES.index(KING),
)


def held(position: Position) -> Supply:
    """Return how many tiles of each type the hands hold."""
    blue, red = (
        tuple(hand_count(hand, code) if code in HAND_TYPES else 0 for code in TYPES)
        for hand in position.hands
    )
    return blue, red


def owned(position: Position) -> Supply:
    """Return how many tiles of each type the sides have, in hand and on the board."""
    counts = [list(of_side) for of_side in held(position)]
    for stack in filter(None, position.cells):
        for code in tiles_of(stack):
            counts[side_of(stack)][TYPES.index(code)] += 1
    return tuple(counts[0]), tuple(counts[1])


def change(code: int) -> Change:
    """Return what the move with a code takes or deploys.

    Raises:
        ValueError: no move has this code.
    """
    match list_move(code)[1]:
        case Capture(attacker=attacker, captured=captured):
            return Change(taken=(TYPES.index(captured),), by=TYPES.index(attacker))
        case Deployment(tiles=tiles):
            return Change(entered=tuple(TYPES.index(each) for each in tiles_of(tiles)))
    return Change()
