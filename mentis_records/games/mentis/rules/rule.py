"""The rules of turns and attacks: whether a turn is legal, and if not, why and where.

The functions look at a state (``state``) and return 0 for a legal turn, else a fault (``fault``).
They depend on the side to move, not on whether the game is over. Those that end in ``_fault`` are
for callers that are not compiled. Notation and messages are elsewhere.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.rules.fault import (
    CAPTURE_BLOCKED,
    DEPLOYMENT_BANNED,
    DEPLOYMENT_ON_ENEMY,
    DEPLOYMENT_ON_WOLF,
    DEPLOYMENT_TOO_HIGH,
    DROP_LEAVES_NOTHING,
    ENEMY_THERE,
    ENTERS_HILL,
    HAND_LACKS,
    KING_LEAVES_HILL,
    LEGAL,
    MORE,
    NOT_ADJACENT,
    NOT_DEPLOYMENT_SQUARE,
    NOT_IN_LINE,
    NOT_ORTHOGONAL,
    NOT_STRAIGHT,
    NOTHING,
    NOTHING_THERE,
    OUT_OF_RANGE,
    RETURNED_UNCHANGED,
    SAME_SQUARE,
    STACK_TOO_HIGH,
    STACK_WITH_WOLF,
    TARGET_EMPTY,
    TARGET_IMMUNE,
    TARGET_OWN,
    WOLF_NOT_ALONE,
    WOLF_ON_STACK,
    WRONG_COLOUR,
    WRONG_DISTANCE,
)
from mentis_records.games.mentis.rules.move import MAX_STEPS, pack_movement
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import (
    BESIDE_HILL,
    COUNT,
    DIAGONAL,
    LINE,
    ON_HILL,
    STEP,
)
from mentis_records.games.mentis.rules.stack import HAND_OF, HEIGHT, MAX_HEIGHT, RED_BIT, TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, SIDE
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    HAND_SHIFT,
    IMMUNE_TO,
    KING,
    STEPS,
    TRENCHMEN,
    WOLF,
)

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32


GUARD = 0o4444
"""The highest bit of each count of a hand code, which no count reaches: none is above 3."""
SHIFT = table("b", HAND_SHIFT)
HILL_SIZE = 3
HILLS = table("b", square.HILL[0] + square.HILL[1])


def has_king(state: Sequence[int], side: int) -> bool:
    """Tell whether a side still has its King; without it the game is over."""
    first = HILL_SIZE * side
    return (
        state[HILLS[first]] & 7 == KING
        or state[HILLS[first + 1]] & 7 == KING
        or state[HILLS[first + 2]] & 7 == KING
    )


def check_origin(state: Sequence[int], place: int) -> int:
    """Check that the side to move has a tile on a square from which it wants to act."""
    cell = state[place]
    if not cell:
        return NOTHING_THERE | place << 8
    if cell >> 9 != state[SIDE]:
        return WRONG_COLOUR | place << 8
    return LEGAL


def check_movement(state: Sequence[int], path: Sequence[int], steps: int, code: int) -> int:
    """Check a movement (rulebook, Movement and Stacking Rules; rules R4, R10, R12).

    ``path`` has one more square than there are steps, the start first; ``code`` is the movement's
    with any leading tile, or any number if there are more steps than a tile may take.
    """
    found = check_origin(state, path[0])
    if not found:
        found = check_shape(state[path[0]] & 7, path, steps)
    return found if found else check_walk(state, code)


def check_walk(state: Sequence[int], code: int) -> int:
    """Check what stands in the way of a movement whose origin and shape are right.

    The leading tile is the one that stands there, whatever the code says.
    """
    side = state[SIDE]
    place = start = code >> 5 & 63
    cell = state[start]
    leader = cell & 7
    own = side + 1 if leader == KING else 0
    steps = code >> 11 & 3
    rest = code >> 13
    tall = HEIGHT[cell & TILES_MASK]
    before = -1
    dropped = departing = 0
    for index in range(1, steps + 1):
        there = rest & 63
        going = tall - (rest >> 6 & 3)
        if going <= 0:
            return DROP_LEAVES_NOTHING | place << 8 | index - 1 << 16
        if ON_HILL[there] != own:
            return (ENTERS_HILL if leader != KING else KING_LEAVES_HILL) | there << 8 | index << 16
        cell = state[there]
        if cell:
            if cell >> 9 != side:
                return ENEMY_THERE | there << 8 | index << 16
            if leader == WOLF or cell & 7 == WOLF:
                return STACK_WITH_WOLF | there << 8 | index << 16
        if index == 1:
            departing = going
        elif there == start and going == departing:
            return RETURNED_UNCHANGED | there << 8 | index << 16
        tall = going + (dropped if there == before else HEIGHT[cell & TILES_MASK])
        if tall > MAX_HEIGHT:
            return STACK_TOO_HIGH | there << 8 | index << 16
        dropped = rest >> 6 & 3
        before = place
        place = there
        rest >>= 8
    return LEGAL


def check_shape(leader: int, path: Sequence[int], steps: int) -> int:
    """Check the path's squares against the leading tile, whatever stands on the board."""
    here = path[0]
    for index in range(1, steps + 1):
        there = path[index]
        line = LINE[COUNT * here + there]
        if line >> 2 != 1:
            if here == there:
                return SAME_SQUARE | there << 8 | index << 16
            if line != DIAGONAL:
                return NOT_ADJACENT | there << 8 | index << 16
            if leader != WOLF:
                return NOT_ORTHOGONAL | there << 8 | index << 16
        here = there
    if leader == TRENCHMEN:
        if steps != 2:
            return WRONG_DISTANCE | here << 8 | steps << 16
        if line != LINE[COUNT * path[0] + path[1]]:
            return NOT_STRAIGHT | here << 8 | 2 << 16
    elif steps > STEPS[leader]:
        return WRONG_DISTANCE | here << 8 | steps << 16
    return LEGAL


