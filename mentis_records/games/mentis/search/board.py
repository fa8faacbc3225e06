"""The board of Mentis in motion, as the search wants it."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.fast.search.board import Board
from mentis_records.fast.search.worth import LOST, MAX_PLIES, UNDECIDED
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, MAX_STEPS, MOVEMENT
from mentis_records.games.mentis.rules.move_generator import MAX_MOVES
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import COUNT
from mentis_records.games.mentis.rules.state import SIDE, STATE_SIZE
from mentis_records.games.mentis.rules.tile import KING, WOLF
from mentis_records.games.mentis.search.feature import FEATURES

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64, offset32, offset64
    from mentis_records.games.mentis.rules.attack import can_capture, find_king, is_attacked
    from mentis_records.games.mentis.rules.key import position_key
    from mentis_records.games.mentis.rules.move_generator import list_captures, list_codes
    from mentis_records.games.mentis.rules.play import copy_state, play_code
    from mentis_records.games.mentis.rules.rule import (
        check_capture,
        check_deployment,
        check_movement,
        has_king,
    )
    from mentis_records.games.mentis.search.feature import evaluate

PROMISE = array("i", [0, 1000, 950, 1050, 100_000, 1200])
"""What a capture promises, by the code of the tile that is taken."""


class MentisBoard(Board):
    """A position of Mentis, and those that led there."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Take the weights of the features, in the order of ``feature.FEATURES``.

        Raises:
            ValueError: there are not as many.
        """
        super().__init__()
        if len(weights) != len(FEATURES):
            raise ValueError(f"{len(weights)} weights for {len(FEATURES)} features")
        self.most_moves = MAX_MOVES
        self.alternates = True
        self.sees_threats = True
        self._weights = array("i", weights)
        self._states = array("i", bytes(4 * STATE_SIZE * (MAX_PLIES + 1)))
        self._keys = array("q", bytes(16 * (MAX_PLIES + 1)))
        self._path = array("i", bytes(4 * (MAX_STEPS + 1)))
        self._ply = 0
        self._show()

    def begin(self, position: Position) -> None:
        """Go to a position of the game."""
        state, sums = position.state(), position.sums()
        copy_state(address32(state), address32(self._states))
        self._keys[0], self._keys[1] = sums[0], sums[1]
        self._ply = 0
        self._show()

    def _show(self) -> None:
        """Bring the attributes up to date."""
        self._state = offset32(address32(self._states), STATE_SIZE * self._ply)
        self.key = position_key(self._keys[2 * self._ply], self._keys[2 * self._ply + 1])
        self.side = self._state[SIDE]

    def play(self, code: int) -> None:
        """Play a legal move."""
        after = offset32(address32(self._states), STATE_SIZE * (self._ply + 1))
        copy_state(self._state, after)
        keys = offset64(address64(self._keys), 2 * (self._ply + 1))
        keys[0], keys[1] = self._keys[2 * self._ply], self._keys[2 * self._ply + 1]
        play_code(after, keys, code)
        self._ply += 1
        self._show()

    def take_back(self) -> None:
        """Take back the last move that was played."""
        self._ply -= 1
        self._show()

    def standing(self) -> int:
        """Return how the game stands: lost for the side to move if its King is taken."""
        return UNDECIDED if has_king(self._state, self._state[SIDE]) else LOST

    def winning_move(self) -> int:
        """Return the code of a capture of the King, or -1."""
        side = self._state[SIDE]
        target = find_king(self._state, 1 - side)
        if target < 0:
            return -1
        for code in range(1, WOLF + 1):
            first = WAYS * (COUNT * code + target)
            for index in range(first, first + WAYS):
                place = ATTACKED[index]
                if place < 0:
                    break
                if self._state[place] & 7 == code and can_capture(self._state, place, target):
                    return CAPTURE | code << 2 | place << 5 | target << 11 | KING << 17
        return -1

    def is_threatened(self) -> bool:
        """Tell whether the other side could take the King if it were its turn."""
        place = find_king(self._state, self._state[SIDE])
        return place >= 0 and is_attacked(self._state, place) != 0

    def list_moves(self, found: MutableSequence[int]) -> int:
        """Write the codes of all legal moves; return how many there are."""
        return list_codes(self._state, found)

    def list_captures(self, found: MutableSequence[int]) -> int:
        """Write the codes of the legal captures; return how many there are."""
        side = self._state[SIDE]
        count = 0
        for place in range(COUNT):
            if self._state[place] and self._state[place] >> 9 == side:
                count = list_captures(self._state, found, True, count, place)
        return count

    def is_legal(self, code: int) -> bool:
        """Tell whether the code of a move agrees with the board and the rules."""
        place = code >> 5 & 63
        if code & 3 == CAPTURE:
            target = code >> 11 & 63
            return (
                self._state[place] & 7 == code >> 2 & 7
                and self._state[target] & 7 == code >> 17 & 7
                and not check_capture(self._state, place, target)
            )
        if code & 3 == DEPLOYMENT:
            return not check_deployment(self._state, code >> 2 & 511, code >> 11 & 63)
        if self._state[place] & 7 != code >> 2 & 7:
            return False
        path = address32(self._path)
        path[0] = place
        rest = code >> 13
        for index in range(code >> 11 & 3):
            path[index + 1] = rest & 63
            rest >>= 8
        return not check_movement(self._state, path, code >> 11 & 3, code)

    def promise(self, code: int) -> int:
        """Return what the tile is worth that a capture takes, 0 for another move."""
        return PROMISE[code >> 17 & 7] if code & 3 == CAPTURE else 0

    def is_lasting(self, code: int) -> bool:
        """Tell whether a move deploys or captures: no earlier position can come again."""
        return code & 3 != MOVEMENT

    def evaluate(self) -> int:
        """Return what the position is worth to the side to move (``feature.evaluate``)."""
        return evaluate(self._state, address32(self._weights))
