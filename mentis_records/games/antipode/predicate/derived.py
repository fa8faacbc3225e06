"""What follows from the features of Antipode and is not kept."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.antipode.index.feature import (
    ANTIPODE,
    CAPTURES_BIT,
    FACE_BIT,
    HANDS_BIT,
    INFRACTION_BIT,
    NUMBER_BITS,
    OWNERS,
    SIDE_BIT,
)
from mentis_records.games.antipode.rules.position import SIDES
from mentis_records.games.antipode.rules.square import BOARD, PRIME


def side_to_move() -> str:
    """Return the expression for the index of the side to move."""
    return _part(SIDE_BIT, 1)


def face() -> str:
    """Return the expression for the index of the side whose face the Antipode shows."""
    return _part(FACE_BIT, 1)


def infraction() -> str:
    """Return the expression for whether the last turn missed a mandatory move."""
    return _part(INFRACTION_BIT, 1)


def held(side: int) -> str:
    """Return the expression for how many stones a side has in hand."""
    return _part(HANDS_BIT + NUMBER_BITS * side, NUMBER_BITS)


def captured(side: int) -> str:
    """Return the expression for how many stones of a side have been captured."""
    return _part(CAPTURES_BIT + NUMBER_BITS * (1 - side), NUMBER_BITS)


def primes(side: int) -> str:
    """Return the expression for the Prime squares with stones of a side."""
    return f"({OWNERS[side]} & {PRIME})"


def _part(bit: int, bits: int) -> str:
    return f"((state_code >> {bit}) & {(1 << bits) - 1})"


OCCUPIED = f"({' | '.join((*OWNERS, ANTIPODE))})"
"""The expression for the squares with pieces."""

EMPTY = f"({BOARD} - {OCCUPIED})"
"""The expression for the squares without."""

DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", side_to_move(), "the side to move: 0 Gold, 1 Silver"),
    DerivedFeature("face", face(), "the side whose face the Antipode shows: 0 Gold, 1 Silver"),
    DerivedFeature("infraction", infraction(), "1 where the last turn missed a mandatory move"),
    *(
        DerivedFeature(f"{OWNERS[side]}_hand", held(side), f"how many stones {name} has in hand")
        for side, name in enumerate(SIDES)
    ),
    *(
        DerivedFeature(
            f"captured_{OWNERS[side]}", captured(side), f"how many stones of {name} are captured"
        )
        for side, name in enumerate(SIDES)
    ),
    *(
        DerivedFeature(
            f"{OWNERS[side]}_primes", primes(side), f"Prime squares with stones of {name}"
        )
        for side, name in enumerate(SIDES)
    ),
    DerivedFeature("empty", EMPTY, "empty squares"),
)
