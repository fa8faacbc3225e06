"""Forced wins where hidden facts decide what a choice turns out to be.

A side wins by force only if it wins whatever the facts are: its choice has to win with every
outcome, and so it does against every choice of the other side with every outcome. A win that the
other side may already have by a hidden fact refutes it. The interface is that of the solver of
games without hidden facts (``fast.search.solver.Solver``), which stays free of such choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mentis_records.core.capability import choices_of, may_be_won
from mentis_records.fast.search.worth import LOST, MAX_PLIES, UNDECIDED, WON
from mentis_records.games.search.plain_board import PlainBoard, Spot


class HiddenSolver:
    """Solves positions of a board, one at a time, as ``fast.search.solver.Solver`` does.

    ``nodes``, ``stop`` and ``is_out`` are as there.
    """

    def __init__(self, board: PlainBoard) -> None:
        """Begin with nothing known."""
        self.board = board
        self.stop = 0
        self.nodes = 0
        self.is_out = False
        self._most_nodes = 0
        self._known: dict[tuple[Any, int], list[int]] = {}

    def allow(self, most_nodes: int) -> None:
        """Allow for so many nodes from now on."""
        self.nodes = 0
        self.is_out = False
        self._most_nodes = most_nodes

    def forget(self) -> None:
        """Forget all answers."""
        self._known.clear()

    def find_win(self, plies: int, excluded: Sequence[int] = ()) -> int:
        """Return the code of a choice that wins within so many plies, or -1 if there is none.

        The code is that of the outcome with which the win takes longest. Choices with a code of
        ``excluded`` do not count.
        """
        spot = self.board.spot
        side = spot.position.side
        for codes in self._choices(spot, excluded):
            if self._are_won(spot, codes, side, plies):
                return max(codes, key=lambda code: self._distance(spot.go(code), side, plies))
            if self.is_out:
                break
        return -1

    def find_stand(self, plies: int, excluded: Sequence[int] = ()) -> int:
        """Return the code of a move with which the game is not lost within so many plies, or -1."""
        spot = self.board.spot
        enemy = 1 - spot.position.side
        for codes in self._choices(spot, excluded):
            for code in codes:
                if not self._is_won(spot.go(code), enemy, plies - 1):
                    return -1 if self.is_out else code
        return -1

    def is_lost(self, plies: int) -> bool:
        """Return True if the side to move loses within so many plies, whatever it chooses."""
        spot = self.board.spot
        return self._is_won(spot, 1 - spot.position.side, plies)

    def _choices(self, spot: Spot, excluded: Sequence[int] = ()) -> Iterable[list[int]]:
        """Yield the codes of each choice."""
        spot.list_moves()
        for choice in choices_of(spot.game, spot.position):
            codes = [move.code for move in choice]
            if not any(code in excluded for code in codes):
                yield codes

    def _are_won(self, spot: Spot, codes: Sequence[int], winner: int, plies: int) -> bool:
        return all(self._is_won(spot.go(code), winner, plies - 1) for code in codes)

    def _is_won(self, spot: Spot, winner: int, plies: int) -> bool:
        """Return True if a side wins within so many plies; False also when the nodes run out."""
        position = spot.position
        if spot.standing != UNDECIDED:
            return spot.standing == (WON if position.side == winner else LOST)
        if plies < 1 or self.is_out or may_be_won(spot.game, position, 1 - winner):
            return False
        # within how many plies it is won (0: unknown), and within how many it is not
        bounds = self._known.setdefault((position, winner), [0, 0])
        if bounds[0] and bounds[0] <= plies:
            return True
        if plies <= bounds[1]:
            return False
        self.nodes += 1
        if self.nodes > self._most_nodes or self.stop or plies > MAX_PLIES:
            self.is_out = True
            return False
        choices = list(self._choices(spot))
        if position.side == winner:
            is_won = any(self._are_won(spot, codes, winner, plies) for codes in choices)
        else:
            is_won = bool(choices) and all(
                self._are_won(spot, codes, winner, plies) for codes in choices
            )
        if is_won:
            bounds[0] = plies
        elif not self.is_out:
            bounds[1] = plies
        return is_won

    def _distance(self, spot: Spot, winner: int, plies: int) -> int:
        """Return within how few plies a side wins a position that it wins within so many."""
        return next(few for few in range(plies) if self._is_won(spot, winner, few))
