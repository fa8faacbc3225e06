"""Wins that can be forced within a few plies, found at full width: nothing is left out.

A side wins within n plies if it has a move that wins at once, or one after which the other side
loses within n - 1; it loses within n plies if each of its moves leads to a win of the other within
n - 1. A shortest win repeats no position, so repetition decides none of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.fast.search.search import Board
from mentis_records.fast.search.worth import LOST, MAX_PLIES, UNDECIDED, WON

if not cython.compiled:
    from mentis_records.fast.pointer import address64, offset64

TABLE_BITS = 18
BOUND_BITS = 8
BOUND_MASK = 255
ROOM = 8
"""So many positions at a time have room for all the moves that there can be."""

REPLIES = 2
"""How many moves are remembered for each ply that have kept a game from being lost."""


class Solver:
    """Solves positions of a board, one at a time; the board may be used between the calls.

    ``nodes`` counts the positions that were looked at since ``allow``, but for those that are won
    at once. After the most that were allowed, or when ``stop`` is set, ``is_out`` is true, and
    answers are not to be relied on.
    """

    def __init__(self, board: Board, table_bits: int = TABLE_BITS) -> None:
        """Make tables of so many bits."""
        self.board = board
        self.stop = 0
        self.nodes = 0
        self.is_out = False
        self._most_nodes = 0
        self._size = 1 << table_bits
        self._room = ROOM * board.most_moves
        self._keys = array("q", bytes(8 * self._size))
        self._bounds = array("i", bytes(8 * self._size))
        self._codes = array("q", bytes(8 * self._room))
        self._replies = array("q", bytes(8 * REPLIES * (MAX_PLIES + 1)))
        self._excluded = array("q")
        self._excluded_count = 0
        self.forget()

    def allow(self, most_nodes: int) -> None:
        """Allow for so many nodes from now on."""
        self.nodes = 0
        self.is_out = False
        self._most_nodes = most_nodes

    def forget(self) -> None:
        """Forget all answers: how long others take depends on them no longer."""
        for place in range(self._size):
            self._keys[place] = -1
        for index in range(REPLIES * (MAX_PLIES + 1)):
            self._replies[index] = -1

    def find_win(self, plies: int, excluded: Sequence[int] = ()) -> int:
        """Return the code of a move that wins within so many plies, or -1 if there is none.

        Moves by the codes of ``excluded`` do not count. Other threads may run meanwhile.
        """
        self._excluded, self._excluded_count = array("q", [*excluded, -1]), len(excluded)
        with cython.nogil:
            found = self._find(plies, True)
        return found  # noqa: RET504 - with the GIL

    def find_stand(self, plies: int, excluded: Sequence[int] = ()) -> int:
        """Return the code of a move with which the game is not lost within so many plies, or -1.

        Moves by the codes of ``excluded`` do not count. Other threads may run meanwhile.
        """
        self._excluded, self._excluded_count = array("q", [*excluded, -1]), len(excluded)
        with cython.nogil:
            found = self._find(plies, False)
        return found  # noqa: RET504 - with the GIL

    def is_lost(self, plies: int) -> bool:
        """Tell whether the side to move loses within so many plies, whatever it plays."""
        with cython.nogil:
            return self._loses(plies, 0, 0)

    def _find(self, plies: int, is_win: bool) -> int:
        """Return the first move with which the side to move wins, or is not lost."""
        side = self.board.side
        codes = address64(self._codes)
        top = self.board.list_moves(codes)
        for index in range(top):
            code = codes[index]
            if self._is_excluded(code):
                continue
            self.board.play(code)
            if is_win:
                is_found = self._is_won(plies, 0, top, side)
            else:
                is_found = self._is_saved(plies, 0, top, side)
            self.board.take_back()
            if self.is_out:
                break
            if is_found:
                return int(code)
        return -1

    def _is_excluded(self, code: int) -> bool:
        for index in range(self._excluded_count):  # noqa: SIM110 - compiled without the GIL
            if self._excluded[index] == code:
                return True
        return False

    def _is_won(self, plies: int, ply: int, top: int, side: int) -> bool:
        """Tell whether a side wins that has just moved, its move being the first of so many plies.

        Args:
            plies: how many there are, that move included.
            ply: how many had been played before it.
            top: where the free room for codes begins.
            side: who has moved.
        """
        standing = self.board.standing()
        if standing != UNDECIDED:
            return standing == (WON if self.board.side == side else LOST)
        if self.board.side == side:
            return self._wins(plies - 1, ply + 1, top)
        return self._loses(plies - 1, ply + 1, top)

    def _is_saved(self, plies: int, ply: int, top: int, side: int) -> bool:
        """Tell whether a side that has just moved is not lost (see ``_is_won``)."""
        standing = self.board.standing()
        if standing != UNDECIDED:
            return standing != (LOST if self.board.side == side else WON)
        if self.board.side == side:
            return not self._loses(plies - 1, ply + 1, top)
        return not self._wins(plies - 1, ply + 1, top)

    def _wins(self, plies: int, ply: int, top: int) -> bool:
        """Tell whether the side to move wins within so many plies."""
        if plies < 1:
            return False
        if self.board.winning_move() >= 0:
            return True
        if self._is_spent(ply, top):
            return False
        step = 2 if self.board.alternates else 1
        if self.board.alternates and not plies & 1:
            plies -= 1
        key = self.board.key
        known = self._known(key, 0)
        least = known & BOUND_MASK
        if least and least <= plies:
            return True
        within = max(known >> BOUND_BITS, 1) + step
        if within > plies:
            return False
        codes = offset64(address64(self._codes), top)
        count = self.board.list_moves(codes)
        while within <= plies:
            if self.board.sees_threats and self._has_win(codes, count, within, ply, top + count, 1):
                break
            if self._has_win(codes, count, within, ply, top + count, 0):
                break
            within += step
        if not self.is_out:
            self._keep(key, 0, min(within, plies), within <= plies)
        return within <= plies

    def _has_win(
        self, codes: Sequence[int], count: int, plies: int, ply: int, top: int, threatens: int
    ) -> bool:
        """Tell whether one of the moves wins that threaten to win at once, or that do not."""
        side = self.board.side
        for index in range(count):
            self.board.play(codes[index])
            is_found = self.board.is_threatened() == threatens and self._is_won(
                plies, ply, top, side
            )
            self.board.take_back()
            if is_found or self.is_out:
                return True
        return False

    def _loses(self, plies: int, ply: int, top: int) -> bool:
        """Tell whether the side to move loses within so many plies, whatever it plays."""
        if self.board.alternates and plies & 1:
            plies -= 1
        if plies < 1 or self.board.winning_move() >= 0 or self._is_spent(ply, top):
            return False
        side = self.board.side
        key = self.board.key
        known = self._known(key, 1)
        least = known & BOUND_MASK
        if least and least <= plies:
            return True
        if known >> BOUND_BITS >= plies:
            return False
        replies = REPLIES * ply
        for index in range(replies, replies + REPLIES):
            code = self._replies[index]
            if (
                code >= 0
                and self.board.is_legal(code)
                and self._is_saved_by(code, plies, ply, top, side)
            ):
                return False
        codes = offset64(address64(self._codes), top)
        count = self.board.list_moves(codes)
        for index in range(count):
            if self._is_saved_by(codes[index], plies, ply, top + count, side):
                if not self.is_out:
                    self._replies[replies + 1] = self._replies[replies]
                    self._replies[replies] = codes[index]
                    self._keep(key, 1, plies, False)
                return False
        self._keep(key, 1, plies, count > 0)
        return count > 0

    def _is_saved_by(self, code: int, plies: int, ply: int, top: int, side: int) -> bool:
        """Tell whether a side is not lost with a move, or whether that cannot be told any more."""
        self.board.play(code)
        is_saved = self._is_saved(plies, ply, top, side)
        self.board.take_back()
        return is_saved or self.is_out

    def _is_spent(self, ply: int, top: int) -> bool:
        """Count a position; tell whether it is one too many, or there is no room for its moves."""
        self.nodes += 1
        if (
            self.nodes > self._most_nodes
            or self.stop
            or ply >= MAX_PLIES
            or top + self.board.most_moves > self._room
        ):
            self.is_out = True
        return self.is_out

    def _known(self, key: int, kind: int) -> int:
        """Return the bounds that are known of wins (kind 0) or losses (1) of a position.

        The lowest bits are within how many plies there is one, 0 for unknown; those above are
        within how many there is none.
        """
        place = key >> 3 & self._size - 1
        return self._bounds[2 * place + kind] if self._keys[place] == key else 0

    def _keep(self, key: int, kind: int, plies: int, is_so: bool) -> None:
        """Remember that there is a win or loss within so many plies, or that there is none."""
        place = key >> 3 & self._size - 1
        if self._keys[place] != key:
            self._keys[place] = key
            self._bounds[2 * place] = self._bounds[2 * place + 1] = 0
        bounds = self._bounds[2 * place + kind]
        if is_so:
            self._bounds[2 * place + kind] = bounds & ~BOUND_MASK | plies
        else:
            self._bounds[2 * place + kind] = bounds & BOUND_MASK | plies << BOUND_BITS
