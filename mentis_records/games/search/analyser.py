"""The analyser: positions of a game searched within limits, one after the other or several."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Timer
from typing import Any, NamedTuple

from mentis_records.core.capability import choices_of
from mentis_records.core.game import AnyGame
from mentis_records.fast.search.search import Search
from mentis_records.fast.search.worth import LEAST_WIN, MAX_PLIES, MOST_WORTH, WIN
from mentis_records.games.search.analysis import Analysis, Limits, Line
from mentis_records.games.search.choice import make_board, make_solver, raise_fault

ENGINE = "mentis-records search 1"
"""The name and version of the search; one that may answer otherwise has another version."""

FULL_WIDTH = 5
"""Wins within so many plies are looked for at full width: none is missed."""

MOST_NODES = 1 << 62
SOLVER_SHARE = 4
"""One part in this many of limited nodes or seconds goes to forced wins before the search."""

PROOF_NODES = 1_000_000
"""How many positions may be looked at to prove a longer win where nothing limits the nodes."""

_MOST_DEPTH = MAX_PLIES // 2
_AHEAD = 4


class _Found(NamedTuple):
    """A first move with the play behind it, by codes, and what it is worth."""

    codes: Sequence[int]
    worth: int
    mate: int | None


class _Proof(NamedTuple):
    """What has been proven of a position.

    ``mate`` is within how many plies it is won or, negative, lost, or None if neither is proven;
    ``code`` is then that of a move that wins soonest or loses latest. It is neither won nor lost
    within ``refuted`` plies.
    """

    code: int
    mate: int | None
    refuted: int
    nodes: int


class Analyser:
    """Searches positions of one game, one at a time."""

    def __init__(
        self, game: AnyGame, weights: Mapping[str, int] | None = None, contempt: int = 0
    ) -> None:
        """Make the board and the tables of a game.

        Args:
            game: the game.
            weights: what features are worth, or None for the game's own (``choice.make_board``).
            contempt: by how much less a repetition is worth than an even game, in thousandths of a
                logit: for players who mean to win.
        """
        self.game = game
        self._board = make_board(game, weights)
        self._search = Search(self._board, contempt)
        self._solver = make_solver(self._board)
        self._worker: ThreadPoolExecutor | None = None
        self._is_first = True
        self._is_late = False

    def analyse(self, position: Any, limits: Limits, past: Sequence[int] = ()) -> Analysis:
        """Search a position; Ctrl-C interrupts it.

        Args:
            position: of the game.
            limits: how long.
            past: keys of positions that count as repeated if they come up.

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
        worker, self._worker = self._worker, None
        self._search.stop = self._solver.stop = 1
        if worker is not None:
            worker.shutdown(cancel_futures=True)
        self._search.stop = self._solver.stop = 0

    def _analyse(self, position: Any, limits: Limits, past: Sequence[int]) -> Analysis:
        if limits.seconds is None:
            return self._look(position, limits, past)
        self._is_first, self._is_late = True, False
        share = Timer(limits.seconds / SOLVER_SHARE, self._end_solving)
        end = Timer(limits.seconds, self._end)
        share.start()
        end.start()
        try:
            return self._look(position, limits, past)
        finally:
            share.cancel()
            end.cancel()
            self._search.stop = self._solver.stop = 0

    def _end_solving(self) -> None:
        self._solver.stop = int(self._is_first)

    def _end(self) -> None:
        """End all but the first depth, so that the answer has been searched."""
        self._is_late = True
        self._solver.stop = 1
        self._search.stop = int(not self._is_first)

    def _look(self, position: Any, limits: Limits, past: Sequence[int]) -> Analysis:
        """Search a position in this thread: forced wins at full width first, then the best play."""
        moves = sum(choices_of(self.game, position), ())
        if not moves or self.game.outcome(position) is not None:
            return Analysis(position, (), 0, 0)
        wanted = min(limits.lines, len(moves))
        budget = MOST_NODES if limits.nodes is None else limits.nodes
        self._board.begin(position)
        self._solver.forget()
        depth = min(limits.depth or _MOST_DEPTH, _MOST_DEPTH)
        share = budget if limits.nodes is None else budget // SOLVER_SHARE
        proven, refuted, spent = self._solve(position, wanted, min(depth, FULL_WIDTH), share)
        raise_fault(self._board)
        if len(proven) == wanted:
            return self._analysis(position, proven, 0, spent)
        self._board.begin(position)
        found, reached, nodes = self._deepen(
            position, proven, refuted, wanted, depth, budget - spent, limits.nodes, past
        )
        # What the best move leads to says nothing of how soon others win, or whether they lose.
        found[1:] = [self._proven(position, line, limits.nodes) for line in found[1:]]
        raise_fault(self._board)
        if len(found) < wanted:
            known = {line.codes[0] for line in found}
            rest = [move.code for move in moves if move.code not in known]
            found = [*found, *(_Found((code,), 0, None) for code in rest)][:wanted]
        return self._analysis(position, found, reached, spent + nodes)

    def _solve(
        self, position: Any, wanted: int, plies: int, budget: int
    ) -> tuple[list[_Found], int, int]:
        """Find forced wins and losses.

        Returns:
            Their lines, the best first; within how many plies there is no further one; the nodes.
        """
        lines: list[_Found] = []
        spent = refuted = 0
        while len(lines) < wanted:
            self._board.begin(position)
            excluded = [line.codes[0] for line in lines]
            proof = self._prove(excluded, 1, plies, budget - spent)
            spent += proof.nodes
            refuted = proof.refuted
            if proof.mate is None:
                break
            lines.append(_Found(self._line(position, proof.code, proof.mate), 0, proof.mate))
        return lines, refuted, spent

    def _prove(self, excluded: Sequence[int], first: int, last: int, budget: int) -> _Proof:
        """Look for a win or loss within so many plies; within fewer than ``first`` is none."""
        spent = 0
        self._solver.allow(budget)
        latest = self._solver.find_stand(first - 1, excluded)
        for plies in range(first, last + 1):
            self._solver.allow(max(budget - spent, 0))
            code = self._solver.find_win(plies, excluded)
            if code >= 0:
                return _Proof(code, plies, plies - 1, spent + self._solver.nodes)
            code = -1 if self._solver.is_out else self._solver.find_stand(plies, excluded)
            spent += self._solver.nodes
            if self._solver.is_out:
                return _Proof(-1, None, plies - 1, spent)
            if code < 0:
                return _Proof(latest, -plies, plies - 1, spent)
            latest = code
        return _Proof(-1, None, last, spent)

    def _proven(self, position: Any, line: _Found, nodes: int | None) -> _Found:
        """Return a line with its first move's win or loss proven, if the search has seen one."""
        if line.mate is not None or abs(line.worth) < LEAST_WIN:
            return line
        move = self.game.decode_move(line.codes[0])
        if (move,) not in choices_of(self.game, position):
            return line  # hidden facts decide what the choice turns out to be
        after = self.game.play(position, move)
        if self.game.outcome(after) is not None:
            return line._replace(mate=1 if line.worth > 0 else -1)
        self._board.begin(after)
        budget = PROOF_NODES if nodes is None else nodes
        proof = self._prove((), 1, WIN - abs(line.worth) - 1, budget)
        if proof.mate is None:
            return line
        wins = (proof.mate > 0) == (after.side == position.side)
        plies = abs(proof.mate) + 1
        codes = [line.codes[0], *self._line(after, proof.code, proof.mate)]
        return _Found(codes, 0, plies if wins else -plies)

    def _line(self, position: Any, code: int, mate: int) -> list[int]:
        """Return the best play from a first move on, which wins or loses within so many plies.

        It stops short where the search is stopped.
        """
        codes: list[int] = []
        side = position.side
        for left in range(abs(mate) - 1, -1, -1):
            codes.append(code)
            position = self.game.play(position, self.game.decode_move(code))
            if not left or self.game.outcome(position) is not None:
                break
            self._board.begin(position)
            code = self._keep(left, (position.side == side) == (mate > 0))
            if code < 0:
                break
        return codes

    def _keep(self, plies: int, wins: bool) -> int:
        """Return the code of a move that wins within so many plies, or that loses latest, or -1."""
        self._solver.allow(MOST_NODES)
        if wins:
            return self._solver.find_win(plies)
        for within in range(plies - 1, -1, -1):
            code = self._solver.find_stand(within)
            if code >= 0:
                return code
        return -1

    def _deepen(
        self,
        position: Any,
        proven: Sequence[_Found],
        refuted: int,
        wanted: int,
        depth: int,
        budget: int,
        nodes: int | None,
        past: Sequence[int],
    ) -> tuple[list[_Found], int, int]:
        """Search deeper and deeper; return the lines, the last whole depth, and the nodes."""
        self._search.forget(past)
        lines, reached, extra = list(proven), 0, 0
        tried: set[int] = set()
        for deep in range(1, depth + 1):
            # A first look is always taken.
            self._search.allow(MOST_NODES if deep == 1 else max(budget - extra, 0))
            found = list(proven)
            for index in range(len(proven), wanted):
                around = lines[index].worth if index < len(lines) else 0
                worth = self._search.find(deep, around, [line.codes[0] for line in found])
                if self._search.is_out:
                    better = self._search.line()
                    if len(better) and len(lines) == wanted == 1:
                        # What is best so far at the next depth is better than what was before.
                        lines = [_Found(better, lines[0].worth, None)]
                    return lines or found, reached, self._search.nodes + extra
                found.append(_Found(self._search.line(), worth, None))
            lines, reached = found, deep
            self._is_first = False
            if self._is_late:
                break
            if deep == 1:
                self._solver.stop = self._search.stop
            worth = found[len(proven)].worth
            length = WIN - abs(worth)
            if len(found) == 1 and abs(worth) > LEAST_WIN and length not in tried:
                tried.add(length)
                left = PROOF_NODES if nodes is None else budget - self._search.nodes - extra
                self._board.begin(position)
                proof = self._prove((), refuted + 1, length, left)
                extra += proof.nodes
                refuted = proof.refuted
                if proof.mate is not None:
                    line = _Found(self._line(position, proof.code, proof.mate), 0, proof.mate)
                    return [line], deep, self._search.nodes + extra
                self._board.begin(position)
            if abs(worth) > LEAST_WIN and length <= deep:
                break
        return lines, reached, self._search.nodes + extra

    def _analysis(self, position: Any, found: Sequence[_Found], depth: int, nodes: int) -> Analysis:
        lines = tuple(
            Line(tuple(map(self.game.decode_move, each.codes)), _points(each), each.mate)
            for each in sorted(found, key=_value, reverse=True)
        )
        deepest = max(depth, *(abs(each.mate or 0) for each in found))
        return Analysis(position, lines, deepest, nodes)


def _value(found: _Found) -> int:
    """Return what a line is worth, the sooner won or the later lost the more."""
    if found.mate is None:
        return found.worth
    return WIN - found.mate if found.mate > 0 else -WIN - found.mate


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
