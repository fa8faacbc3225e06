"""The attacks of all tiles at once, on sets of squares: bit ``7 * row + column`` stands for one.

All attackers of a type jump to their targets in one direction, so that a set of them costs what
one costs; where one has a target, its way there is gone step by step. Ranges and immunity are
those of the rules (``tile``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

from mentis_records.games.mentis.index.feature_row import (
    ATTACKED,
    ATTACKING,
    BLOCKING,
    CAPTURES,
    OWN,
    SECOND,
    TOP,
    WOLF_ATTACKER,
    WOLF_SQUARE,
    WOLF_TARGET,
)
from mentis_records.games.mentis.rules.square import COUNT, HILL_SET, SIZE, square_set
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    IMMUNE_TO,
    KING,
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