def find_leaders(path: Sequence[int], steps: int) -> int:
    """Return of which leading tiles ``check_shape`` finds a path legal: a bit for each code."""
    found = 0
    for leader in range(1, WOLF + 1):
        if check_shape(leader, path, steps) == LEGAL:
            found |= 1 << leader
    return found


def check_deployment(state: Sequence[int], tiles: int, place: int) -> int:
    """Check a deployment (rulebook, Deployment Rules and The Wolf).

    ``tiles`` are packed, the top one lowest. A lacking tile is reported by its tile code.
    """
    side = state[SIDE]
    if BESIDE_HILL[place] != side + 1:
        return NOT_DEPLOYMENT_SQUARE | place << 8
    lacking = find_lacking(state[HANDS + side], tiles)
    if lacking:
        return HAND_LACKS | lacking << 8
    cell = state[place]
    if cell and cell >> 9 != side:
        return DEPLOYMENT_ON_ENEMY | place << 8
    if HAND_OF[tiles] >> 9:
        if tiles != WOLF:
            return WOLF_NOT_ALONE | place << 8
        return WOLF_ON_STACK | place << 8 if cell else LEGAL
    if cell & 7 == WOLF:
        return DEPLOYMENT_ON_WOLF | place << 8
    if HEIGHT[cell & TILES_MASK] + HEIGHT[tiles] > MAX_HEIGHT:
        return DEPLOYMENT_TOO_HIGH | place << 8
    ban = find_ban(state, place)
    return LEGAL if ban < 0 else DEPLOYMENT_BANNED | ban << 8


def find_lacking(hand: int, tiles: int) -> int:
    """Return the lowest of the packed tiles that a hand has too few of, or 0."""
    enough = (hand | GUARD) - HAND_OF[tiles] & GUARD
    if enough == GUARD:
        return 0
    found = 0
    while tiles:
        if not enough >> SHIFT[tiles & 7] & 4:
            found = tiles & 7
        tiles >>= 3
    return found


def find_ban(state: Sequence[int], place: int) -> int:
    """Return a neighbour with an enemy tile, which forbids the side to move to deploy, or -1."""
    for index in range(4 * place, 4 * place + 4):
        near = STEP[index]
        if near >= 0 and state[near] and state[near] >> 9 != state[SIDE]:
            return near
    return -1


