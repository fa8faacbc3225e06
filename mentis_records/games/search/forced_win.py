"""Forced wins with their distance: who wins a position, in how many plies, and by which move."""

from __future__ import annotations

from typing import Any

from mentis_records.core.capability import choices_of, may_be_won
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.prover import OutOfNodes, Prover


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win that a side can force.

    ``mate`` is the number of plies until the game is won, positive if by the side to move, negative
    if by the other (``games.search.analysis.Line``). ``best`` is the move with which the side to
    move wins, the plainest of the soonest, or None if it loses. ``replies`` is how many moves the
    loser has then, all of which lose.
    """

    mate: int
    best: Any
    replies: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look for forced wins has found: one, or that there is none within so many plies."""

    win: ForcedWin | None
    within: int


class WinSeeker:
    """Looks for the shortest forced wins in positions of a game, within plies and nodes."""

    def __init__(self, game: AnyGame, plies: int, nodes: int) -> None:
        """Look for wins within so many plies, and at no more than so many nodes a position."""
        self.plies = plies
        self.prover = Prover(game)
        self._game = game
        self._nodes = nodes
        self._left = 0

    def seek(self, position: Any, is_either: bool = True) -> Finding:
        """Return what is found in a position: a win of the side to move, or of either side."""
        self._left = self._nodes
        self.prover.forget()
        within = 0
        try:
            for within in range(1, self.plies + 1):
                if self._wins(position, within):
                    return Finding(self._won(position, within), within)
                if is_either and self._loses(position, within):
                    return Finding(ForcedWin(-within, None, self._count(position)), within)
        except OutOfNodes:
            within -= 1
        return Finding(None, within)

    def is_kept(self, position: Any, winner: int) -> bool:
        """Tell whether a side has won a position, or wins it within the plies but one.

        It is taken to be so where the nodes do not tell.
        """
        self._left = self._nodes
        self.prover.forget()
        try:
            return self._is_won(position, winner, self.plies - 1)
        except OutOfNodes:
            return True

    def _won(self, position: Any, mate: int) -> ForcedWin:
        """Return the win of the side to move, by the plainest move if the nodes suffice."""
        choices = choices_of(self._game, position)
        best = self.prover.prove(position, mate)
        try:
            for choice in sorted(choices, key=lambda one: (len(one[0].notation), one[0].notation)):
                following = (self._game.play(position, move) for move in choice)
                if all(self._is_won(after, position.side, mate - 1) for after in following):
                    best = choice[0]
                    break
        except OutOfNodes:
            pass
        return ForcedWin(mate, best, self._count(self._game.play(position, best)))

    def _count(self, position: Any) -> int:
        """Return how many replies there are, each with all that it may turn out to be."""
        return sum(map(len, choices_of(self._game, position)))

    def _is_won(self, position: Any, winner: int, plies: int) -> bool:
        outcome = self._game.outcome(position)
        if outcome is not None:
            return WINNERS[outcome.result] == winner
        if may_be_won(self._game, position, 1 - winner):
            return False
        if position.side == winner:
            return self._wins(position, plies)
        return self._loses(position, plies)

    def _wins(self, position: Any, plies: int) -> bool:
        move = self.prover.prove(position, plies, self._left)
        self._left -= self.prover.nodes
        return move is not None

    def _loses(self, position: Any, plies: int) -> bool:
        is_lost = self.prover.is_lost(position, plies, self._left)
        self._left -= self.prover.nodes
        return is_lost
