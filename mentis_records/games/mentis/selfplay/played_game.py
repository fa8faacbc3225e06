"""Whole games between two choosers, to their end on the board or the limit."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.core.policy import PlayedGame
from mentis_records.fast.random_stream import Stream
from mentis_records.games.mentis.rules.ending import BLUE_WON, RED_WON, REPEATED
from mentis_records.games.mentis.rules.move import CAPTURE, MOVEMENT
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.state import MOVE_NUMBER, SIDE
from mentis_records.games.mentis.rules.tile import KING
from mentis_records.games.mentis.selfplay.chooser import Chooser
from mentis_records.games.mentis.selfplay.history import History

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64
    from mentis_records.games.mentis.rules.move_generator import list_codes
    from mentis_records.games.mentis.rules.play import play_code


_OUTCOMES = (None, BLUE_WON, RED_WON, REPEATED)


def play_choosers(
    position: Position, blue: Chooser, red: Chooser, seed: int, limit: int
) -> PlayedGame:
    """Play one game from a position; ``core.policy.Policy`` has the meaning of the arguments."""
    state, keys = position.state(), position.sums()
    codes = array("q", bytes(8 * limit))
    sides, numbers = array("i", bytes(4 * limit)), array("i", bytes(4 * limit))
    done = play_match(state, keys, blue, red, Stream(seed), codes, sides, numbers)
    plies = done >> 2
    return PlayedGame(codes[:plies], sides[:plies], numbers[:plies], _OUTCOMES[done & 3])


def play_match(
    state: array[int],
    keys: array[int],
    blue: Chooser,
    red: Chooser,
    stream: Stream,
    codes: array[int],
    sides: array[int],
    numbers: array[int],
) -> int:
    """Play a game from a state, which is changed; its keys must be those of the state.

    Args:
        state: 54 integers, as the rules' kernel has them.
        keys: the key and the mirror key.
        blue: chooses for Blue.
        red: chooses for Red.
        stream: all chance.
        codes: for the moves; its length limits the plies.
        sides: for the side that made each, as long.
        numbers: for the move numbers, as long.

    Returns:
        Four times the number of plies, plus 0 at the limit, 1 or 2 when Blue or Red has captured
        the King, 3 at the third repetition (rules R6).
    """
    limit = len(codes)
    history = History(limit + 1)
    found = array("q", bytes(8 * MAX_MOVES))
    with cython.nogil:
        return _play(
            address32(state),
            address64(keys),
            blue,
            red,
            stream,
            history,
            address64(found),
            address64(codes),
            address32(sides),
            address32(numbers),
            limit,
        )


def _play(
    state: array[int],
    keys: array[int],
    blue: Chooser,
    red: Chooser,
    stream: Stream,
    history: History,
    found: array[int],
    codes: array[int],
    sides: array[int],
    numbers: array[int],
    limit: int,
) -> int:
    history.add(keys[0])
    for ply in range(limit):
        count = list_codes(state, found)
        if count == 0:
            return 4 * ply
        side = state[SIDE]
        if side == 0:
            code = blue.choose(state, keys, history, found, count, stream)
        else:
            code = red.choose(state, keys, history, found, count, stream)
        codes[ply] = code
        sides[ply] = side
        numbers[ply] = state[MOVE_NUMBER]
        if code & 3 == CAPTURE and code >> 17 & 7 == KING:
            return 4 * ply + 5 + side
        play_code(state, keys, code)
        if code & 3 != MOVEMENT:
            history.forget()
        history.add(keys[0])
        if history.occurrences(keys[0]) == 3:
            return 4 * ply + 7
    return 4 * limit