def check_capture(state: Sequence[int], place: int, target: int) -> int:
    """Check a capture (rulebook, Capture Rules; rules R2, R3, R10)."""
    found = check_origin(state, place)
    if found:
        return found
    victim = state[target]
    if not victim:
        return TARGET_EMPTY | target << 8
    if victim >> 9 == state[SIDE]:
        return TARGET_OWN | target << 8
    return check_attack(state, place, target)


def check_attack(state: Sequence[int], place: int, target: int) -> int:
    """Check that a tile could capture an enemy tile, whichever side is to move."""
    attacker = state[place] & 7
    line = LINE[COUNT * place + target]
    distance = line >> 2
    if attacker == WOLF:
        return LEGAL if distance == 1 or line == DIAGONAL else OUT_OF_RANGE | target << 8
    if not distance:
        return NOT_IN_LINE | target << 8
    if distance != ATTACK_RANGE[attacker]:
        return OUT_OF_RANGE | target << 8
    if IMMUNE_TO[state[target] & 7] == attacker:
        return TARGET_IMMUNE | target << 8
    between = STEP[4 * place + (line & 3)]
    while between != target:
        cell = state[between]
        if IMMUNE_TO[cell & 7] == attacker and cell >> 9 != state[place] >> 9:
            return CAPTURE_BLOCKED | between << 8
        between = STEP[4 * between + (line & 3)]
    return LEGAL


def movement_fault(state: array[int], path: Sequence[int], drops: Sequence[int]) -> int:
    """Check a movement of at least one step; ``drops`` has one number a step."""
    squares, steps = array("i", path), len(drops)
    code = pack_movement(0, tuple(path), tuple(drops)) if steps <= MAX_STEPS else 0
    return check_movement(address32(state), address32(squares), steps, code)


def deployment_fault(state: array[int], tiles: int, place: int) -> int:
    """Check a deployment of one to three packed tiles."""
    return check_deployment(address32(state), tiles, place)


def capture_fault(state: array[int], place: int, target: int) -> int:
    """Check a capture."""
    return check_capture(address32(state), place, target)


def find_king(state: Sequence[int], side: int) -> int:
    """Return where a side's King stands, or -1 when it has been captured."""
    for index in range(HILL_SIZE * side, HILL_SIZE * side + HILL_SIZE):
        if state[HILLS[index]] & 7 == KING:
            return HILLS[index]
    return -1


def can_capture(state: Sequence[int], place: int, target: int) -> int:
    """Tell whether the tile on a square could capture on one at its range, were it to move."""
    if not state[target] or state[target] >> 9 == state[place] >> 9:
        return 0
    return check_attack(state, place, target) == LEGAL


def is_attacked(state: Sequence[int], target: int) -> int:
    """Tell whether an enemy tile could capture the top tile of a square, were it to move."""
    for code in range(1, WOLF + 1):
        first = WAYS * (COUNT * code + target)
        for index in range(first, first + WAYS):
            place = ATTACKED[index]
            if place < 0:
                break
            if state[place] & 7 == code and can_capture(state, place, target):
                return 1
    return 0


def find_hindrance(state: MutableSequence[int], place: int, target: int) -> int:
    """Return what keeps a tile from capturing on a square at its range, were it to move.

    It is ``NOTHING`` where it could capture, the square of a blocking top tile where it could if
    that alone were lifted, and else ``MORE``.
    """
    if not state[target] or state[target] >> 9 == state[place] >> 9:
        return MORE
    fault = check_attack(state, place, target)
    if fault == LEGAL:
        return NOTHING
    if fault & 255 == CAPTURE_BLOCKED and is_freed(state, place, target, fault >> 8):
        return fault >> 8
    return MORE


def is_freed(state: MutableSequence[int], place: int, target: int, between: int) -> int:
    """Tell whether a capture is legal once the top tile between is lifted off its stack."""
    cell = state[between]
    below = (cell & TILES_MASK) >> 3
    state[between] = below | cell & RED_BIT if below else 0
    fault = check_attack(state, place, target)
    state[between] = cell
    return fault == LEGAL
