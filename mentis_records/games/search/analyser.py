"""The analyser: positions of a game searched within limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.games.search.analysis import Analysis, Limits, Line

ENGINE = "mentis 1"
"""The name and version of the search; a change of its answers is another version."""


class Analyser:
    """Searches positions of one game, one at a time."""

    def __init__(self, game: AnyGame) -> None:
        """Make the board and the tables of a game."""
        self.game = game

    def analyse(self, position: Any, limits: Limits) -> Analysis:
        """Search a position.

        Raises:
            KeyboardInterrupt: it was interrupted.
        """
        lines = []
        for move in self.game.legal_moves(position):
            outcome = self.game.outcome(self.game.play(position, move))
            if outcome is not None and WINNERS[outcome.result] == position.side:
                return Analysis(position, (Line((move,), 1.0, 1),), 1, 1)
            lines.append(Line((move,), 0.5, None))
        return Analysis(position, tuple(lines[: limits.lines]), 1, len(lines))


def analyse_all(
    game: AnyGame, positions: Iterable[Any], limits: Limits, jobs: int = 1
) -> Iterator[Analysis]:
    """Yield the analyses of positions in their order, several at a time."""
    analyser = Analyser(game)
    for position in positions:
        yield analyser.analyse(position, limits)
