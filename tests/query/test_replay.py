"""Random queries: what SQL says of every position is what a replay of the games says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from game_set import Collection
from random_query import RandomQuery

from mentis_records.core.record import Record
from mentis_records.games import GAMES
from mentis_records.query import verify as module
from mentis_records.query.question import ask
from mentis_records.query.verify import verify
from mentis_records.store.database import Database
from mentis_records.store.match import Match, fetch_games
from mentis_records.store.record import fetch_records
from mentis_records.store.selection import EVERY_GAME

QUERIES = 50
"""Queries of each seed."""


@pytest.fixture(scope="module", autouse=True)
def _records_are_fetched_once() -> Iterator[None]:
    """The collection stands still: its records are read once, not for each query."""
    kept: dict[int, Record] = {}

    def fetch(database: Database, game_ids: Sequence[int]) -> list[Record]:
        new = [game_id for game_id in game_ids if game_id not in kept]
        kept.update(zip(new, fetch_records(database, new), strict=True))
        return [kept[game_id] for game_id in game_ids]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "fetch_records", fetch)
        yield


@pytest.mark.parametrize("seed", range(40))
def test_random_queries(collection: Collection, seed: int) -> None:
    source = RandomQuery(seed, collection.positions, collection.moves)
    some = 0
    for _ in range(QUERIES):
        text = source.query(source.chance.choice((0, 1, 1, 2, 3)))
        question = ask(text, GAMES[0])
        match = Match("mentis", question.positions, question.parameters, EVERY_GAME)
        games = fetch_games(collection.database, match)
        chosen = source.chance.sample(games, 1)
        differences = list(verify(collection.database, question, match, sorted(chosen)))
        assert not differences, (text, differences[:3])
        some += 1
    assert some == QUERIES
