"""Alpha-beta search with iterative deepening, and the board that a game provides for it.

A board runs compiled or as plain Python, with the same results. It has the current position, and
the earlier ones to go back to.

Sources: Knuth and Moore, An analysis of alpha-beta pruning, 1975; Reinefeld, An improvement to the
Scout tree search algorithm, 1983; Schaeffer, The history heuristic, 1989; Beal, A generalised
quiescence search algorithm, 1990. The value of a line that repeats a position is never kept for
another way to that position (Campbell, The graph-history interaction, 1985).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any

from mentis_records.fast.search.worth import (
    DRAWN,
    LEAST_WIN,
    LOST,
    MAX_PLIES,
    MOST_WORTH,
    UNDECIDED,
    WIN,
)

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
if not cython.compiled:
    from mentis_records.fast.pointer import address64, offset64


class Board:
    """A position of a game, and the way there.

    ``key`` is that of the position (``core.game.Position``), ``side`` the index of the side to
    move, ``most_moves`` the most that a position has, ``alternates`` tells whether the sides always
    take turns, ``sees_threats`` whether ``is_threatened`` ever finds one. All but ``begin`` is for
    compiled callers.
    """

    def __init__(self) -> None:
        """Start with no position; ``begin`` with one."""
        self.key = 0
        self.side = 0
        self.most_moves = 0
        self.alternates = False
        self.sees_threats = False

    def begin(self, position: Any) -> None:
        """Go to a position of the game."""
        raise NotImplementedError

    def play(self, code: int) -> None:
        """Play a legal move."""

    def take_back(self) -> None:
        """Take back the last move that was played."""

    def standing(self) -> int:
        """Return how the game stands: ``UNDECIDED``, or how it has ended on the board."""
        return UNDECIDED

    def winning_move(self) -> int:
        """Return the code of a move that wins at once, or -1 if there is none."""
        return -1

    def is_threatened(self) -> int:
        """Tell whether the other side could win at once if it were to move, if that is known."""
        return 0

    def list_moves(self, found: MutableSequence[int]) -> int:
        """Write the codes of all legal moves; return how many there are."""
        return 0

    def list_captures(self, found: MutableSequence[int]) -> int:
        """Write the codes of the legal moves that take something; return how many there are."""
        return 0

    def is_legal(self, code: int) -> int:
        """Tell whether a code, that of a legal move in some position, is one here."""
        return 0

    def promise(self, code: int) -> int:
        """Return how good a move looks before it is played: above 0 if it takes something."""
        return 0

    def is_lasting(self, code: int) -> int:
        """Tell whether no position from before the move can come again after it."""
        return 0

    def evaluate(self) -> int:
        """Return what the position is worth to the side to move, in thousandths of a logit."""
        return 0


INFINITY = 2 * WIN
NOWHERE = MAX_PLIES + 1
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
TABLE_BITS = 18
HISTORY_BITS = 14
MOST_HISTORY = 1 << 16
FUTILE_DEPTH = 3
FUTILE = array("i", [0, 900, 1500, 2200])
"""A quiet move is not tried where the position is worth so much too little, by the depth left."""
TRIED = array("i", [0, 12, 24, 48])
"""After so many moves further quiet ones are not tried, by the depth left."""
WINDOW = 300
SORTED = 24
"""So many moves are taken in the order of their promise, those behind them as they come."""
REDUCED = array(
    "i",
    [
        0 if not depth or not number else round(0.4 + math.log(depth) * math.log(number) / 2.2)
        for depth in range(MAX_PLIES)
        for number in range(64)
    ],
)
"""By how many plies a late quiet move is searched less, by ``64 * depth + number``."""


class Search:
    """Searches positions of a board, one at a time.

    ``nodes`` counts the positions that were looked at since ``forget``, but for those that are won
    at once: whoever leaves them to the other side has, as it were, made an illegal move. After the
    most that were allowed, or when ``stop`` is set, ``is_out`` is true, and the last answer is not
    to be used.
    """

    def __init__(self, board: Board, contempt: int = 0, table_bits: int = TABLE_BITS) -> None:
        """Make a table.

        Args:
            board: the board.
            contempt: by how much less a repetition is worth to the side that is searched for than
                an even game, in thousandths of a logit.
            table_bits: the table has room for 2 to the power of so many positions.
        """
        self.board = board
        self._contempt = contempt
        self._side = 0
        self.stop = 0
        self.nodes = 0
        self.is_out = False
        self._most_nodes = 0
        self._size = 1 << table_bits
        self._room = 8 * board.most_moves
        self._table_keys = array("q", bytes(8 * self._size))
        self._table_moves = array("q", bytes(8 * self._size))
        self._table_scores = array("i", bytes(4 * self._size))
        self._table_facts = array("i", bytes(4 * self._size))
        self._codes = array("q", bytes(8 * self._room))
        self._ranks = array("q", bytes(8 * self._room))
        self._killers = array("q", bytes(16 * (MAX_PLIES + 1)))
        self._history = array("i", bytes(8 << HISTORY_BITS))
        self._path = array("q", bytes(8 * (MAX_PLIES + 2)))
        self._since = array("i", bytes(4 * (MAX_PLIES + 2)))
        self._lines = array("q", bytes(8 * (MAX_PLIES + 2) * (MAX_PLIES + 2)))
        self._lengths = array("i", bytes(4 * (MAX_PLIES + 2)))
        self._past = array("q")
        self._past_count = 0
        self._excluded = array("q")
        self._excluded_count = 0
        self._reach = NOWHERE

    def allow(self, most_nodes: int) -> None:
        """Allow for so many nodes, those counted already included."""
        self._most_nodes = most_nodes
        self.is_out = False

    def forget(self, past: Sequence[int] = ()) -> None:
        """Forget everything, the count of nodes too.

        ``past`` are keys of positions that count as repeated if they come up.
        """
        self.nodes = 0
        self._past, self._past_count = array("q", [*past, -1]), len(past)
        for place in range(self._size):
            self._table_keys[place] = -1
        for index in range(2 << HISTORY_BITS):
            self._history[index] = 0
        for index in range(2 * (MAX_PLIES + 1)):
            self._killers[index] = -1

    def find(self, depth: int, around: int, excluded: Sequence[int] = ()) -> int:
        """Search so many plies deep; return what the position is worth to the side to move.

        ``line`` has the play. Other threads may run meanwhile.

        Args:
            depth: at least 1.
            around: what it is worth by an earlier search, or 0.
            excluded: codes of first moves that do not count; there must be others.
        """
        self._excluded, self._excluded_count = array("q", [*excluded, -1]), len(excluded)
        with cython.nogil:
            return self._find(depth, around)

    def line(self) -> array[int]:
        """Return the codes of the play that the last search found, the first move at least."""
        return array("q", [self._lines[index] for index in range(self._lengths[0])])

    def _find(self, depth: int, around: int) -> int:
        """Search with a narrow window, and a wider one for as long as it does not do."""
        self._side = self.board.side
        self._path[0] = self.board.key
        self._since[0] = 0
        width = WINDOW
        low, high = around - width, around + width
        if depth < 3:
            low, high = -INFINITY, INFINITY
        while True:
            score = self._search(depth, low, high, 0, 0, 0)
            if self.is_out:
                return 0
            width *= 4
            if score <= low:
                low = around - width if width < MOST_WORTH else -INFINITY
            elif score >= high:
                high = around + width if width < MOST_WORTH else INFINITY
            else:
                return score

    def _search(self, depth: int, low: int, high: int, ply: int, extended: int, top: int) -> int:
        """Return what the position is worth to the side to move, if between two bounds.

        Args:
            depth: how many plies are to be searched at least.
            low: what the side to move has for certain.
            high: what the other side does not let it exceed.
            ply: how many have been played.
            extended: by how many plies the search has been extended on the way.
            top: where the free room for codes begins.
        """
        self._lengths[ply] = 0
        self._reach = NOWHERE
        if ply:
            back = self._repeated(ply)
            if back >= 0:
                self._reach = back
                return -self._contempt if self.board.side == self._side else self._contempt
        code = self.board.winning_move()
        if code >= 0 and not (ply == 0 and self._is_excluded(code)):
            self._lines[(MAX_PLIES + 2) * ply] = code
            self._lengths[ply] = 1
            return WIN - ply - 1
        if self._is_spent():
            return 0
        threatened = self.board.is_threatened()
        if threatened and extended < 8:
            depth += 1
            extended += 1
        if depth <= 0 or ply >= MAX_PLIES - 8 or top + self.board.most_moves > self._room:
            return self._quiesce(low, high, ply, 0, top)
        key = self.board.key
        place = key >> 3 & self._size - 1
        hashed = -1
        if self._table_keys[place] == key:
            hashed = self._table_moves[place]
            facts = self._table_facts[place]
            if ply and facts >> 2 >= depth:
                score = self._table_scores[place]
                if score > LEAST_WIN:
                    score -= ply
                elif score < -LEAST_WIN:
                    score += ply
                bound = facts & 3
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and score >= high)
                    or (bound == AT_MOST and score <= low)
                ):
                    if hashed >= 0:
                        self._lines[(MAX_PLIES + 2) * ply] = hashed
                        self._lengths[ply] = 1
                    return score
        worth = 0
        is_futile = depth <= FUTILE_DEPTH and not threatened and ply > 0
        if is_futile:
            worth = self.board.evaluate()
            if worth - FUTILE[depth] >= high and high > -LEAST_WIN:
                return worth
            is_futile = worth + FUTILE[depth] <= low
        side = self.board.side
        codes = offset64(address64(self._codes), top)
        ranks = offset64(address64(self._ranks), top)
        count = self.board.list_moves(codes)
        for index in range(count):
            ranks[index] = self._rank(codes[index], hashed, ply, side)
        best, best_code, lowest, first_low = -INFINITY, -1, NOWHERE, low
        tried = 0
        for index in range(count):
            if index < SORTED:
                self._pick(codes, ranks, index, count)
            code = codes[index]
            if ply == 0 and self._is_excluded(code):
                continue
            is_quiet = ranks[index] < MOST_HISTORY
            is_idle = is_quiet and ply > 0 and tried > 0 and best > -LEAST_WIN and not threatened
            if is_idle:
                is_idle = is_futile or (depth <= FUTILE_DEPTH and tried >= TRIED[depth])
            if is_idle and is_futile:
                best = max(best, worth)
            if is_idle and (depth < 2 or not self.board.sees_threats):
                continue
            is_lasting = self.board.is_lasting(code)
            self.board.play(code)
            if is_idle and not self.board.is_threatened():
                self.board.take_back()
                continue
            self._reach = NOWHERE
            self._lengths[ply + 1] = 0
            standing = self.board.standing()
            if standing != UNDECIDED:
                score = 0
                if standing != DRAWN:
                    is_won = (standing == LOST) == (self.board.side != side)
                    score = WIN - ply - 1 if is_won else ply + 1 - WIN
            else:
                self._path[ply + 1] = self.board.key
                self._since[ply + 1] = ply + 1 if is_lasting else self._since[ply]
                less = 0
                if is_quiet and depth >= 2 and tried >= 3 and not threatened:
                    less = REDUCED[64 * depth + min(tried, 63)]
                    if self.board.is_threatened():
                        less = 0
                    less = min(less, depth - 1)
                score = self._follow(
                    depth - 1, low, high, ply, extended, top + count, side, less, tried > 0
                )
            self.board.take_back()
            if self.is_out:
                return 0
            tried += 1
            lowest = min(lowest, self._reach)
            if score > best:
                best, best_code = score, code
                if score > low:
                    low = score
                    self._keep_line(ply, code)
                    if score >= high:
                        if not self.board.promise(code):
                            self._reward(code, depth, ply, side)
                        lowest = self._reach
                        break
        self._reach = lowest if lowest < ply else NOWHERE
        if not count:
            return worth
        if lowest >= ply:
            bound = AT_LEAST if best >= high else EXACT if best > first_low else AT_MOST
            if best > LEAST_WIN:
                kept = best + ply
            elif best < -LEAST_WIN:
                kept = best - ply
            else:
                kept = best
            if ply or not self._excluded_count:
                self._table_keys[place] = key
                self._table_moves[place] = best_code if bound != AT_MOST else hashed
                self._table_scores[place] = kept
                self._table_facts[place] = depth << 2 | bound
        return best

    def _follow(
        self,
        depth: int,
        low: int,
        high: int,
        ply: int,
        extended: int,
        top: int,
        side: int,
        less: int,
        is_scout: bool,
    ) -> int:
        """Return what the position after a move is worth to the side that made it.

        A scout asks only whether it is worth more than ``low``, first ``less`` plies less deep.
        """
        if self.board.side == side:
            return self._search(depth, low, high, ply + 1, extended, top)
        if is_scout:
            score = -self._search(depth - less, -low - 1, -low, ply + 1, extended, top)
            if score > low and less:
                score = -self._search(depth, -low - 1, -low, ply + 1, extended, top)
            if score <= low or score >= high:
                return score
        return -self._search(depth, -high, -low, ply + 1, extended, top)

    def _quiesce(self, low: int, high: int, ply: int, deep: int, top: int) -> int:
        """Return what the position is worth once nothing is to be taken any more."""
        self._lengths[ply] = 0
        code = self.board.winning_move()
        if code >= 0:
            self._lines[(MAX_PLIES + 2) * ply] = code
            self._lengths[ply] = 1
            return WIN - ply - 1
        if deep and self._is_spent():
            return 0
        best = min(max(self.board.evaluate(), -MOST_WORTH), MOST_WORTH)
        if best >= high or ply >= MAX_PLIES - 1 or top + self.board.most_moves > self._room:
            return best
        low = max(low, best)
        side = self.board.side
        codes = offset64(address64(self._codes), top)
        ranks = offset64(address64(self._ranks), top)
        count = self.board.list_captures(codes)
        for index in range(count):
            ranks[index] = self.board.promise(codes[index])
        for index in range(count):
            self._pick(codes, ranks, index, count)
            self.board.play(codes[index])
            standing = self.board.standing()
            if standing != UNDECIDED:
                score = 0
                if standing != DRAWN:
                    is_won = (standing == LOST) == (self.board.side != side)
                    score = WIN - ply - 1 if is_won else ply + 1 - WIN
                self._lengths[ply + 1] = 0
            elif self.board.side == side:
                score = self._quiesce(low, high, ply + 1, deep + 1, top + count)
            else:
                score = -self._quiesce(-high, -low, ply + 1, deep + 1, top + count)
            self.board.take_back()
            if self.is_out:
                return 0
            if score > best:
                best = score
                if score > low:
                    low = score
                    self._keep_line(ply, codes[index])
                    if score >= high:
                        break
        return best

    def _is_spent(self) -> bool:
        """Count a position; tell whether it is one too many."""
        self.nodes += 1
        if self.nodes > self._most_nodes or self.stop:
            self.is_out = True
        return self.is_out

    def _is_excluded(self, code: int) -> bool:
        for index in range(self._excluded_count):  # noqa: SIM110 - compiled without the GIL
            if self._excluded[index] == code:
                return True
        return False

    def _repeated(self, ply: int) -> int:
        """Return at which ply the position has been before, or -1; 0 if before the search."""
        key = self._path[ply]
        for index in range(self._since[ply], ply):
            if self._path[index] == key:
                return index
        if self._since[ply] == 0:
            for index in range(self._past_count):
                if self._past[index] == key:
                    return 0
        return -1

    def _rank(self, code: int, hashed: int, ply: int, side: int) -> int:
        """Return how early a move is to be tried: below ``MOST_HISTORY`` if nothing says so."""
        if code == hashed:
            return 1 << 40
        promise = self.board.promise(code)
        if promise:
            return (1 << 24) + promise
        if code == self._killers[2 * ply]:
            return MOST_HISTORY + 2
        if code == self._killers[2 * ply + 1]:
            return MOST_HISTORY + 1
        return self._history[self._history_place(code, side)]

    def _history_place(self, code: int, side: int) -> int:
        code ^= code >> HISTORY_BITS ^ code >> 2 * HISTORY_BITS
        return (code & (1 << HISTORY_BITS) - 1) << 1 | side & 1

    def _reward(self, code: int, depth: int, ply: int, side: int) -> None:
        """Remember a quiet move that was too good for the other side to let it come to."""
        if code != self._killers[2 * ply]:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = code
        place = self._history_place(code, side)
        if self._history[place] + depth * depth < MOST_HISTORY:
            self._history[place] += depth * depth

    def _pick(
        self, codes: MutableSequence[int], ranks: MutableSequence[int], index: int, count: int
    ) -> None:
        """Bring the move of the highest rank from an index on to that index."""
        best = index
        for other in range(index + 1, count):
            if ranks[other] > ranks[best]:
                best = other
        codes[index], codes[best] = codes[best], codes[index]
        ranks[index], ranks[best] = ranks[best], ranks[index]

    def _keep_line(self, ply: int, code: int) -> None:
        """Put a move before the play that was found after it."""
        here, there = (MAX_PLIES + 2) * ply, (MAX_PLIES + 2) * (ply + 1)
        self._lines[here] = code
        length = self._lengths[ply + 1]
        for index in range(length):
            self._lines[here + 1 + index] = self._lines[there + index]
        self._lengths[ply] = length + 1
