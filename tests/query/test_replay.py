"""Random queries, the examples of the reference and lists of matches, against a replay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from game_set import Collection
from random_query import RandomQuery
from replayed import replayed_once
from size_kit import sampled

from mentis_records.core.query.predicate import Node
from mentis_records.games import GAMES
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.verify import Difference, verify
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.query.query_tree import parts_of
from mentis_records.store.position.game_set import GameSet
from mentis_records.store.position.hits import (
    Found,
    Match,
    count_matches,
    fetch_games,
    find_games,
    list_matches,
    list_positions,
)
from mentis_records.store.selection import EVERY_GAME

CASES = cases_of(__file__)

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


QUERIES_OF_ATTACKS = {
    "AREAS": "any any on row 4 attacks any any on c3:e5",
    "OTHERS": "any any on column d attacks any S",
    "START": 'position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"',
}


@pytest.mark.parametrize(("text", "tables"), CASES["where_attacks_are"])
def test_attacks_look_where_some_are(collection: Collection, text: str, tables: str) -> None:
    for name, query in QUERIES_OF_ATTACKS.items():
        text = text.replace(name, query)
    question = ask(text, GAMES[0])
    assert set(re.findall(r"mentis_(\w+)", question.positions)) == {*tables.split()}
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


# The reference of queries: every form is there, and every example runs


LANGUAGE = language_of(GAMES[0])
PREDICATES = LANGUAGE.predicates
PAGE = Path(__file__).parents[2] / "docs/reference/query-language.md"
SECTION = PAGE.read_text(encoding="utf-8")
ROWS = [line for line in SECTION.splitlines() if line.startswith("| `")]
SINGLE = {*"?*x", *("on", "in", "stack", "height", "empty", "attacked", "blocks", "move")}
SINGLE.add("attacked by")
EXAMPLES = [code for row in ROWS for code in re.findall(r"`([^`]+)`", row) if code not in SINGLE]


def test_every_form_is_there() -> None:
    first = {code for row in ROWS for code in re.findall(r"`([^`]+)`", row)}
    for predicate in PREDICATES:
        assert {*LANGUAGE.forms[predicate.name]} & first, predicate.name
    for name in LANGUAGE.functions:
        assert any(example.startswith(f"{name}(") for example in EXAMPLES)
    assert len(EXAMPLES) > 50


@sampled("example", ((example,) for example in dict.fromkeys(EXAMPLES)), 2)
def test_examples_run(collection: Collection, example: str) -> None:
    question = ask(example, GAMES[0])
    match = find_match(collection.database, question)
    assert not [*verify(collection.database, question, match, ALL[:12])]


def parts_within(node: Node) -> Iterator[Node]:
    yield node
    for part in parts_of(node):
        yield from parts_within(part)


@pytest.mark.parametrize("predicate", PREDICATES, ids=lambda each: each.name)
def test_every_predicate_says_what_it_is(predicate: type) -> None:
    forms = LANGUAGE.forms[predicate.name]  # type: ignore[attr-defined]
    assert forms
    assert predicate.about  # type: ignore[attr-defined]
    assert predicate.__doc__
    found = {type(test) for form in forms for test in parts_within(ask(form, GAMES[0]).node)}
    assert predicate in found


def test_what_mirror_says(collection: Collection) -> None:
    pairs = re.findall(r"`(mirror\([^`]+)` is\s+`([^`]+)`", SECTION)
    assert pairs
    for first, second in pairs:
        found = []
        for text in (first, second):
            question = ask(text, GAMES[0])
            rows = collection.database.connection.execute(
                f"select * from ({question.positions}) order by all", dict(question.parameters)
            )
            found.append(rows.fetchall())
        assert found[0] == found[1]


# What is listed of the matches: with a limit the first rows of the whole list, in any order


LISTED = CASES["listed"]
ORDERS = ((), ("-plies",), ("date", "-game"), ("-matches",), ("red", "matches"))


def match_of(text: str) -> Match:
    return ask(text, GAMES[0]).match()


@pytest.mark.parametrize("text", LISTED)
def test_counts_are_those_of_the_list(collection: Collection, text: str) -> None:
    database, match = collection.database, match_of(text)
    rows: list[tuple[Any, ...]] = list(list_matches(database, match))
    found = count_matches(database, match, 2)
    results = Counter(row[4] for row in rows)
    assert {row[4] for row in rows} <= {"1-0", "0-1", "1/2-1/2", "*"}
    assert (found.games, found.positions) == (len(rows), sum(row[-2] for row in rows))
    assert (*found.wins, found.draws) == (results["1-0"], results["0-1"], results["1/2-1/2"])
    games = find_games(database, match).games
    assert games.first(1_000) == [row[0] for row in rows]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (text, ORDERS[(at + shift) % len(ORDERS)])
        for at, text in enumerate(LISTED)
        for shift in (0, 2)
    ],
)
def test_a_limit_takes_the_first(collection: Collection, text: str, order: tuple[str, ...]) -> None:
    database, match = collection.database, match_of(text)
    found = find_games(database, match)
    rows = list(list_matches(database, match, order))
    assert list(list_matches(database, match, order, 3)) == rows[:3]
    for limit in (0, 1, 40):
        assert list(list_matches(database, match, order, limit, found)) == rows[:limit]
    if "matches" in {name.removeprefix("-") for name in order}:
        return
    places = list(list_positions(database, match, order))
    assert [place[:2] for place in places] == [(row[0], ply) for row in rows for ply in row[-1]]
    assert list(list_positions(database, match, order, 7)) == places[:7]
    for limit in (0, 1, 900):
        assert list(list_positions(database, match, order, limit, found)) == places[:limit]


@pytest.mark.parametrize("text", CASES["united"])
def test_games_found_by_the_union_of_their_positions(collection: Collection, text: str) -> None:
    """They are those of the positions, whether in some, in all or in none."""
    match = ask(text, GAMES[0]).match()
    assert match.united
    found = find_games(collection.database, match)
    assert found == find_games(collection.database, replace(match, united=""))
    inside = ask(f"game({text})", GAMES[0]).match()
    assert find_games(collection.database, inside).games == found.games


@pytest.mark.parametrize("text", CASES["not_united"])
def test_what_the_union_does_not_tell(text: str) -> None:
    assert not ask(text, GAMES[0]).match().united


def test_a_set_of_games() -> None:
    """The lengths around whole bytes, against a list."""
    for last in (1, 7, 8, 9, 16, 17, 40):
        numbers = [number for number in range(1, last + 1) if number % 3 == last % 3]
        text = "".join("1" if number in numbers else "0" for number in range(1, last + 1))
        packed = int(text, 2).to_bytes((last + 7) // 8, "big")
        games = GameSet.of_bitstring(packed, last)
        assert (games.bitstring, len(games)) == (text, len(numbers))
        assert games.first(100) == numbers
        assert games.first(1) == list(islice(numbers, 1))
    assert len(GameSet.of_bitstring(b"", 12)) == 0
