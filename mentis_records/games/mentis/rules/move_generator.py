"""Play moves, and generate the legal moves of a position as packed codes.

Playing checks no rule beyond what the board needs; faults are found by ``rule``.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

from mentis_records.fast.flat_table import table
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.rules.key import (
    CELL_BITS,
    CELL_NUMBER,
    HANDS_FROM,
    PARTS,
    RED_TO_MOVE,
)
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, Move
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.square import COUNT, ON_HILL, STEP
from mentis_records.games.mentis.rules.stack import HAND_OF, HEIGHT, MAX_HEIGHT, TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, MOVE_NUMBER, SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    HAND_BITS,
    HAND_SHIFT,
    KING,
    NOBLES,
    SPEARS,
    STEPS,
    TRENCHMEN,
    WOLF,
)

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.rule import check_attack, find_ban, has_king


CELL_MASK = 1023
HAND_MASK = (1 << HAND_BITS) - 1


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a move, with its sums brought up to date.

    The move must be one that the board can follow (``follow.can_follow``).
    """
    state, sums = position.state(), position.sums()
    play_code(address32(state), address64(sums), move.code)
    return Position.of_state(state, sums)


def play_code(state: MutableSequence[int], sums: MutableSequence[int], code: int) -> None:
    """Play the move with a packed code; the state and its sums become those after it.

    The move should be one that the board can follow (``follow.can_follow``). After any other, what
    comes of it means nothing, but every square and hand is still a number that the tables know.
    """
    side = state[SIDE]
    kind = code & 3
    if kind == CAPTURE:
        place = code >> 11 & 63
        tiles = (state[place] & TILES_MASK) >> 3
        set_cell(state, sums, place, tiles | (1 - side) << 9 if tiles else 0)
    elif kind == DEPLOYMENT:
        place = code >> 11 & 63
        tiles = code >> 2 & TILES_MASK
        below = (state[place] & TILES_MASK) << 3 * HEIGHT[tiles]
        set_cell(state, sums, place, below | tiles | side << 9)
        set_hand(state, sums, side, state[HANDS + side] - HAND_OF[tiles])
    else:
        walk(state, sums, code)
    sums[0] ^= RED_TO_MOVE
    sums[1] ^= RED_TO_MOVE
    state[SIDE] = 1 - side
    state[MOVE_NUMBER] += side


def walk(state: MutableSequence[int], sums: MutableSequence[int], code: int) -> None:
    """Carry a stack along its path, dropping and picking up (rulebook, Stacking Rules)."""
    colour = state[SIDE] << 9
    place = code >> 5 & 63
    moving = going = 0
    rest = code >> 13
    for _ in range(code >> 11 & 3):
        tiles = ((state[place] & TILES_MASK) << 3 * going | moving) & TILES_MASK
        going = HEIGHT[tiles] - (rest >> 6 & 3)
        if going < 0:
            going = 0
        left = tiles >> 3 * going
        moving = tiles & (1 << 3 * going) - 1
        set_cell(state, sums, place, left | colour if left else 0)
        place = rest & 63
        rest >>= 8
    set_cell(state, sums, place, (state[place] & TILES_MASK) << 3 * going | moving | colour)


def set_cell(
    state: MutableSequence[int], sums: MutableSequence[int], place: int, cell: int
) -> None:
    """Put a stack on a square, or 0 for none, and bring the sums up to date."""
    cell &= CELL_MASK
    old = (place << CELL_BITS | CELL_NUMBER[state[place]]) << 1
    new = (place << CELL_BITS | CELL_NUMBER[cell]) << 1
    state[place] = cell
    sums[0] ^= PARTS[old] ^ PARTS[new]
    sums[1] ^= PARTS[old + 1] ^ PARTS[new + 1]


def set_hand(state: MutableSequence[int], sums: MutableSequence[int], side: int, hand: int) -> None:
    """Make this the hand of a side, and bring the sums up to date."""
    hand &= HAND_MASK
    old = HANDS_FROM + ((side << 12 | state[HANDS + side]) << 1)
    new = HANDS_FROM + ((side << 12 | hand) << 1)
    state[HANDS + side] = hand
    change = PARTS[old] ^ PARTS[new]
    sums[0] ^= change
    sums[1] ^= change


def copy_state(state: Sequence[int], copy: MutableSequence[int]) -> None:
    """Make one state equal to another."""
    for index in range(STATE_SIZE):
        copy[index] = state[index]


