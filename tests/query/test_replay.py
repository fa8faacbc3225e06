"""Random queries: what SQL says of every position is what a replay of the games says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from game_set import Collection
from random_query import RandomQuery

from mentis_records.games import GAMES
from mentis_records.query import verify as module
from mentis_records.query.moment import Moment, Played
from mentis_records.query.question import Question, ask
from mentis_records.query.verify import replay, verify
from mentis_records.store.match import Match, fetch_games, fetch_sources
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.record import fetch_records
from mentis_records.store.selection import EVERY_GAME

QUERIES = 50
"""Queries of each seed."""

ALL = range(1, 37)
"""The games of the collection."""


@pytest.fixture(scope="module", autouse=True)
def _games_are_replayed_once(collection: Collection) -> Iterator[None]:
    """The collection stands still: it is read and replayed once, not for each query."""
    database = collection.database
    sources = fetch_sources(database, ALL)
    namesakes = fetch_namesakes(database)
    records = dict(zip(ALL, fetch_records(database, ALL), strict=True))
    replayed: dict[int, list[Moment]] = {}

    def replay_once(question: Question, played: Played) -> list[Moment]:
        if played.game_id not in replayed:
            replayed[played.game_id] = replay(question, played)
        return replayed[played.game_id]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "fetch_records", lambda _, some: [records[one] for one in some])
        patch.setattr(module, "fetch_sources", lambda *_: sources)
        patch.setattr(module, "fetch_namesakes", lambda _: namesakes)
        patch.setattr(module, "replay", replay_once)
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
