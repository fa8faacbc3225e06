"""Describe stored positions: the features of blocks of games, as columns to be written.

It asks no database, so that one block may be described while another is written.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

import numpy

from mentis_records.core.game import AnyGame
from mentis_records.fast.kernel import fill_columns
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.bulk.plain_kernel import PlainKernel
from mentis_records.store.position.bulk import Column, StartSlots
from mentis_records.store.position.move_code import KnownMoves
from mentis_records.store.schema import DESCRIPTION_OF, MOVE_CODE

AT_A_TIME = 2
"""So many descriptions may be in use: one being made, and the one before it."""

_PLACES = ("game_id", "ply")


@dataclass(frozen=True, slots=True)
class Described:
    """What is written of some games with the same slug, as columns.

    ``features`` has a row a position, for the table of features, ``excerpt`` a row for each of some
    positions, and no columns where the game has no excerpt; ``unions`` has a row a game.
    """

    slug: str
    features: Mapping[str, Column]
    excerpt: Mapping[str, Column]
    unions: Mapping[str, Column]


@dataclass(frozen=True, slots=True)
class Block:
    """Games and all their positions, in order.

    ``games`` has the columns ``game_id``, ``game`` and ``start_position``, ``rows`` has
    ``game_id``, ``ply`` and ``turn``.
    """

    games: dict[str, Column]
    rows: dict[str, Column]


class Describer:
    """Describes one block after the other; remembers start positions. It serves one thread."""

    def __init__(self) -> None:
        """Begin without any game."""
        self._games: dict[str, _GameDescriber] = {}

    def describe(self, block: Block) -> list[Described]:
        """Return the columns for each game's tables; games that are not installed have none.

        Those of features are overwritten when ``AT_A_TIME`` more blocks are described.

        Raises:
            ValueError: the turns are not those of the games.
            CapabilityError: a game does not give its features as it should.
        """
        found = []
        slugs = block.games["game"]
        for slug in dict.fromkeys(slugs.tolist()):
            if slug not in DESCRIPTION_OF:
                continue
            rows, is_chosen = block.rows, slugs == slug
            if not is_chosen.all():
                is_row = numpy.isin(rows["game_id"], block.games["game_id"][is_chosen])
                rows = {name: column[is_row] for name, column in rows.items()}
            if slug not in self._games:
                self._games[slug] = _GameDescriber(find_game(slug))
            starts = block.games["start_position"][is_chosen].tolist()
            features, excerpt, unions = self._games[slug].describe(starts, rows)
            places = {name: rows[name] for name in _PLACES}
            positions = places | {MOVE_CODE: rows["turn"] >> 3} | features
            game_ids = {"game_id": block.games["game_id"][is_chosen]}
            found.append(Described(slug, positions, excerpt, game_ids | unions))
        return found


class _GameDescriber:
    """Computes the features of one game's positions."""

    def __init__(self, game: AnyGame) -> None:
        self._kernel = make_kernel(game)
        self._slots = StartSlots(game, self._kernel)
        self._moves = KnownMoves(game)
        self._names = [feature.name for feature in game.description.features]
        self._excerpt = game.description.excerpt
        sightings = [sighting.name for sighting in game.description.sightings]
        self._union_names = [*self._names, *sightings]
        rooms = [_Room() for _ in range(AT_A_TIME)]
        self._rooms: Iterator[_Room] = cycle(rooms)

    def describe(
        self, starts: Sequence[str], rows: Mapping[str, Column]
    ) -> tuple[dict[str, Column], dict[str, Column], dict[str, Column]]:
        """Return the features of positions, the excerpt, and what is seen in each game.

        Args:
            starts: the position string before the first ply of each game.
            rows: the positions: ``game_id``, ``ply`` and ``turn``, as ``position_keys`` has them.

        Raises:
            ValueError: a turn is no move's, or there are not as many starts.
            CapabilityError: the game does not give its features as it should.
        """
        turns = rows["turn"]
        self._moves.check(turns)
        size, width = len(turns), self._kernel.feature_count + self._kernel.excerpt_count
        games, breadth = len(starts), len(self._union_names)
        columns = next(self._rooms).take(size * width)
        seen = array("q", bytes(8 * games * breadth))
        fill_columns(self._kernel, self._slots.find(starts), turns.data, columns, seen)
        if isinstance(self._kernel, PlainKernel) and self._kernel.fault is not None:
            raise self._kernel.fault
        found = numpy.frombuffer(columns, "int64", size * width).reshape(width, size)
        united = numpy.frombuffer(seen, "int64").reshape(games, breadth).T.copy()
        features = dict(zip(self._names, found, strict=False))
        return (
            features,
            self._excerpted(rows, features, found[len(features) :]),
            dict(zip(self._union_names, united, strict=True)),
        )

    def _excerpted(
        self, rows: Mapping[str, Column], features: Mapping[str, Column], others: Column
    ) -> dict[str, Column]:
        """Return the rows of the excerpt; ``others`` has its own features of all positions."""
        if self._excerpt is None:
            return {}
        chosen = numpy.flatnonzero(features[self._excerpt.wherever])
        own = dict(zip((each.name for each in self._excerpt.features), others, strict=True))
        repeated = {name: features[name] for name in self._excerpt.repeated}
        columns = {name: rows[name] for name in _PLACES} | own | repeated
        return {name: column[chosen] for name, column in columns.items()}


class _Room:
    """An array that grows as needed and is used again."""

    def __init__(self) -> None:
        self._numbers: array[int] = array("q")

    def take(self, size: int) -> array[int]:
        """Return the array, with at least so many numbers."""
        if len(self._numbers) < size:
            self._numbers = array("q", bytes(8 * size))
        return self._numbers
