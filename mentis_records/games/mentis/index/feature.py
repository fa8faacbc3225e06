"""What the positions index keeps of a position of Mentis.

What stands on the squares is kept row by row (``board_row``): one number answers for a square. The
state has the hands, the side to move, and a census of the whole board: how many tiles there are of
each type, which are on top somewhere, and how high stacks are.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.core.feature import Excerpt, ExcerptPart, Feature
from mentis_records.games.mentis.index.board_row import (
    ALL_PLANES,
    BITS,
    HIGH,
    LOW,
    OWNERS,
    PACKED,
    PLANES,
    SIDES,
    STACKED,
    squares_with,
)
from mentis_records.games.mentis.index.feature_row import (
    HEIGHTS_BIT,
    KEPT_SETS,
    OWN,
    SECOND,
    SEEN_BY_SIDE,
    SEEN_EMPTY,
    SEEN_HEIGHTS,
    SEEN_OTHERS,
    SEEN_TILES,
    SEEN_TOPS,
    SETS,
    SIDE_BIT,
    STATE,
    STATE_BITS,
    TALLY,
    TALLY_BIT,
    TALLY_SHIFT,
    TALLY_SIZE,
    THIRD,
    TOP,
    TOPS_BIT,
    TOTAL_BIT,
    TOTAL_SIZE,
    WAYS,
)
from mentis_records.games.mentis.rules.move import CAPTURE, MOVEMENT
from mentis_records.games.mentis.rules.square import BOARD_SET, COUNT, ROWS, SIZE
from mentis_records.games.mentis.rules.stack import (
    MAX_HEIGHT,
    RED_BIT,
    TILES_MASK,
    side_of,
    tiles_of,
)
from mentis_records.games.mentis.rules.state import HANDS, SIDE
from mentis_records.games.mentis.rules.tile import (
    HAND_BITS,
    LEAST_OF_WOLVES,
    LETTERS,
    NAMES,
    PAIRS,
    SPEARS,
    TYPE_COUNT,
)

if not cython.compiled:
    from mentis_records.games.mentis.index.attack_set import find_below, mark_attacks

FEATURES: tuple[Feature, ...] = (
    *(
        Feature(
            f"row{row}",
            BITS,
            f"what stands on row {row}, a byte a square, a{row} lowest; its bits: 0 tiles of Blue,"
            " 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same"
            " second from the top, 6 and 7 third",
        )
        for row in ROWS
    ),
    Feature(
        "state_code",
        STATE_BITS,
        "bits 0-11 Blue's hand, 12-23 Red's: Spears, Trenchmen, Nobles, Wolves, three bits each;"
        " bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue's tiles on the board, 33-40"
        " Red's: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether"
        " Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether"
        " Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has"
        " on the board, 57-60 Red",
    ),
    Feature("attacked", COUNT, "squares whose top tile some enemy tile could capture"),
    Feature(
        "blocking",
        COUNT,
        "squares whose top tile, if lifted, lets an enemy make a capture that it blocks",
        True,
    ),
    Feature(
        "captures",
        TYPE_COUNT * PAIRS,
        "bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy"
        " tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf",
    ),
    *(Feature(side, COUNT, f"squares with tiles of {side.title()}") for side in SIDES),
    *(
        Feature(f"top_{LETTERS[tile].lower()}", COUNT, f"squares with {NAMES[tile]} on top")
        for tile in STACKED
    ),
)

EXCERPT = Excerpt(
    "attacks",
    "Which tiles could capture where, in the positions in which one could",
    "captures",
    (
        ExcerptPart("attacks_of_others", "those in which no Wolf could", 1),
        ExcerptPart("attacks_of_wolves", "those in which a Wolf could", LEAST_OF_WOLVES),
    ),
    (
        *(
            Feature(
                name,
                COUNT,
                f"squares whose top tile, if no Wolf, could capture some enemy tile {where}",
            )
            for name, where in WAYS.items()
        ),
        Feature("wolf_targets", COUNT, "squares with tiles that an enemy Wolf could capture", True),
        Feature("wolf_attackers", COUNT, "squares with what could capture an enemy Wolf", True),
        Feature("wolf_squares", COUNT, "squares with Wolves", True),
    ),
    ("state_code", "captures", *SIDES, *map(squares_with, STACKED)),
)

SIGHTINGS: tuple[Feature, ...] = (
    *(
        Feature(f"{side}_{name}", COUNT, f"squares with {side.title()}'s {what}")
        for side in SIDES
        for name, what in (
            *((LETTERS[tile].lower(), f"{NAMES[tile]} on top") for tile in STACKED),
            ("others", "King or Wolf"),
            *((f"any_{LETTERS[tile].lower()}", f"{NAMES[tile]} anywhere") for tile in STACKED),
            *((f"height{height}", f"stacks of {height}") for height in range(1, MAX_HEIGHT + 1)),
        )
    ),
    Feature("empty", COUNT, "squares without tiles"),
)
"""What is kept of a whole game: the squares of which it is true in some of its positions."""

_BOTH = len(SIDES) * (TILES_MASK + 1)
"""How many packed tiles there are, of both sides."""


def _in_sets(cell: int) -> list[bool]:
    """Return for each set of ``feature_row`` whether a square with these packed tiles is in it."""
    packed = PACKED[cell]
    planes = [packed >> plane & 1 > 0 for plane in range(PLANES)]
    return [
        *(planes[owner] for owner in OWNERS),
        *(cell & 7 == tile for tile in STACKED),
        *(planes[plane] for level in (1, 2) for plane in (LOW[level], HIGH[level])),
    ]


SPREAD = array("q", [-is_in for cell in range(_BOTH) for is_in in _in_sets(cell)])
"""-1 where a square belongs to a set, else 0, by ``SETS`` times its cell plus the set."""


def _tally(cell: int) -> int:
    known = [tile for tile in tiles_of(cell) if tile < len(TALLY_SHIFT)]
    first = TALLY_BIT + TALLY_SIZE * side_of(cell)
    of_types = sum(1 << first + TALLY_SHIFT[tile] for tile in known)
    return of_types + (len(known) << TOTAL_BIT + TOTAL_SIZE * side_of(cell))


TALLIES = array("q", map(_tally, range(_BOTH)))
"""What tiles add to the tally, by packed tiles."""


def describe_state(state: MutableSequence[int], row: array[int]) -> None:
    """Write the features of a position, and what follows them (``feature_row``)."""
    for at in range(STATE):
        row[at] = 0
    for at in range(OWN, TALLY + 1):
        row[at] = 0
    for place in range(COUNT):
        if state[place]:
            _describe_square(state, place, row)
            row[TALLY] += TALLIES[state[place]]
    _describe_state(state, row)
    mark_attacks(row)


def describe_turn(state: MutableSequence[int], code: int, row: array[int]) -> None:
    """Make the row of the position before a move that of the state after it."""
    kind = code & 3
    if kind == MOVEMENT:
        _describe_square(state, code >> 5 & 63, row)
        rest = code >> 13
        for _ in range(code >> 11 & 3):
            _describe_square(state, rest & 63, row)
            rest >>= 8
    else:
        place = code >> 11 & 63
        _describe_square(state, place, row)
        if kind == CAPTURE:
            enemy = state[code >> 5 & 63] & RED_BIT ^ RED_BIT
            row[TALLY] -= TALLIES[code >> 17 & 7 | enemy]
        else:
            row[TALLY] += TALLIES[code >> 2 & TILES_MASK | state[place] & RED_BIT]
    _describe_state(state, row)
    mark_attacks(row)


def see(row: Sequence[int], seen: MutableSequence[int]) -> None:
    """Add what is to be seen in a position to the sightings of its game."""
    tops = row[TOP] | row[TOP + 1] | row[TOP + 2]
    two, three = row[SECOND] | row[SECOND + 1], row[THIRD] | row[THIRD + 1]
    for side in range(2):
        own = row[OWN + side]
        first = SEEN_BY_SIDE * side
        seen[first + SEEN_OTHERS] |= own & ~tops
        seen[first + SEEN_HEIGHTS] |= own & ~two
        seen[first + SEEN_HEIGHTS + 1] |= own & two & ~three
        seen[first + SEEN_HEIGHTS + 2] |= own & three
    for tile in range(3):
        found = row[TOP + tile] | find_below(row, SECOND, SPEARS + tile)
        found |= find_below(row, THIRD, SPEARS + tile)
        for side in range(2):
            first = SEEN_BY_SIDE * side + tile
            seen[first + SEEN_TOPS] |= row[OWN + side] & row[TOP + tile]
            seen[first + SEEN_TILES] |= row[OWN + side] & found
    seen[SEEN_EMPTY] |= BOARD_SET & ~(row[OWN] | row[OWN + 1])


def _describe_square(state: Sequence[int], place: int, row: array[int]) -> None:
    cell, bit, planes, packed = state[place], 1, ALL_PLANES, PACKED[state[place]]
    shift = PLANES * (place % SIZE)
    bit <<= place
    planes <<= shift
    row[place // SIZE] = row[place // SIZE] & ~planes | packed << shift
    first = SETS * cell
    for at in range(KEPT_SETS):
        row[OWN + at] = row[OWN + at] & ~bit | SPREAD[first + at] & bit
    first += KEPT_SETS
    for at in range(SETS - KEPT_SETS):
        row[SECOND + at] = row[SECOND + at] & ~bit | SPREAD[first + at] & bit


def _describe_state(state: Sequence[int], row: array[int]) -> None:
    found = row[TALLY]
    found |= state[HANDS] | state[HANDS + 1] << HAND_BITS | state[SIDE] << SIDE_BIT
    two, three, bit = row[SECOND] | row[SECOND + 1], row[THIRD] | row[THIRD + 1], 1
    for side in range(2):
        own = row[OWN + side]
        for tile in range(3):
            if own & row[TOP + tile]:
                found |= bit << TOPS_BIT + 3 * side + tile
        if own & ~two:
            found |= bit << HEIGHTS_BIT + MAX_HEIGHT * side
        if own & two & ~three:
            found |= bit << HEIGHTS_BIT + MAX_HEIGHT * side + 1
        if own & three:
            found |= bit << HEIGHTS_BIT + MAX_HEIGHT * side + 2
    row[STATE] = found
