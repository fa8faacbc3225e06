"""Random queries: what SQL says of every position is what a replay of the games says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from game_set import Collection
from random_query import RandomQuery
from replayed import replayed_once

from mentis_records.games import GAMES
from mentis_records.query.question import ask
from mentis_records.query.verify import verify
from mentis_records.store.match import Match, fetch_games
from mentis_records.store.selection import EVERY_GAME

QUERIES = 50
"""Queries of each seed."""

ALL = range(1, 37)
"""The games of the collection."""


@pytest.fixture(scope="module", autouse=True)
def _games_are_replayed_once(collection: Collection) -> Iterator[None]:
    with replayed_once(collection.database, ALL):
        yield


@pytest.mark.parametrize("seed", range(40))
def test_random_queries(collection: Collection, seed: int) -> None:
    source = RandomQuery(seed, collection.positions, collection.moves)
    some = 0
    for _ in range(QUERIES):
        text = source.query(source.chance.choice((0, 1, 1, 2, 3)))
        question = ask(text, GAMES[0])
        match = question.match()
        chosen = source.chance.sample(ALL, 2)
        differences = list(verify(collection.database, question, match, sorted(chosen)))
        assert not differences, (text, differences[:3])
        some += 1
    assert some == QUERIES


def test_those_are_all_games(collection: Collection) -> None:
    match = Match("mentis", "", {}, EVERY_GAME)
    assert fetch_games(collection.database, match) == [*ALL]
