"""Quiet positions of played games, with their features and how the game ended."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from mentis_records.core.capability import find
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS
from mentis_records.core.record import Record
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions in rows, game by game.

    ``counts`` has the features in the order of ``features``, ``results`` the points of the side to
    move, 0 to 1, ``games`` the number of the game, from 0. ``players`` is in how many games each
    player took part.
    """

    features: tuple[str, ...]
    counts: NDArray[Any]
    results: NDArray[Any]
    games: NDArray[Any]
    players: Counter[str] = field(default_factory=Counter)

    def of_games(self, chosen: NDArray[Any]) -> Sample:
        """Return the positions of some games."""
        import numpy

        kept = numpy.isin(self.games, chosen)
        return Sample(
            self.features, self.counts[kept], self.results[kept], self.games[kept], self.players
        )


class UnfitError(ValueError):
    """A game whose positions cannot be weighed by features."""


def draw_sample(game: AnyGame, records: Iterable[Record], positions: int, seed: int) -> Sample:
    """Return so many quiet positions of each game that has a result, or all if there are fewer.

    Which of them is a matter of chance, and the same for the same seed.

    Raises:
        UnfitError: the game has no features.
    """
    import numpy

    features: Sequence[str] | None = find(game, SEARCH, "FEATURES")
    features_of, is_quiet = (find(game, SEARCH, name) for name in ("features_of", "is_quiet"))
    if features is None or features_of is None or is_quiet is None:
        raise UnfitError(f"{game.description.title} has no features that could be weighed")
    counts: list[list[int]] = []
    results: list[float] = []
    games: list[int] = []
    players: Counter[str] = Counter()
    number = 0
    for record in records:
        if record.result == RESULT_UNKNOWN or not record.plies:
            continue
        winner = WINNERS[record.result]
        before = list(_positions(game, record))
        random.Random(f"{seed} {number}").shuffle(before)  # noqa: S311 - no secret
        taken = 0
        for position in before:
            if taken == positions:
                break
            if not is_quiet(position):
                continue
            taken += 1
            counts.append(features_of(position))
            results.append(0.5 if winner is None else float(winner == position.side))
            games.append(number)
        players.update({record.tags.get(side, "?") for side in game.description.sides})
        number += 1
    rows = numpy.array(counts, dtype=float).reshape(len(counts), len(features))
    return Sample(tuple(features), rows, numpy.array(results), numpy.array(games), players)


def _positions(game: AnyGame, record: Record) -> Iterator[Any]:
    """Yield the position before each ply."""
    position = game.parse_position(record.start, record.tags)
    for ply in record.plies:
        yield position
        position = game.play(position, ply.move)
