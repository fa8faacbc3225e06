"""How many legal moves Ludii lists before a move (ruling R20)."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.move import EXCHANGE, START
from mentis_records.games.mensaspiel.rules.move_generator import legal_turns
from mentis_records.games.mensaspiel.rules.position import Position


class Sizes:
    """The numbers of legal moves in one trial, which depend on where starts went before."""

    def __init__(self) -> None:
        """Begin a game."""
        self._started: tuple[list[int], list[int]] = ([], [])

    def add_start(self, side: int, square: int) -> None:
        """Remember where a side has started."""
        self._started[side].append(square)

    def before_turn(self, position: Position) -> int:
        """Return how many moves are listed before a turn; an exchange is one of them.

        Each start is listed once more for every earlier start of the side, if there is a single
        piece now on the square where that one went.
        """
        kinds = [move.kind for move in legal_turns(position)]
        starts = kinds.count(START)
        exchanges = kinds.count(EXCHANGE)
        stale = sum(len(position.stacks[at]) == 1 for at in self._started[position.side])
        return starts * (1 + stale) + (exchanges > 0) + len(kinds) - starts - exchanges

    @staticmethod
    def after_exchange(position: Position) -> int:
        """Return how many starts are listed after an exchange, each once.

        Args:
            position: the one before the exchange.
        """
        return sum(move.kind == EXCHANGE for move in legal_turns(position))
