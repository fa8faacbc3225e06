"""Collections of games that a policy's players play; knows no game and no file.

A game depends on the collection's seed and its own number alone, so it is the same whatever
the number of threads, and a collection begins like every longer one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome, Termination
from mentis_records.core.policy import SOURCE, Player, Policy
from mentis_records.fast.random_stream import derive_seed
from mentis_records.games.selfplay.seating import seatings
from mentis_records.notation.write import format_game

_UNTERMINATED = Outcome(RESULT_UNKNOWN, Termination.UNTERMINATED)
_BATCH = 8
"""Games that a thread plays at a time."""

_AHEAD = 4
"""Batches a thread that are under way or wait to be taken."""


class _Notations(dict[int, str]):
    """The notation of every move that has been asked for, by code."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, code: int) -> str:
        notation: str = self._game.decode_move(code).notation
        self[code] = notation
        return notation


@dataclass(frozen=True, slots=True)
class Collection:
    """What determines the games: who plays, how they start, when they stop, and chance.

    ``options`` are the game's settings by tag, ``max_plies`` the most plies of a game, ``seed`` is
    in 0 to 2**64 - 1.
    """

    game: AnyGame
    policy: Policy
    players: tuple[Player, ...]
    options: Mapping[str, str]
    max_plies: int
    seed: int
    notations: _Notations = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Begin without notations."""
        object.__setattr__(self, "notations", _Notations(self.game))

    def records(self, numbers: Iterable[int]) -> list[str]:
        """Return the records of the games with these numbers (from 1), as texts."""
        facts = self.game.description
        seats = seatings(self.players)
        start = self.game.start_position(self.options)
        settings = self.options
        if facts.settled is None:
            settings = {each.tag: each.chosen(self.options) for each in facts.settings}
        texts: list[str] = []
        for number in numbers:
            seating = seats[(number - 1) % len(seats)]
            temperatures = tuple(player.temperature for player in seating)
            seed = derive_seed(self.seed, number)
            played = self.policy.play(start, temperatures, seed, self.max_plies)
            outcome = played.outcome or _UNTERMINATED
            tags = {
                "Event": f"Self-play, {self.policy.slug}, seed {self.seed}",
                "Round": str(number),
                **{side: player.name for side, player in zip(facts.sides, seating, strict=True)},
                "Result": outcome.result,
                "Game": facts.title,
                **{tag: value for tag, value in settings.items() if value},
                "Termination": outcome.termination,
                "PlyCount": str(len(played.codes)),
                "Source": SOURCE,
            }
            notations = map(self.notations.__getitem__, played.codes)
            texts.append(format_game(tags, played.sides, played.numbers, notations, facts))
        return texts


def generate(collection: Collection, games: int, jobs: int) -> Iterator[list[str]]:
    """Yield the records of games 1 to ``games`` in order, some at a time.

    ``jobs`` threads play; compiled policies run side by side. Nothing is played far ahead of
    what has been taken.
    """
    numbers = range(1, games + 1)
    batches = (numbers[first : first + _BATCH] for first in range(0, games, _BATCH))
    if jobs == 1:
        yield from map(collection.records, batches)
        return
    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[Future[list[str]]] = deque()
        try:
            for some in batches:
                pending.append(pool.submit(collection.records, some))
                if len(pending) == _AHEAD * jobs:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for waiting in pending:
                waiting.cancel()
