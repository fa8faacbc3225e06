"""What the positions index keeps of a position of Antipode.

Sets of squares are numbers with a bit for each, in the order of ``square.NAMES``.
"""

from __future__ import annotations

from mentis_records.core.feature import Feature
from mentis_records.games.antipode.rules.key import MOST
from mentis_records.games.antipode.rules.position import INFRACTION, SIDES, Position
from mentis_records.games.antipode.rules.square import COUNT

OWNERS = tuple(side.lower() for side in SIDES)
"""The features with the squares of each side's stones."""

ANTIPODE = "antipode"
"""The feature with the Antipode's square."""

SIDE_BIT, FACE_BIT, INFRACTION_BIT, HANDS_BIT = range(4)
"""The bits of the side to move, of the face and of the infraction, and the lowest of the hands."""

NUMBER_BITS = MOST.bit_length()
"""The bits of a number of stones."""

CAPTURES_BIT = HANDS_BIT + len(SIDES) * NUMBER_BITS
"""The lowest bit of the captures."""

FEATURES: tuple[Feature, ...] = (
    *(
        Feature(name, COUNT, f"squares with stones of {side}")
        for name, side in zip(OWNERS, SIDES, strict=True)
    ),
    Feature(ANTIPODE, COUNT, "the square with the Antipode"),
    Feature(
        "state_code",
        CAPTURES_BIT + len(SIDES) * NUMBER_BITS,
        "bit 0 the side to move, bit 1 the Antipode's face: 0 Gold, 1 Silver; bit 2 whether the"
        " last turn missed a mandatory move; bits 3-7 Gold's hand, 8-12 Silver's; bits 13-17 how"
        " many stones Gold has captured, 18-22 Silver",
    ),
)


def describe(position: Position) -> tuple[int, ...]:
    """Return the numbers of ``FEATURES``."""
    (gold_hand, silver_hand), (gold_captures, silver_captures) = position.hands, position.captures
    state = (
        position.side << SIDE_BIT
        | position.face << FACE_BIT
        | (position.flags & INFRACTION > 0) << INFRACTION_BIT
        | gold_hand << HANDS_BIT
        | silver_hand << HANDS_BIT + NUMBER_BITS
        | gold_captures << CAPTURES_BIT
        | silver_captures << CAPTURES_BIT + NUMBER_BITS
    )
    return (*position.stones, 1 << position.token, state)
