"""Play a move that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
from mentis_records.games.mentis.rules.key import (
    CELL_BITS,
    CELL_NUMBER,
    HANDS_FROM,
    PARTS,
    RED_TO_MOVE,
)
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, Move
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.stack import HAND_OF, HEIGHT, TILES_MASK
from mentis_records.games.mentis.rules.state import HANDS, MOVE_NUMBER, SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import HAND_BITS

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64

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
