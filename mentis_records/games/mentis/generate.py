"""Generate the legal moves of a position as packed codes; the rules' faults are in ``rule``."""

from __future__ import annotations

from mentis_records.games.mentis import move
from mentis_records.games.mentis.position import Position
from mentis_records.games.mentis.rule import STEPS, check_capture
from mentis_records.games.mentis.square import (
    ADJACENT,
    AROUND,
    COUNT,
    DEPLOYMENT,
    HILL,
    ON_HILL,
    STEP,
)
from mentis_records.games.mentis.stack import MAX_HEIGHT, height
from mentis_records.games.mentis.tile import (
    ATTACK_RANGE,
    HAND_SHIFT,
    HAND_TYPES,
    KING,
    TRENCHMEN,
    WOLF,
    hand_count,
)


def legal_codes(position: Position) -> list[int]:
    """Return the codes of all legal moves, in no particular order.

    The list is empty when a King is missing: the game is over. Distinct notations of one
    outcome are distinct moves (rules R9).
    """
    if position.king_square(0) < 0 or position.king_square(1) < 0:
        return []
    found: list[int] = []
    side = position.side
    cells = list(position.cells)
    for place in range(COUNT):
        cell = cells[place]
        if cell and cell >> 9 == side:
            _movements(cells, side, place, found)
            _captures(cells, side, place, found)
    _deployments(cells, position.hands[side], side, found)
    return found


def _movements(cells: list[int], side: int, place: int, found: list[int]) -> None:
    leader = cells[place] & 7
    if leader == KING:
        found.extend(
            move.pack_movement(leader, (place, there), (0,))
            for there in ADJACENT[place]
            if there in HILL[side] and not cells[there]
        )
    elif leader == WOLF:
        found.extend(
            move.pack_movement(leader, (place, there), (0,))
            for there in AROUND[place]
            if not ON_HILL[there] and not cells[there]
        )
    else:
        head = move.MOVEMENT | leader << 2 | place << 5
        tiles = cells[place] & 511
        _walk(cells, side, place, place, tiles, 0, 0, head, -1, found)


def _walk(
    cells: list[int],
    side: int,
    start: int,
    here: int,
    tiles: int,
    departing: int,
    steps: int,
    code: int,
    heading: int,
    found: list[int],
) -> None:
    """Add every movement that goes on from ``here`` with the stack ``tiles`` standing there.

    ``departing`` is the number of tiles that left the start square, ``heading`` the direction
    that Trenchmen must keep (-1 for free). ``cells`` is restored before returning.
    """
    leader = tiles & 7
    before = cells[here]
    tall = height(tiles)
    colour = side << 9
    at = 13 + 8 * steps
    for drop in range(tall):
        going = tall - drop
        left = tiles >> 3 * going
        moving = tiles & (1 << 3 * going) - 1
        cells[here] = left | colour if left else 0
        leaving = going if steps == 0 else departing
        for direction in range(4):
            there = STEP[here][direction]
            if there < 0 or ON_HILL[there] or heading not in (-1, direction):
                continue
            cell = cells[there]
            if cell and (cell >> 9 != side or cell & 7 == WOLF):
                continue
            if there == start and going == leaving:
                continue
            if height(cell) + going > MAX_HEIGHT:
                continue
            entered = code | (there | drop << 6) << at
            if leader != TRENCHMEN or steps == 1:
                found.append(entered | steps + 1 << 11)
            if steps + 1 < STEPS[leader]:
                joined = (cell & 511) << 3 * going | moving
                keep = direction if leader == TRENCHMEN else -1
                _walk(cells, side, start, there, joined, leaving, steps + 1, entered, keep, found)
    cells[here] = before


def _captures(cells: list[int], side: int, place: int, found: list[int]) -> None:
    attacker = cells[place] & 7
    if attacker == WOLF:
        targets = list(AROUND[place])
    else:
        targets = []
        for direction in range(4):
            target = place
            for _ in range(ATTACK_RANGE[attacker]):
                target = STEP[target][direction]
                if target < 0:
                    break
            else:
                targets.append(target)
    for target in targets:
        victim = cells[target]
        if victim and victim >> 9 != side and not check_capture(cells, side, place, target):
            found.append(move.Capture(attacker, place, target, victim & 7).code)


def _deployments(cells: list[int], hand: int, side: int, found: list[int]) -> None:
    if not hand:
        return
    for place in DEPLOYMENT[side]:
        cell = cells[place]
        if cell and (cell >> 9 != side or cell & 7 == WOLF):
            continue
        if not cell and hand_count(hand, WOLF):
            found.append(move.Deployment(WOLF, place).code)
        if any(cells[near] and cells[near] >> 9 != side for near in ADJACENT[place]):
            continue
        _stacks(hand, 0, MAX_HEIGHT - height(cell), place, found)


def _stacks(hand: int, tiles: int, room: int, place: int, found: list[int]) -> None:
    """Add every deployment that puts more of the hand on top of ``tiles``."""
    if not room:
        return
    for tile in HAND_TYPES:
        count = hand_count(hand, tile)
        if count and tile != WOLF:
            more = tiles << 3 | tile
            found.append(move.Deployment(more, place).code)
            _stacks(hand - (1 << HAND_SHIFT[tile]), more, room - 1, place, found)
