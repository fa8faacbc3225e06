"""Random queries: what SQL says of every position is what a replay of the games says."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from game_set import Collection
from random_query import RandomQuery
from replayed import replayed_once
from size_kit import sampled

from mentis_records.games import GAMES
from mentis_records.query.answer.verify import Difference, verify
from mentis_records.query.plan.question import ask
from mentis_records.store.position.game_set import GameSet
from mentis_records.store.position.hits import Found, Match, fetch_games, find_games
from mentis_records.store.selection import EVERY_GAME

pytestmark = pytest.mark.one_build

QUERIES = 50
"""Queries of each seed."""

ALL = range(1, 37)
"""The games of the collection."""


@pytest.fixture(scope="module", autouse=True)
def _games_are_replayed_once(collection: Collection) -> Iterator[None]:
    with replayed_once(collection.database, ALL):
        yield


@sampled("seed", ((seed,) for seed in range(40)), 10)
def test_random_queries(collection: Collection, seed: int) -> None:
    source = RandomQuery(seed, collection.positions, collection.moves)
    some = 0
    for _ in range(QUERIES):
        text = source.query(source.chance.choice((0, 1, 1, 2, 3)))
        question = ask(text, GAMES[0])
        some += 1
        if question.is_replayed:
            assert "some x" in text
            continue
        match = question.match()
        chosen = source.chance.sample(ALL, 2)
        differences = list(verify(collection.database, question, match, sorted(chosen)))
        assert not differences, (text, differences[:3])
    assert some == QUERIES


def test_those_are_all_games(collection: Collection) -> None:
    match = Match("mentis", "", {}, EVERY_GAME)
    assert fetch_games(collection.database, match) == [*ALL]


AREAS = "any any on row 4 attacks any any on c3:e5"
OTHERS = "any any on column d attacks any S"
START = 'position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"'


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        (AREAS, {"attacks"}),
        ("blue S on d3 attacks red N on d6", {"attacks"}),
        ("any N attacks any K", {"features"}),
        ("any any attacks blue any on row 4", {"features"}),
        (f"{AREAS} and {OTHERS}", {"attacks"}),
        (f"{AREAS} or {OTHERS}", {"attacks"}),
        (f"{AREAS} and not {OTHERS}", {"attacks"}),
        (f"{AREAS} and ply > 5 and result = 1-0", {"attacks"}),
        (f"{AREAS} or ply < 5", {"attacks", "features"}),
        (f"{AREAS} or not {OTHERS}", {"attacks", "features"}),
        (f"not {AREAS}", {"attacks", "features"}),
        (f"not not {AREAS}", {"attacks"}),
        (f"not {AREAS} and not {OTHERS}", {"attacks", "features"}),
        (f"not {AREAS} and ply < 5", {"attacks", "features"}),
        (f"not {AREAS} or ply < 5", {"attacks", "features"}),
        (f"{AREAS} and empty d4", {"attacks", "features"}),
        (f"not {AREAS} and empty d4", {"attacks", "features"}),
        (f"{AREAS} or empty d4", {"attacks", "features"}),
        (f"not {AREAS} or empty d4", {"attacks", "features"}),
        (f"not ({AREAS} or not {OTHERS})", {"attacks"}),
        (f"{AREAS} or {START}", {"attacks"}),
        (f"not {AREAS} and {START}", {"attacks"}),
        (f"{AREAS} then empty d4", {"attacks", "features"}),
        (f"{AREAS} then within 3 not {AREAS}", {"attacks", "features"}),
        (f"{AREAS} for 2", {"attacks"}),
        (f"not game({AREAS})", {"attacks", "features"}),
    ],
)
def test_attacks_look_where_some_are(collection: Collection, text: str, tables: set[str]) -> None:
    question = ask(text, GAMES[0])
    assert set(re.findall(r"mentis_(\w+)", question.positions)) == tables
    database, match = collection.database, question.match()
    assert not list(verify(database, question, match, ALL, found=find_games(database, match)))


def test_what_is_counted_is_verified(collection: Collection) -> None:
    """Games and positions are counted in other ways than positions are listed."""
    database, question = collection.database, ask("empty d4 then blue any on board", GAMES[0])
    match = question.match()
    found = find_games(database, match)
    some = next(number for number in ALL if number in found.games)
    fewer = GameSet(found.games.bits ^ 1 << found.games.last - some, found.games.last)

    def differences(counted: Found) -> list[Difference]:
        return list(verify(database, question, match, ALL, found=counted))

    assert differences(found) == []
    assert differences(replace(found, games=fewer)) == [Difference(some, None, False)]
    assert differences(replace(found, positions=7)) == [Difference(None, None, False)]