MAX_MOVES = (
    3 * (4 * 3 + 4 * 4 * 9 + 4 * 4 * 4 * 27)  # stacks that Nobles lead, of one to three steps
    + 3 * 4 * 9  # that Trenchmen lead: a direction, and two squares on which to drop
    + 3 * 4 * 3  # that Spears lead
    + (2 + 8)  # King and Wolf
    + (10 * 4 + 8)  # captures: of ten tiles in four directions, of the Wolf in eight
    + 5 * (3 + 9 + 27 + 1)  # deployments: one to three tiles of three types, or the Wolf
)
"""No position has more legal moves.

A side has at most three tiles of a type that lead a stack, and each square that a stack leaves
may keep none, one or two tiles of it. Board edges and own tiles only make it fewer.
"""
AROUND_SIZE = 8
AROUND = table(
    "b",
    [place for around in square.AROUND for place in (*around, *[-1] * (AROUND_SIZE - len(around)))],
)
"""The neighbours of each square in all directions, ``AROUND_SIZE`` numbers each, -1 for none."""
DEPLOYMENT_SIZE = 5
DEPLOYMENT_SQUARES = table("b", square.DEPLOYMENT[0] + square.DEPLOYMENT[1])
"""Blue's deployment squares, then Red's."""
SHIFT = table("b", HAND_SHIFT)
WOLF_SHIFT = HAND_SHIFT[WOLF]
STACKABLE_MASK = 511
"""The part of a hand code without the Wolf."""
NOTHING = table("q", [0])


def _stack_counts() -> MutableSequence[int]:
    """Return in how many ways tiles of a hand make a stack, by ``4 * hand`` plus the room."""
    found = table("h", [0]) * (4 * (STACKABLE_MASK + 1))
    hands = [
        spears | trenchmen << 3 | nobles << 6
        for nobles in range(4)
        for trenchmen in range(4)
        for spears in range(4)
    ]
    for hand in hands:
        units = [1 << shift for shift in (0, 3, 6) if hand >> shift & 7]
        for room in range(1, MAX_HEIGHT + 1):
            found[4 * hand + room] = sum(1 + found[4 * (hand - unit) + room - 1] for unit in units)
    return found


STACK_COUNT = _stack_counts()


def legal_codes(position: Position) -> list[int]:
    """Return the codes of all legal moves, in no particular order.

    The list is empty when a King is missing: the game is over. Distinct notations of one
    outcome are distinct moves (rules R9).
    """
    state = position.state()
    view = address32(state)
    # A damaged game may lead to a position with more tiles, and moves, than there are.
    found = array("q", bytes(8 * count_codes(view)))
    list_codes(view, address64(found))
    return list(found)


def list_codes(state: Sequence[int], found: MutableSequence[int]) -> int:
    """Write the codes of all legal moves, at most ``MAX_MOVES``, and return how many there are.

    There are none when a King is missing.
    """
    return generate(state, found, True)


def count_codes(state: Sequence[int]) -> int:
    """Return how many legal moves there are."""
    return generate(state, address64(NOTHING), False)


def generate(state: Sequence[int], found: MutableSequence[int], is_listing: bool) -> int:
    """Count the legal moves, and write their codes if they are to be listed."""
    if not has_king(state, 0) or not has_king(state, 1):
        return 0
    side = state[SIDE]
    count = 0
    for place in range(COUNT):
        cell = state[place]
        if not cell or cell >> 9 != side:
            continue
        leader = cell & 7
        code = leader << 2 | place << 5
        if leader in (KING, WOLF):
            count = list_single(state, found, is_listing, count, place)
        else:
            count = list_walks(
                state, found, is_listing, count, code, 0, place, cell & TILES_MASK, 0, -1, 0, -1
            )
        count = list_captures(state, found, is_listing, count, place)
    return list_deployments(state, found, is_listing, count)


def list_single(
    state: Sequence[int], found: MutableSequence[int], is_listing: bool, count: int, place: int
) -> int:
    """Add the movements of a King or Wolf, which enter empty squares only."""
    leader = state[place] & 7
    hill = state[SIDE] + 1 if leader == KING else 0
    ways = 4 if leader == KING else AROUND_SIZE
    for way in range(ways):
        there = STEP[4 * place + way] if leader == KING else AROUND[AROUND_SIZE * place + way]
        if there >= 0 and ON_HILL[there] == hill and not state[there]:
            if is_listing:
                found[count] = leader << 2 | place << 5 | 1 << 11 | there << 13
            count += 1
    return count


