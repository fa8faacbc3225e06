"""What the positions index keeps of a position of MensaSpiel.

Sets of squares are numbers with a bit for each, in the order of ``board.NAMES``. Whose a stack is,
its top piece tells; what it covers is kept from the top down.
"""

from __future__ import annotations

from functools import lru_cache

from mentis_records.core.feature import Feature
from mentis_records.games.mensaspiel.rules.board import COUNT, LONGEST, PIECES, SIDES
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position

OWNERS = tuple(side.lower() for side in SIDES)
"""The features with the squares of each side's stacks."""

COVERED = tuple(f"covered_{side}" for side in OWNERS)
"""The features with the squares where a side's pieces are below the top."""

MOST_COVERED = len(SIDES) * PIECES - 1
"""The most pieces below the top of a stack."""

COUNT_BITS = 4
"""The bits of the number of pieces in a pool."""

SIDE_BIT = 6 * COUNT_BITS
"""The bit of the side to move, behind the six pools."""

STEPS_BIT, STEPS_BITS = SIDE_BIT + 1, LONGEST.bit_length()
"""The lowest bit of White's step length, and the bits of each side's."""

_TOGETHER = 3
"""So many depths share a feature."""

_FIRSTS = range(1, MOST_COVERED + 1, _TOGETHER)
"""The first depth of each feature that has several."""

FEATURES: tuple[Feature, ...] = (
    Feature(
        "state_code",
        STEPS_BIT + 2 * STEPS_BITS,
        "bits 0-3 White's base, 4-7 Black's, 8-11 White's reserve, 12-15 Black's, 16-19 White's"
        " prison, 20-23 Black's; bit 24 the side to move: 0 White, 1 Black; bits 25-29 White's"
        " step length, 30-34 Black's",
    ),
    *(Feature(side, COUNT, f"squares with {side.title()}'s stacks") for side in OWNERS),
    *(
        Feature(name, COUNT, f"squares with {side}'s pieces below the top of a stack")
        for name, side in zip(COVERED, SIDES, strict=True)
    ),
    *(
        Feature(
            f"{side}_below{first}",
            _TOGETHER * COUNT,
            f"squares with {side.title()}'s piece so many places below the top: bits 0-15 {first},"
            f" 16-31 {first + 1}, 32-47 {first + 2}",
            first > 1,
        )
        for first in _FIRSTS
        for side in OWNERS
    ),
)

_BEFORE = 1 + len(OWNERS)
"""So many features stand before those of what is covered."""

_FIELD = _TOGETHER * COUNT
_MASK = (1 << _FIELD) - 1
_FIELDS = range(0, _FIELD * (len(FEATURES) - _BEFORE), _FIELD)
"""The lowest bits of the features of what is covered, as one number."""

_NONE_COVERED = (0,) * len(_FIELDS)


def below(side: int, depth: int) -> tuple[str, int]:
    """Return where a side's pieces at a depth below the top are: a feature, and its lowest bit."""
    first, place = divmod(depth - 1, _TOGETHER)
    return f"{OWNERS[side]}_below{_FIRSTS[first]}", place * COUNT


@lru_cache(maxsize=1 << 12)
def _covered(stack: str) -> int:
    """Return what a stack on the first square covers, all features as one number."""
    found = 0
    for depth, letter in enumerate(stack[-2::-1]):
        side = LETTERS.index(letter)
        at = len(COVERED) + len(OWNERS) * (depth // _TOGETHER) + side
        found |= 1 << _FIELD * side | 1 << _FIELD * at + COUNT * (depth % _TOGETHER)
    return found


def describe(position: Position) -> tuple[int, ...]:
    """Return the numbers of ``FEATURES``."""
    base, reserve, prison = position.base, position.reserve, position.prison
    white, black = position.owned
    state = (
        base[0]
        | base[1] << COUNT_BITS
        | reserve[0] << 2 * COUNT_BITS
        | reserve[1] << 3 * COUNT_BITS
        | prison[0] << 4 * COUNT_BITS
        | prison[1] << 5 * COUNT_BITS
        | position.side << SIDE_BIT
        | position.lengths[0] << STEPS_BIT
        | position.lengths[1] << STEPS_BIT + STEPS_BITS
    )
    covered = 0
    for place, stack in enumerate(position.stacks):
        if len(stack) > 1:
            covered |= _covered(stack) << place
    if not covered:
        return (state, white, black, *_NONE_COVERED)
    return (state, white, black, *[covered >> at & _MASK for at in _FIELDS])
