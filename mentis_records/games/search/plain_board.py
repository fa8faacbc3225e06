"""A board made from the contract of any game: its positions as values, each looked at once.

What a position is worth comes from the pieces that the sides own (capability ``material``); games
that name none are worth the same to both sides.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.core.capability import choices_of, material_of
from mentis_records.core.contract import check_key, check_move, check_outcome
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.fast.search.search import Board
from mentis_records.fast.search.worth import DRAWN, LOST, UNDECIDED, WON

MOST_MOVES = 1 << 16
"""Positions with more legal moves are not searched."""

PIECE = 400
"""What a piece more than the other side has is worth, in thousandths of a logit."""

TAKEN = 1000
"""What a move promises for each piece that it takes."""


class Spot:
    """A position that the search comes to, with what has been found out about it.

    ``moves`` and ``after`` are by the codes of the moves: the moves, and the spots behind them.
    """

    def __init__(self, game: AnyGame, position: Any) -> None:
        """Look how the game stands.

        Raises:
            GameError: the game breaks its contract.
        """
        check_key(game, position)
        self.game = game
        self.position = position
        self.standing = UNDECIDED
        self.moves: dict[int, Any] | None = None
        self.after: dict[int, Spot] = {}
        self.winning = -2
        outcome = game.outcome(position)
        if outcome is not None:
            check_outcome(game, outcome)
            winner = WINNERS[outcome.result]
            self.standing = DRAWN if winner is None else WON if winner == position.side else LOST

    def list_moves(self) -> dict[int, Any]:
        """Return by their codes all moves that may be made, of whatever choice.

        Raises:
            GameError: the game breaks its contract.
        """
        if self.moves is None:
            self.moves = {}
            for choice in choices_of(self.game, self.position):
                for move in choice:
                    check_move(self.game, move)
                    self.moves[move.code] = move
        return self.moves

    def go(self, code: int) -> Spot:
        """Return the spot behind a move."""
        found = self.after.get(code)
        if found is None:
            position = self.game.play(self.position, self.list_moves()[code])
            found = self.after[code] = Spot(self.game, position)
        return found

    def find_winning(self) -> int:
        """Return the code of a move that wins at once, or -1."""
        if self.winning == -2:
            self.winning = -1
            self.list_moves()
            for choice in choices_of(self.game, self.position):
                if len(choice) > 1:
                    continue  # hidden facts decide whether it wins
                there = self.go(choice[0].code)
                if there.standing == (WON if there.position.side == self.position.side else LOST):
                    self.winning = choice[0].code
                    break
        return self.winning


class PlainBoard(Board):
    """A position of any game, and those that led there.

    ``fault`` is what the game has raised, or None; what comes after it means nothing.
    """

    def __init__(self, game: AnyGame) -> None:
        """Start with no position."""
        super().__init__()
        self.most_moves = MOST_MOVES
        self.fault: BaseException | None = None
        self.game = game
        self._material = material_of(game)
        self.spot: Any = None
        self._before: list[Spot] = []

    def begin(self, position: Any) -> None:
        """Go to a position of the game.

        Raises:
            GameError: the game breaks its contract.
        """
        self.fault = None
        self._before = []
        self._show(Spot(self.game, position))

    def _show(self, spot: Spot) -> None:
        self.spot = spot
        self.key, self.side = spot.position.key, spot.position.side

    def play(self, code: int) -> None:
        """Play a legal move."""
        with cython.gil:
            self._go(code)

    def _go(self, code: int) -> None:
        self._before.append(self.spot)
        try:
            self._show(self.spot.go(code))
        except Exception as fault:
            self.fault = fault

    def take_back(self) -> None:
        """Take back the last move that was played."""
        with cython.gil:
            self._show(self._before.pop())

    def standing(self) -> int:
        """Return how the game stands."""
        with cython.gil:
            return int(self.spot.standing)

    def winning_move(self) -> int:
        """Return the code of a move that wins at once, or -1."""
        with cython.gil:
            return self._find_winning()

    def _find_winning(self) -> int:
        try:
            return int(self.spot.find_winning())
        except Exception as fault:
            self.fault = fault
            return -1

    def list_moves(self, found: MutableSequence[int]) -> int:
        """Write the codes of all legal moves; return how many there are."""
        with cython.gil:
            return self._write(found, False)

    def list_captures(self, found: MutableSequence[int]) -> int:
        """Write the codes of the legal moves that take something; return how many there are."""
        with cython.gil:
            return self._write(found, True)

    def _write(self, found: MutableSequence[int], is_taking: bool) -> int:
        try:
            codes = list(self.spot.list_moves())
            if is_taking:
                codes = [code for code in codes if self._promise(code)]
            if len(codes) > MOST_MOVES:
                raise ValueError(f"{len(codes):,} legal moves: more than can be searched")
        except Exception as fault:
            self.fault = fault
            return 0
        for index in range(len(codes)):
            found[index] = codes[index]
        return len(codes)

    def is_legal(self, code: int) -> bool:
        """Tell whether a code is that of a legal move."""
        with cython.gil:
            return self._is_listed(code)

    def _is_listed(self, code: int) -> bool:
        try:
            return code in self.spot.list_moves()
        except Exception as fault:
            self.fault = fault
            return False

    def promise(self, code: int) -> int:
        """Return what the pieces are worth that a move takes."""
        with cython.gil:
            return self._promise(code)

    def _promise(self, code: int) -> int:
        if self._material is None:
            return 0
        try:
            return TAKEN * len(self._material.change(code).taken)
        except Exception as fault:
            self.fault = fault
            return 0

    def evaluate(self) -> int:
        """Return what the pieces are worth that the side to move has more."""
        with cython.gil:
            return self._evaluate()

    def _evaluate(self) -> int:
        if self._material is None:
            return 0
        try:
            first, second = map(sum, self._material.owned(self.spot.position))
        except Exception as fault:
            self.fault = fault
            return 0
        return PIECE * (first - second if self.side == 0 else second - first)
