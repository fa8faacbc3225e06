"""What follows from the features of CirKle Mind and is not kept."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.cirkle_mind.index.feature import (
    COUNT_BITS,
    COUNTS_BIT,
    OWNERS,
    PASSED_BIT,
    SIDE_BIT,
    WINNER_BIT,
    WORDS,
    word,
)
from mentis_records.games.cirkle_mind.rules.board import SIDES


def _part(bit: int, bits: int) -> str:
    return f"((state_code >> {bit}) & {(1 << bits) - 1})"


def side_to_move() -> str:
    """Return the expression for the index of the side to move."""
    return _part(SIDE_BIT, 1)


def captured(side: int) -> str:
    """Return the expression for how many pieces of a side are captured."""
    return _part(COUNTS_BIT + COUNT_BITS * side, COUNT_BITS)


def empty(at: int) -> str:
    """Return the expression for a word of the squares without pieces."""
    _, bits, _ = WORDS[at]
    occupied = " | ".join(word(owner, at) for owner in OWNERS)
    return f"({(1 << bits) - 1} - ({occupied}))"


DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", side_to_move(), "the side to move: 0 Green, 1 Mauve"),
    DerivedFeature("passed", _part(PASSED_BIT, 1), "1 where the last turn was a pass"),
    DerivedFeature("winner", _part(WINNER_BIT, 2), "0 nobody has won, 1 Green, 2 Mauve"),
    *(
        DerivedFeature(
            f"{OWNERS[side]}_lost", captured(side), f"how many pieces of {name} are captured"
        )
        for side, name in enumerate(SIDES)
    ),
    *(
        DerivedFeature(f"empty_{ending}", empty(at), f"empty squares, {rows}")
        for at, (ending, _, rows) in enumerate(WORDS)
    ),
)
