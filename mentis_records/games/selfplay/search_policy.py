"""Play by search: each move the best that so many nodes find, after an opening by chance."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.core.policy import PlayedGame, Player, Policy
from mentis_records.fast.mix import Stream
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.played_game import play_game
from mentis_records.games.selfplay.random_policy import policies_of, rules_of

if TYPE_CHECKING:
    from mentis_records.games.search.analyser import Analyser

SEARCH = "search"
NODES = 2_000
OPENING_PLIES = 4

CONTEMPT = 1000
"""By how much less than an even game a repetition is worth, in thousandths of a logit."""


class SearchChooser:
    """A player in one game, of both sides or of one: it remembers which positions have come up."""

    def __init__(self, analyser: Analyser, nodes: int, opening_plies: int) -> None:
        """Begin a game.

        Args:
            analyser: searches for a game at a time.
            nodes: how many a move may take.
            opening_plies: so many plies are chosen by chance.
        """
        from mentis_records.games.search.analysis import Limits

        self._analyser = analyser
        self._limits = Limits(nodes=nodes)
        self._opening_plies = opening_plies
        self._has_repetitions = analyser.game.description.repetitions > 0
        self._seen: set[int] = set()

    def see(self, position: Any) -> None:
        """Remember a position in which the other player moves."""
        if self._has_repetitions:
            self._seen.add(position.key)

    def __call__(self, position: Any, moves: Sequence[Any], stream: Stream) -> int:
        """Return the code of one of the legal moves."""
        self.see(position)
        if self._opening_plies > 0:
            self._opening_plies -= 1
            return choose_noisily(((move.code, 0) for move in moves), 0, stream)
        best = self._analyser.analyse(position, self._limits, list(self._seen)).best
        code: int = best.code
        return code


def search_policy(game: AnyGame, nodes: int = NODES, opening_plies: int = OPENING_PLIES) -> Policy:
    """Return play by search for a game; what is chosen before it is chosen by chance.

    Args:
        game: any.
        nodes: how many a move may take.
        opening_plies: so many plies are chosen by chance, for a search always finds the same.
    """
    rules = rules_of(game)
    own = threading.local()
    analysers: list[Analyser] = []
    stopped = threading.Event()

    def play(position: Any, temperatures: Sequence[float], seed: int, limit: int) -> PlayedGame:
        from mentis_records.games.search.analyser import Analyser

        if not hasattr(own, "analyser"):
            own.analyser = Analyser(game, contempt=CONTEMPT)
            analysers.append(own.analyser)
        chooser = SearchChooser(own.analyser, nodes, opening_plies)

        def choose(position: Any, moves: Sequence[Any], stream: Stream) -> int:
            if stopped.is_set():
                raise InterruptedError("the games were given up")
            return chooser(position, moves, stream)

        return play_game(rules, position, (choose, choose), seed, limit)

    def stop() -> None:
        stopped.set()
        for analyser in analysers:
            analyser.stop()

    return Policy(
        SEARCH,
        (Player(f"search {nodes} nodes"),),
        has_temperature=False,
        play=play,
        begin=policies_of(game)[0].begin,
        stop=stop,
    )
