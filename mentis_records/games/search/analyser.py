"""The analyser: positions of a game searched within limits, one after the other or several."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Timer
from typing import Any, NamedTuple

from mentis_records.core.game import AnyGame
from mentis_records.fast.search.search import Search
from mentis_records.fast.search.solver import Solver
from mentis_records.fast.search.worth import LEAST_WIN, MAX_PLIES, MOST_WORTH, WIN
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.games.search.choice import make_board, raise_fault

ENGINE = "mentis-records search 1"
"""The name and version of the search; one that may answer otherwise has another version."""

FULL_WIDTH = 5
"""Wins within so many plies are looked for at full width: none is missed."""

MOST_NODES = 1 << 62
PROOF_NODES = 2_000_000
"""How many positions may be looked at to prove a longer win where nothing limits the nodes."""

_MOST_DEPTH = MAX_PLIES // 2
_AHEAD = 4


class _Found(NamedTuple):
    """A first move with the play behind it, by codes, and what it is worth."""

    codes: Sequence[int]
    worth: int
    mate: int | None


class Analyser:
    """Searches positions of one game, one at a time."""

    def __init__(self, game: AnyGame, weights: Mapping[str, int] | None = None) -> None:
        """Make the board and the tables of a game (``choice.make_board``)."""
        self.game = game
        self._board = make_board(game, weights)
        self._search = Search(self._board)
        self._solver = Solver(self._board)
        self._worker: ThreadPoolExecutor | None = None

    def analyse(self, position: Any, limits: Limits, past: Sequence[int] = ()) -> Analysis:
        """Search a position; Ctrl-C interrupts it.

        Args:
            position: of the game.
            limits: how long.
            past: keys of positions that are drawn if they come up, such as those that have come up
                twice already where the third time ends a game.

        Raises:
            ValueError: the limits set none.
        """
        future = self.submit(position, limits, past)
        try:
            return future.result()
        except KeyboardInterrupt:
            self.stop()
            raise

    def submit(self, position: Any, limits: Limits, past: Sequence[int] = ()) -> Future[Analysis]:
        """Begin to search a position as soon as the search before it is done.

        Raises:
            ValueError: the limits set none.
        """
        if limits.depth is None and limits.nodes is None and limits.seconds is None:
            raise ValueError("a search needs a limit: depth, nodes or seconds")
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "search")
        return self._worker.submit(self._analyse, position, limits, past)

    def stop(self) -> None:
        """Give up what is being searched, and what has been submitted."""
        self._search.stop = self._solver.stop = 1
        if self._worker is not None:
            self._worker.shutdown(cancel_futures=True)
            self._worker = None
        self._search.stop = self._solver.stop = 0

    def _analyse(self, position: Any, limits: Limits, past: Sequence[int]) -> Analysis:
        if limits.seconds is None:
            return self._look(position, limits, past)
        timer = Timer(limits.seconds, self._end)
        timer.start()
        try:
            return self._look(position, limits, past)
        finally:
            timer.cancel()
            self._search.stop = self._solver.stop = 0

    def _end(self) -> None:
        self._search.stop = self._solver.stop = 1

    def _look(self, position: Any, limits: Limits, past: Sequence[int]) -> Analysis:
        """Search a position in this thread: forced wins at full width first, then the best play."""
        moves = self.game.legal_moves(position)
        if not moves or self.game.outcome(position) is not None:
            return Analysis(position, (), 0, 0)
        wanted = min(limits.lines, len(moves))
        budget = MOST_NODES if limits.nodes is None else limits.nodes
        self._board.begin(position)
        self._solver.forget()
        depth = min(limits.depth or _MOST_DEPTH, _MOST_DEPTH)
        proven, spent = self._solve(position, wanted, min(depth, FULL_WIDTH), budget)
        raise_fault(self._board)
        if len(proven) == wanted:
            deepest = max(abs(found.mate or 0) for found in proven)
            return self._analysis(position, proven, deepest, spent)
        self._board.begin(position)
        found, reached, nodes = self._deepen(
            position, proven, wanted, depth, budget - spent, limits.nodes, past
        )
        raise_fault(self._board)
        if len(found) < wanted:
            known = {line.codes[0] for line in found}
            rest = [move.code for move in moves if move.code not in known]
            found = [*found, *(_Found((code,), 0, None) for code in rest)][:wanted]
        return self._analysis(position, found, reached, spent + nodes)

    def _solve(
        self, position: Any, wanted: int, plies: int, budget: int
    ) -> tuple[list[_Found], int]:
        """Return lines with forced wins and losses, the best first, and the nodes they took."""
        lines: list[_Found] = []
        spent = 0
        while len(lines) < wanted:
            self._board.begin(position)
            excluded = [line.codes[0] for line in lines]
            mate, nodes = self._find_mate(excluded, 1, plies, budget - spent)
            spent += nodes
            if mate is None:
                break
            code = self._keep_distance(mate, excluded)
            lines.append(_Found(self._line(position, code, mate), 0, mate))
        return lines, spent

    def _find_mate(
        self, excluded: Sequence[int], first: int, last: int, budget: int
    ) -> tuple[int | None, int]:
        """Return within how many plies the position is won or lost, or None; and the nodes."""
        spent = 0
        for plies in range(first, last + 1):
            # Half of what there is is left for the search, where the proof is not cheap.
            share = budget - spent if plies <= 3 else (budget - spent) // 2
            self._solver.allow(max(share, 0))
            won = self._solver.find_win(plies, excluded)
            is_out = self._solver.is_out
            lost = not is_out and won < 0 and self._solver.find_stand(plies, excluded) < 0
            is_out = is_out or self._solver.is_out
            spent += self._solver.nodes
            if is_out:
                return None, spent
            if won >= 0 or lost:
                return plies if won >= 0 else -plies, spent
        return None, spent

    def _keep_distance(self, mate: int, excluded: Sequence[int]) -> int:
        """Return the code of a move that wins soonest, or that loses latest."""
        self._solver.allow(MOST_NODES)
        if mate > 0:
            return self._solver.find_win(mate, excluded)
        for plies in range(-mate - 1, -1, -1):
            code = self._solver.find_stand(plies, excluded)
            if code >= 0:
                return code
        raise AssertionError("a position without legal moves is not searched")

    def _line(self, position: Any, code: int, mate: int) -> list[int]:
        """Return the best play from a first move on, which wins or loses within so many plies."""
        codes = [code]
        side, left = position.side, abs(mate) - 1
        while True:
            position = self.game.play(position, self.game.decode_move(code))
            if left < 1 or self.game.outcome(position) is not None:
                return codes
            self._board.begin(position)
            wins = (position.side == side) == (mate > 0)
            code = self._keep_distance(left if wins else -left, ())
            codes.append(code)
            left -= 1

    def _deepen(
        self,
        position: Any,
        proven: Sequence[_Found],
        wanted: int,
        depth: int,
        budget: int,
        nodes: int | None,
        past: Sequence[int],
    ) -> tuple[list[_Found], int, int]:
        """Search deeper and deeper; return the lines, the last whole depth, and the nodes."""
        self._search.forget(past)
        self._search.allow(MOST_NODES)  # a first look is always taken
        lines, reached, extra = list(proven), 0, 0
        tried: set[int] = set()
        for deep in range(1, depth + 1):
            found = list(proven)
            for index in range(len(proven), wanted):
                around = lines[index].worth if index < len(lines) else 0
                worth = self._search.find(deep, around, [line.codes[0] for line in found])
                if self._search.is_out:
                    return lines or found, reached, self._search.nodes + extra
                found.append(_Found(self._search.line(), worth, None))
            lines, reached = found, deep
            self._search.allow(max(budget - extra, 0))
            worth = found[len(proven)].worth
            length = WIN - abs(worth)
            if wanted == 1 and abs(worth) > LEAST_WIN and length not in tried:
                tried.add(length)
                left = PROOF_NODES if nodes is None else budget - self._search.nodes - extra
                self._board.begin(position)
                mate, more = self._find_mate((), FULL_WIDTH + 1, length, left)
                extra += more
                if mate is not None:
                    code = self._keep_distance(mate, ())
                    return (
                        [_Found(self._line(position, code, mate), 0, mate)],
                        deep,
                        (self._search.nodes + extra),
                    )
                self._board.begin(position)
            if abs(worth) > LEAST_WIN and length <= deep:
                break
        return lines, reached, self._search.nodes + extra

    def _analysis(self, position: Any, found: Sequence[_Found], depth: int, nodes: int) -> Analysis:
        lines = tuple(
            Line(
                tuple(map(self.game.decode_move, each.codes)),
                _points(each),
                each.mate,
            )
            for each in found
        )
        return Analysis(position, lines, depth, nodes)


def _points(found: _Found) -> float:
    """Return the expected points of a line."""
    if found.mate is not None:
        return 1.0 if found.mate > 0 else 0.0
    worth = min(max(found.worth, -MOST_WORTH), MOST_WORTH)
    return 1 / (1 + math.exp(-worth / 1000))


def analyse_all(
    game: AnyGame, positions: Iterable[Any], limits: Limits, jobs: int = 1
) -> Iterator[Analysis]:
    """Yield the analyses of positions in their order, several at a time.

    Compiled searches run side by side in threads. Nothing is searched far ahead of what has been
    taken.
    """
    analysers = [Analyser(game) for _ in range(jobs)]
    pending: deque[Future[Analysis]] = deque()
    try:
        for number, position in enumerate(positions):
            pending.append(analysers[number % jobs].submit(position, limits))
            if len(pending) >= jobs + (_AHEAD if jobs > 1 else 0):
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for analyser in analysers:
            analyser.stop()
