"""Random queries: what SQL says of every position is what a replay of the games says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from game_set import Collection
from random_query import RandomQuery
from replayed import replayed_once

from mentis_records.games import GAMES
from mentis_records.query.question import ask
from mentis_records.query.verify import Difference, verify
from mentis_records.store.game_set import GameSet
from mentis_records.store.match import Found, Match, fetch_games, find_games
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


@pytest.mark.parametrize(
    ("text", "is_sifted"),
    [
        ("any any on row 4 attacks any any on c3:e5", True),
        ("blue N on c3:e5 attacks red any on c3:e5", True),
        ("any any on column d attacks any any on column d and ply > 5", True),
        ("ply > 5 and (blue any on c3:e5 attacks red any on c3:e5) and blue any on board", True),
        ("not any any on row 4 attacks any any on c3:e5", False),
        ("any any on row 4 attacks any any on c3:e5 or empty d4", False),
        (
            "any any on row 4 attacks any any on row 5 and any S on row 3 attacks any N on row 6",
            False,
        ),
        ("any any on row 4 attacks any any on row 5 and result = 1-0", True),
        ("any any on row 4 attacks any any on row 5 then empty d4", True),
        ("game(any any on row 4 attacks any any on c3:e5)", True),
        ("blue S on d3 attacks red N on d6", False),
    ],
)
def test_attacks_are_sifted(collection: Collection, text: str, is_sifted: bool) -> None:
    """Where cheap tests leave few positions, these are found first."""
    question = ask(text, GAMES[0])
    assert ("using sample 100 percent" in question.positions) is is_sifted
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
