"""What is listed of the matches: with a limit the first rows of the whole list, in any order."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from game_set import Collection

from mentis_records.games import GAMES
from mentis_records.query.plan.question import ask
from mentis_records.store.position.game_set import GameSet
from mentis_records.store.position.hits import (
    Match,
    count_matches,
    find_games,
    list_matches,
    list_positions,
)

QUERIES = (
    "blue N on d4",
    "empty d4",
    "any K on d1",
    "blue height = 1 on e1",
    "red W on d4 and blue W on d3",
    "blue any attacked for 2",
    "red K attacked then within 3 move captures any",
    'not player = "Ann"',
)
ORDERS = ((), ("-plies",), ("date", "-game"), ("-matches",), ("red", "matches"))


def match_of(text: str) -> Match:
    question = ask(text, GAMES[0])
    return question.match()


@pytest.mark.parametrize("text", QUERIES)
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
        for at, text in enumerate(QUERIES)
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


@pytest.mark.parametrize(
    "text",
    [
        *("blue any on c2", "any any on d4", "red any on row 6", "any height >= 2 on {c3, e3}"),
        *("blue any on deployment blue", "any height = 3 on board", "red stack *N on board"),
        *("red K attacked", "any any attacked", "any any blocks", "blue N attacks red any"),
        *("any any attacks any any on row 4", "blue stack ??? on board", "any W on board"),
        *("blue N on d4", "any S on row 5", "any K on d1", "red K on hill red", "red W on board"),
        *("blue N in d4", "any T in c3:e5", "red W in row 4", "blue any in d2", "any S in board"),
        *("empty d4", "empty row 4", "empty d1", "blue height = 2 on c2", "red height < 3 on d6"),
        *(
            "any height != 2 on d4",
            "blue height > 2 on c2",
            "red stack ?? on e5",
            "any stack *S on board",
        ),
        *("red stack *N on d6", "blue N on d4 or red N in d4 or empty d5"),
        *("mirror(blue N on b4)", "flip(mirror(blue S in b4 or red height >= 2 on c2))"),
    ],
)
def test_games_found_by_the_union_of_their_positions(collection: Collection, text: str) -> None:
    """They are those of the positions, whether in some, in all or in none."""
    match = ask(text, GAMES[0]).match()
    assert match.united
    found = find_games(collection.database, match)
    assert found == find_games(collection.database, replace(match, united=""))
    inside = ask(f"game({text})", GAMES[0]).match()
    assert find_games(collection.database, inside).games == found.games


@pytest.mark.parametrize(
    "text",
    [
        *("not blue any on c2", "ply = 3", "blue hand S = 0", "blue stack TSN on d2"),
        *("red stack S* on d6", "blue N on d4 and red N on d5", "blue N on d4 or ply = 3"),
        *(
            "any stack N on d4",
            "any K on d4",
            "blue N on d4 for 2",
            "blue any on d4 attacked",
            "blue N on d1",
        ),
    ],
)
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
