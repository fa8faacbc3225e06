"""Random queries: what SQL says of every position is what a replay of the games says."""

from __future__ import annotations

import pytest
from game_set import Collection
from random_query import RandomQuery

from mentis_records.games import GAMES
from mentis_records.query.question import ask
from mentis_records.query.verify import verify
from mentis_records.store.match import Match, fetch_games
from mentis_records.store.selection import EVERY_GAME

QUERIES = 50
"""Queries of each seed."""


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
