"""The rules: is a turn legal, and if not, why and where; knows no notation and no message.

The functions work on plain integers. They return 0 for a legal turn, else a fault: the reason
in bits 0 to 7, the square (or tile) that it concerns in bits 8 to 15, and above that, for a
movement, the index in its path of the square to blame.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis.square import (
    ADJACENT,
    DEPLOYMENT,
    HILL,
    ON_HILL,
    STEP,
    direction_between,
    distance_between,
)
from mentis_records.games.mentis.stack import MAX_HEIGHT, height, tiles_of
from mentis_records.games.mentis.tile import (
    ATTACK_RANGE,
    IMMUNE_TO,
    KING,
    TRENCHMEN,
    WOLF,
    hand_count,
)

LEGAL = 0
NOTHING_THERE = 1
WRONG_COLOUR = 2
SAME_SQUARE = 3
NOT_ADJACENT = 4
NOT_ORTHOGONAL = 5
WRONG_DISTANCE = 6
NOT_STRAIGHT = 7
ENTERS_HILL = 8
KING_LEAVES_HILL = 9
ENEMY_THERE = 10
STACK_TOO_HIGH = 11
STACK_WITH_WOLF = 12
DROP_LEAVES_NOTHING = 13
LAST_SQUARE_MARKED = 14
RETURNED_UNCHANGED = 15
NOT_DEPLOYMENT_SQUARE = 16
DEPLOYMENT_ON_ENEMY = 17
DEPLOYMENT_BANNED = 18
DEPLOYMENT_TOO_HIGH = 19
DEPLOYMENT_ON_WOLF = 20
WOLF_NOT_ALONE = 21
WOLF_ON_STACK = 22
HAND_LACKS = 23
TARGET_EMPTY = 24
TARGET_OWN = 25
NOT_IN_LINE = 26
OUT_OF_RANGE = 27
TARGET_IMMUNE = 28
CAPTURE_BLOCKED = 29

STEPS = (0, 1, 2, 3, 1, 1)
"""The most steps of a movement, by the leading tile (rulebook, Movement Summary Table)."""


def fault(reason: int, place: int, step: int = 0) -> int:
    """Return a fault code."""
    return reason | place << 8 | step << 16


def split_fault(code: int) -> tuple[int, int, int]:
    """Return the reason, the square (or tile) and the path's index of a fault code."""
    return code & 255, code >> 8 & 255, code >> 16


def check_origin(cells: Sequence[int], side: int, place: int) -> int:
    """Check that the side has a tile on a square from which it wants to act."""
    cell = cells[place]
    if not cell:
        return fault(NOTHING_THERE, place)
    if cell >> 9 != side:
        return fault(WRONG_COLOUR, place)
    return LEGAL


def check_movement(
    cells: Sequence[int], side: int, path: Sequence[int], drops: Sequence[int]
) -> int:
    """Check a movement (rulebook, Movement and Stacking Rules; rules R4, R10, R12).

    ``path`` has the start square first; ``drops[i]`` tiles stay behind on ``path[i]``.
    """
    start = path[0]
    found = check_origin(cells, side, start)
    if found:
        return found
    leader = cells[start] & 7
    steps = len(drops)
    found = _check_shape(leader, path, steps)
    if found:
        return found
    left: dict[int, int] = {}
    tall = height(cells[start])
    going = 0
    for index in range(steps):
        here, there = path[index], path[index + 1]
        if drops[index] >= tall:
            return fault(DROP_LEAVES_NOTHING, here, index)
        going = tall - drops[index]
        left[here] = drops[index]
        if index == 0:
            departing = going
        found = _check_entry(cells, side, leader, there)
        if found:
            return found | index + 1 << 16
        if there == start and going == departing:
            return fault(RETURNED_UNCHANGED, there, index + 1)
        tall = going + (left[there] if there in left else height(cells[there]))
        if tall > MAX_HEIGHT:
            return fault(STACK_TOO_HIGH, there, index + 1)
    return LEGAL


