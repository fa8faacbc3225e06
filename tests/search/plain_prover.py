"""Second opinions by the rules of a game alone: exhaustive search, and the play of certificates.

What the tests hold against provers, certificates and their checker.
"""

from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.games import find_game


class PlainProver:
    """Finds wins of positions of a game; it remembers what it has found."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._known: dict[tuple[str, int, int], bool] = {}
        self._listed: dict[str, list[tuple[Any, Any]]] = {}

    def forget(self) -> None:
        """Forget what was found: positions do not tell settings apart."""
        self._known.clear()
        self._listed.clear()

    def prove(self, position: Any, plies: int, nodes: int | None = None) -> Any:
        """Return the first move that wins within so many plies, one that wins soonest, or None."""
        for within in range(1, plies + 1):
            for move, after in self._following(position):
                if self.is_won(after, position.side, within - 1):
                    return move
        return None

    def is_lost(self, position: Any, plies: int, nodes: int | None = None) -> bool:
        """Tell whether the side to move loses within so many plies, whatever it plays."""
        return self.is_won(position, 1 - position.side, plies)

    def is_won(self, position: Any, winner: int, plies: int) -> bool:
        """Tell whether a side can force a win within so many plies."""
        outcome = self._game.outcome(position)
        if outcome is not None:
            return WINNERS[outcome.result] == winner
        if not plies:
            return False
        name = (self._game.format_position(position), winner, plies)
        if name not in self._known:
            following = self._following(position)
            choose = any if position.side == winner else all
            self._known[name] = bool(following) and choose(
                self.is_won(after, winner, plies - 1) for _, after in following
            )
        return self._known[name]

    def mate(self, position: Any, plies: int) -> int | None:
        """Return the plies to the end as ``analysis.Line`` has them, or None if there is no win."""
        for within in range(1, plies + 1):
            for winner in (0, 1):
                if self.is_won(position, winner, within):
                    return within if winner == position.side else -within
        return None

    def _following(self, position: Any) -> list[tuple[Any, Any]]:
        """Return the moves of a position, those that win at once first, with what follows."""
        name = self._game.format_position(position)
        if name not in self._listed:
            found = [
                (move, self._game.play(position, move)) for move in self._game.legal_moves(position)
            ]
            found.sort(key=lambda each: self._game.outcome(each[1]) is None)
            self._listed[name] = found
        return self._listed[name]


class NotWonError(Exception):
    """A line does not end with the winner's win on the board."""


def play_out(certificate: dict[str, Any]) -> tuple[int, set[str]]:
    """Return the plies of the longest line, and where the winner moves; all lines are won.

    It takes what ``certify`` would write; types and settings are the checker's business.

    Raises:
        NotWonError: some are not won, or have more than the stated plies.
    """
    game = find_game(certificate["game"])
    winner = game.description.sides.index(certificate["winner"])
    stated = certificate["moves"]
    needed = set()

    def plies_from(position: Any, left: int) -> int:
        outcome = game.outcome(position)
        if outcome is not None:
            if WINNERS[outcome.result] != winner:
                raise NotWonError
            return 0
        moves = {move.notation: move for move in game.legal_moves(position)}
        if position.side == winner:
            needed.add(game.format_position(position))
            chosen = stated.get(game.format_position(position))
            moves = {chosen: moves[chosen]} if chosen in moves else {}
        if not moves or not left:
            raise NotWonError
        return 1 + max(plies_from(game.play(position, move), left - 1) for move in moves.values())

    start = game.parse_position(certificate["position"], certificate["settings"])
    return plies_from(start, certificate["distance"]), needed
