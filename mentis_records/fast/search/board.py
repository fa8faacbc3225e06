"""A position in motion as the search wants it: what a game brings to be searched.

A board runs compiled or as plain Python, with the same results. It has the position that is
looked at, and those before it to go back to.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from mentis_records.fast.search.worth import UNDECIDED


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
