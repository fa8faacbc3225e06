"""Stored records of a game, and which positions match a query: by the index, and by a replay."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replayed import replayed_once

from mentis_records.core.game import AnyGame
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.replay import replay_games
from mentis_records.query.plan.question import ask
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.hits import fetch_plies
from mentis_records.store.position.index import update_index

MENTIS = '[Game "Mentis"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\nSb1 Sb7 *\n\n'
"""A record of another game, which is the first of each database."""

Plies = dict[int, set[int]]
"""The plies of each game that has some."""


@dataclass
class Collection:
    """An open database, and the positions of its games of one kind by number."""

    game: AnyGame
    database: Database
    games: dict[int, list[Any]]

    def expected(self, holds: Callable[[Any], Any]) -> Plies:
        """Return where something holds of the positions as their strings have them."""
        found = {
            number: {ply for ply, at in enumerate(seen) if holds(at)}
            for number, seen in self.games.items()
        }
        return {number: plies for number, plies in found.items() if plies}

    def by_index(self, query: str) -> Plies:
        """Return what the database finds."""
        match = find_match(self.database, ask(query, self.game))
        return fetch_plies(self.database, match, range(1, 100))

    def by_replay(self, query: str) -> Plies:
        """Return what a replay of the games finds."""
        found = {
            answered.game_id: {ply for ply, holds in enumerate(answered.holds) if holds}
            for answered in replay_games(self.database, ask(query, self.game), [*self.games])
        }
        return {number: plies for number, plies in found.items() if plies}


@contextmanager
def stored(
    game: AnyGame, folder: Path, played: Sequence[tuple[list[Any], str]]
) -> Iterator[Collection]:
    """Give a database of games, each its positions and its record, for the block."""
    source = folder / "x.mgn"
    source.write_text(MENTIS + "".join(text for _, text in played), encoding="ascii")
    with create_database(folder / "x.duckdb") as database:
        summary = load(database, Reader(GAMES), str(source))
        assert (summary.stored, summary.quarantined) == (len(played) + 1, 0)
        update_index(database)
    games = {number: seen for number, (seen, _) in enumerate(played, 2)}
    with open_database(folder / "x.duckdb") as database, replayed_once(database, [*games]):
        yield Collection(game, database, games)
