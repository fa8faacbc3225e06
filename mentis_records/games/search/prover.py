"""The prover: wins that a side can force within a few plies, whatever the other does."""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.games.search.choice import make_board, make_solver, raise_fault

MOST_NODES = 1 << 62


class OutOfNodes(Exception):  # noqa: N818 - a budget is spent, nothing is wrong
    """So many positions were looked at as were allowed, and there is no answer."""


class Prover:
    """Finds forced wins in positions of one game, one at a time.

    What is found is remembered by the positions' keys, which do not tell settings apart: ``forget``
    before positions of a game with others.
    """

    def __init__(self, game: AnyGame) -> None:
        """Make the board and the table of a game."""
        self.game = game
        self._board = make_board(game)
        self._solver = make_solver(self._board)

    @property
    def nodes(self) -> int:
        """Return how many positions the last call has looked at."""
        return self._solver.nodes

    def forget(self) -> None:
        """Forget what has been found."""
        self._solver.forget()

    def prove(self, position: Any, plies: int, nodes: int | None = None) -> Any:
        """Return the move with which the side to move wins soonest, or None if it does not.

        Args:
            position: of the game.
            plies: within how many the game is to be won on the board.
            nodes: how many positions may be looked at, or None for any number.

        Raises:
            OutOfNodes: the nodes do not suffice.
        """
        self._begin(position, nodes)
        for within in range(1, plies + 1):
            code = self._solver.find_win(within)
            self._check()
            if code >= 0:
                return self.game.decode_move(code)
        return None

    def is_lost(self, position: Any, plies: int, nodes: int | None = None) -> bool:
        """Tell whether the side to move loses within so many plies, whatever it plays.

        Raises:
            OutOfNodes: the nodes do not suffice.
        """
        self._begin(position, nodes)
        is_lost = self._solver.is_lost(plies)
        self._check()
        return is_lost

    def _begin(self, position: Any, nodes: int | None) -> None:
        self._board.begin(position)
        self._solver.allow(MOST_NODES if nodes is None else nodes)

    def _check(self) -> None:
        raise_fault(self._board)
        if self._solver.is_out:
            raise OutOfNodes(f"{self._solver.nodes:,} positions do not suffice")