def _check_shape(leader: int, path: Sequence[int], steps: int) -> int:
    """Check the path's squares against the leading tile, whatever stands on the board."""
    for index in range(steps):
        here, there = path[index], path[index + 1]
        if here == there:
            return fault(SAME_SQUARE, there, index + 1)
        if distance_between(here, there) != 1:
            return fault(NOT_ADJACENT, there, index + 1)
        if leader != WOLF and direction_between(here, there) < 0:
            return fault(NOT_ORTHOGONAL, there, index + 1)
    if steps > STEPS[leader] or (leader == TRENCHMEN and steps != 2):
        return fault(WRONG_DISTANCE, path[-1], steps)
    if leader == TRENCHMEN and direction_between(path[0], path[1]) != direction_between(
        path[1], path[2]
    ):
        return fault(NOT_STRAIGHT, path[2], 2)
    return LEGAL


def _check_entry(cells: Sequence[int], side: int, leader: int, there: int) -> int:
    """Check that a stack led by ``leader`` may enter a square, heights apart."""
    if leader == KING:
        if there not in HILL[side]:
            return fault(KING_LEAVES_HILL, there)
    elif ON_HILL[there]:
        return fault(ENTERS_HILL, there)
    cell = cells[there]
    if cell:
        if cell >> 9 != side:
            return fault(ENEMY_THERE, there)
        if leader == WOLF or cell & 7 == WOLF:
            return fault(STACK_WITH_WOLF, there)
    return LEGAL


def check_deployment(cells: Sequence[int], hand: int, side: int, tiles: int, place: int) -> int:
    """Check a deployment (rulebook, Deployment Rules and The Wolf).

    ``tiles`` are packed, the top one lowest. A lacking tile is reported by its tile code.
    """
    if place not in DEPLOYMENT[side]:
        return fault(NOT_DEPLOYMENT_SQUARE, place)
    wanted = tiles_of(tiles)
    for tile in wanted:
        if wanted.count(tile) > hand_count(hand, tile):
            return fault(HAND_LACKS, tile)
    cell = cells[place]
    if cell and cell >> 9 != side:
        return fault(DEPLOYMENT_ON_ENEMY, place)
    if WOLF in wanted:
        if len(wanted) > 1:
            return fault(WOLF_NOT_ALONE, place)
        return fault(WOLF_ON_STACK, place) if cell else LEGAL
    if cell & 7 == WOLF:
        return fault(DEPLOYMENT_ON_WOLF, place)
    if height(cell) + len(wanted) > MAX_HEIGHT:
        return fault(DEPLOYMENT_TOO_HIGH, place)
    for near in ADJACENT[place]:
        if cells[near] and cells[near] >> 9 != side:
            return fault(DEPLOYMENT_BANNED, near)
    return LEGAL


def check_capture(cells: Sequence[int], side: int, place: int, target: int) -> int:
    """Check a capture (rulebook, Capture Rules; rules R2, R3, R10)."""
    found = check_origin(cells, side, place)
    if found:
        return found
    victim = cells[target]
    if not victim:
        return fault(TARGET_EMPTY, target)
    if victim >> 9 == side:
        return fault(TARGET_OWN, target)
    attacker = cells[place] & 7
    direction = direction_between(place, target)
    distance = distance_between(place, target)
    if attacker == WOLF:
        return LEGAL if distance == 1 else fault(OUT_OF_RANGE, target)
    if direction < 0:
        return fault(NOT_IN_LINE, target)
    if distance != ATTACK_RANGE[attacker]:
        return fault(OUT_OF_RANGE, target)
    if IMMUNE_TO[victim & 7] == attacker:
        return fault(TARGET_IMMUNE, target)
    between = STEP[place][direction]
    while between != target:
        if blocks(cells[between], side, attacker):
            return fault(CAPTURE_BLOCKED, between)
        between = STEP[between][direction]
    return LEGAL


def blocks(cell: int, attacking_side: int, attacker: int) -> bool:
    """Tell whether a stack between attacker and target blocks the capture (rules R2)."""
    return bool(cell) and cell >> 9 != attacking_side and IMMUNE_TO[cell & 7] == attacker
