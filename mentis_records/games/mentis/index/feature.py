"""The features that the positions index keeps of a position of Mentis, attacks included.

The stacks are kept row by row (``board_row``): one number describes a square. The state has the
hands, the side to move, and a census of the board: the number of tiles of each type, which types
are on top somewhere, and how high stacks are. Attacks are computed on sets of squares (bit
``7 * row + column`` is one square): all attackers of a type jump in one direction at once, and
only the way to an actual target is followed step by step. Ranges and immunity are those of the
rules (``tile``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence, Sequence

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
    ATTACKED,
    ATTACKING,
    BLOCKING,
    CAPTURES,
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
    WOLF_ATTACKER,
    WOLF_SQUARE,
    WOLF_TARGET,
)
from mentis_records.games.mentis.index.feature_row import WAYS as WAY_FEATURES
from mentis_records.games.mentis.rules.move import CAPTURE, MOVEMENT
from mentis_records.games.mentis.rules.square import (
    BOARD_SET,
    COUNT,
    HILL_SET,
    ROWS,
    SIZE,
    square_set,
)
from mentis_records.games.mentis.rules.stack import (
    MAX_HEIGHT,
    RED_BIT,
    TILES_MASK,
    side_of,
    tiles_of,
)
from mentis_records.games.mentis.rules.state import HANDS, SIDE
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    HAND_BITS,
    IMMUNE_TO,
    KING,
    LEAST_OF_WOLVES,
    LETTERS,
    NAMES,
    NOBLES,
    PAIRS,
    SPEARS,
    TYPE_COUNT,
    TYPES,
    WOLF,
)

WAYS = 4
"""Up, to the right, down and to the left: the directions of a straight line."""


def _stays(way: int, steps: int) -> int:
    """Return from where so many steps in a direction do not leave the board."""
    last = SIZE - 1
    return square_set(
        place
        for place in range(COUNT)
        if (last - place // SIZE, last - place % SIZE, place // SIZE, place % SIZE)[way] >= steps
    )


_JUMPS = tuple((steps, way) for steps in range(max(ATTACK_RANGE) + 1) for way in range(WAYS))
STAYS = array("q", [_stays(way, steps) for steps, way in _JUMPS])
"""From where steps in a direction do not leave the board: by ``WAYS`` times their number, plus the
direction."""
RAISES = array("i", [steps * (SIZE, 1, 0, 0)[way] for steps, way in _JUMPS])
LOWERS = array("i", [steps * (0, 0, SIZE, 1)[way] for steps, way in _JUMPS])
"""By how many bits such steps shift a set, upwards and downwards."""
SHIELD = array(
    "i", [list(IMMUNE_TO).index(tile) if tile in IMMUNE_TO else 0 for tile in (0, *TYPES)]
)
"""The type that is immune to each type, by tile code; 0 for none."""


def capture_bits(sides: Iterable[int], tiles: Sequence[int], targets: Sequence[int]) -> int:
    """Return the bits that say that one of some types could capture one of others.

    The highest ones are those of Wolves' captures.

    Args:
        sides: those of the attackers.
        tiles: the attackers' types.
        targets: the types of what they could capture.
    """
    return sum(
        1 << (tile - 1) * PAIRS + side * TYPE_COUNT + target - 1
        for side in sides
        for tile in tiles
        for target in targets
    )


def mark_attacks(row: array[int]) -> None:
    """Write nine sets of squares and one of pairs into a row, from the sets in it.

    The row is that of ``feature_row``. On the squares of the first set an enemy tile could capture,
    whichever side is to move. The tiles on those of the next four, Wolves left out, could capture
    in each direction. On those of the next an enemy Wolf could capture; the tiles on those of
    another could capture one, and there is one on those of a third. On those of the last a tile
    blocks captures: if it alone were lifted, an enemy could make one that it cannot make now. The
    pairs have a bit for each side and types of which one tile could capture another
    (``capture_bits``).
    """
    attacked = blocking = captures = wolf_target = wolf_attacker = 0
    wolves = (row[OWN] | row[OWN + 1]) & ~(row[TOP] | row[TOP + 1] | row[TOP + 2] | HILL_SET)
    for way in range(WAYS):
        row[ATTACKING + way] = 0
    for side in range(2):
        own, enemy = row[OWN + side], row[OWN + 1 - side]
        prey = enemy & wolves
        for tile in range(SPEARS, KING + 1):
            attackers = own & (HILL_SET if tile == KING else row[TOP + tile - SPEARS])
            if not attackers:
                continue
            shield = SHIELD[tile]
            immune = enemy & row[TOP + shield - SPEARS] if shield else 0
            targets = enemy & ~immune
            reach = ATTACK_RANGE[tile]
            if not find_reached(attackers, reach) & targets:
                continue
            hit = 0
            for way in range(WAYS):
                found = advance(attackers, way, reach) & targets
                if not found:
                    continue
                going = advance(found, way ^ 2, reach)
                for step in range(1, reach):
                    going = advance(going, way, 1)
                    stopped = going & immune
                    if stopped:
                        going &= ~immune
                        blocking |= find_blocking(stopped, way, reach - step, immune, targets) & ~(
                            find_below(row, SECOND, shield)
                        )
                found = advance(going, way, 1) & targets
                if found:
                    hit |= found
                    row[ATTACKING + way] |= advance(found, way ^ 2, reach)
                    if found & prey:
                        wolf_attacker |= advance(found & prey, way ^ 2, reach)
            if hit:
                attacked |= hit
                captures |= find_types(row, hit) << (tile - 1) * PAIRS + side * TYPE_COUNT
        attackers = own & wolves
        if attackers:
            hit = find_around(attackers) & enemy
            attacked |= hit
            wolf_target |= hit
            captures |= find_types(row, hit) << (WOLF - 1) * PAIRS + side * TYPE_COUNT
            if hit & prey:
                wolf_attacker |= attackers
    row[WOLF_TARGET] = wolf_target
    row[WOLF_ATTACKER] = wolf_attacker
    row[WOLF_SQUARE] = wolves
    row[ATTACKED] = attacked
    row[BLOCKING] = blocking
    row[CAPTURES] = captures


def find_around(places: int) -> int:
    """Return some squares and those a step away, straight or aslant."""
    beside = places | advance(places, 1, 1) | advance(places, 3, 1)
    return beside | advance(beside, 0, 1) | advance(beside, 2, 1)


def find_reached(places: int, steps: int) -> int:
    """Return the squares just so many steps away in any direction."""
    return (
        advance(places, 0, steps)
        | advance(places, 1, steps)
        | advance(places, 2, steps)
        | advance(places, 3, steps)
    )


def advance(places: int, way: int, steps: int) -> int:
    """Return the squares some steps on; those from which that leaves the board have none."""
    at = WAYS * steps + way
    return (places & STAYS[at]) << RAISES[at] >> LOWERS[at]


def find_types(row: array[int], places: int) -> int:
    """Return the types of the top tiles on some squares that are not empty: bit 0 for code 1.

    Kings stand on hills, and nothing else does.
    """
    found = 0
    if places:
        for tile in range(SPEARS, NOBLES + 1):
            if places & row[TOP + tile - SPEARS]:
                found |= 1 << tile - 1
        if places & HILL_SET:
            found |= 1 << KING - 1
        if places & ~(row[TOP] | row[TOP + 1] | row[TOP + 2] | HILL_SET):
            found |= 1 << WOLF - 1
    return found


def find_below(row: Sequence[int], level: int, tile: int) -> int:
    """Return the squares with a type of tile below the top, where ``SECOND`` or ``THIRD`` say."""
    low, high = row[level], row[level + 1]
    return (low if tile & 1 else ~low) & (high if tile & 2 else ~high)


def find_blocking(stopped: int, way: int, left: int, immune: int, targets: int) -> int:
    """Return those of the squares where attackers are stopped that keep them from a capture.

    Args:
        stopped: squares with tiles that are immune to the attackers.
        way: the attackers' direction.
        left: steps from these squares to the targets.
        immune: squares with tiles that stop the attackers.
        targets: squares with tiles that they could capture.
    """
    going = stopped
    for _ in range(1, left):
        going = advance(going, way, 1) & ~immune
    return advance(advance(going, way, 1) & targets, way ^ 2, left)


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
            for name, where in WAY_FEATURES.items()
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


_LOWER = (LOW[1], HIGH[1], LOW[2], HIGH[2])
"""The planes of the tiles below the top."""
_OWNED, _BELOW = (
    [[-(byte >> plane & 1) for plane in planes] for byte in range(1 << PLANES)]
    for planes in (OWNERS, _LOWER)
)
_TOPPED = [[-(tile == top) for tile in STACKED] for top in range(8)]
SPREAD = array(
    "q",
    [
        value
        for cell, byte in enumerate(PACKED)
        for values in (_OWNED[byte], _TOPPED[cell & 7], _BELOW[byte])
        for value in values
    ],
)
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