def list_walks(
    state: Sequence[int],
    found: MutableSequence[int],
    is_listing: bool,
    count: int,
    code: int,
    steps: int,
    here: int,
    tiles: int,
    departing: int,
    previous: int,
    left_there: int,
    heading: int,
) -> int:
    """Add every movement that goes on from ``here`` with the stack ``tiles`` standing there.

    ``code`` holds the ``steps`` made so far. ``departing`` is the number of tiles that left the
    start square, ``left_there`` the tiles that stay on the ``previous`` square, ``heading`` the
    direction that Trenchmen must keep (-1 for free). In three steps, no earlier square can be
    entered again but the previous one.
    """
    leader = tiles & 7
    tall = HEIGHT[tiles]
    if not is_listing and steps + 1 == STEPS[leader]:
        return count + count_last_steps(state, here, tall, previous, left_there, heading)
    for drop in range(tall):
        going = tall - drop
        if steps == 0:
            departing = going
        for direction in range(4):
            there = STEP[4 * here + direction]
            if there < 0 or ON_HILL[there]:
                continue
            if heading >= 0 and heading != direction:
                continue
            cell = state[there]
            if cell and (cell >> 9 != state[SIDE] or cell & 7 == WOLF):
                continue
            below = cell & TILES_MASK
            if there == previous:
                if steps == 1 and going == departing:
                    continue
                below = left_there
            if HEIGHT[below] + going > MAX_HEIGHT:
                continue
            entered = there | drop << 6
            entered = code | entered << 13 + 8 * steps
            if leader != TRENCHMEN or steps == 1:
                if is_listing:
                    found[count] = entered | steps + 1 << 11
                count += 1
            if steps + 1 < STEPS[leader]:
                count = list_walks(
                    state,
                    found,
                    is_listing,
                    count,
                    entered,
                    steps + 1,
                    there,
                    below << 3 * going | tiles & (1 << 3 * going) - 1,
                    departing,
                    here,
                    tiles >> 3 * going,
                    direction if leader == TRENCHMEN else -1,
                )
    return count


def count_last_steps(
    state: Sequence[int], here: int, tall: int, previous: int, left_there: int, heading: int
) -> int:
    """Return in how many ways ``tall`` tiles can make their last step (see ``list_walks``).

    As many tiles may go as there is room for. None returns to its start square in its last step
    but Nobles in two, which are not the most that they can make.
    """
    found = 0
    for direction in range(4):
        there = STEP[4 * here + direction]
        if there < 0 or ON_HILL[there] or (heading >= 0 and heading != direction):
            continue
        cell = state[there]
        if cell and (cell >> 9 != state[SIDE] or cell & 7 == WOLF):
            continue
        below = left_there if there == previous else cell & TILES_MASK
        found += min(tall, MAX_HEIGHT - HEIGHT[below])
    return found


def list_captures(
    state: Sequence[int], found: MutableSequence[int], is_listing: bool, count: int, place: int
) -> int:
    """Add the captures by the top tile of a square."""
    attacker = state[place] & 7
    ways = AROUND_SIZE if attacker == WOLF else 4
    for way in range(ways):
        if attacker == WOLF:
            target = AROUND[AROUND_SIZE * place + way]
        else:
            target = place
            for _ in range(ATTACK_RANGE[attacker]):
                target = STEP[4 * target + way]
                if target < 0:
                    break
        if target < 0 or not state[target] or state[target] >> 9 == state[SIDE]:
            continue
        if not check_attack(state, place, target):
            if is_listing:
                found[count] = (
                    CAPTURE | attacker << 2 | place << 5 | target << 11 | (state[target] & 7) << 17
                )
            count += 1
    return count


def list_deployments(
    state: Sequence[int], found: MutableSequence[int], is_listing: bool, count: int
) -> int:
    """Add the deployments."""
    side = state[SIDE]
    hand = state[HANDS + side]
    if not hand:
        return count
    first = DEPLOYMENT_SIZE * side
    for index in range(first, first + DEPLOYMENT_SIZE):
        place = DEPLOYMENT_SQUARES[index]
        cell = state[place]
        if cell and (cell >> 9 != side or cell & 7 == WOLF):
            continue
        if not cell and hand >> WOLF_SHIFT:
            if is_listing:
                found[count] = DEPLOYMENT | WOLF << 2 | place << 11
            count += 1
        room = MAX_HEIGHT - HEIGHT[cell & TILES_MASK]
        if find_ban(state, place) >= 0:
            continue
        if is_listing:
            count = list_stacks(found, count, hand, 0, room, place)
        else:
            count += STACK_COUNT[4 * (hand & STACKABLE_MASK) + room]
    return count


def list_stacks(
    found: MutableSequence[int], count: int, hand: int, tiles: int, room: int, place: int
) -> int:
    """Add every deployment that puts more of the hand on top of ``tiles``."""
    if not room:
        return count
    for tile in range(SPEARS, NOBLES + 1):
        if hand >> SHIFT[tile] & 7:
            more = tiles << 3 | tile
            found[count] = DEPLOYMENT | more << 2 | place << 11
            count = list_stacks(found, count + 1, hand - (1 << SHIFT[tile]), more, room - 1, place)
    return count
