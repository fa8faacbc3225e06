"""What a side sees, asked of positions: only what is certain is true, and nothing hidden tells."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from game_set import Collection

from mentis_records.core.query.predicate import Node
from mentis_records.core.view import view_key
from mentis_records.games import find_game
from mentis_records.games.mentis.rules import stack, tile
from mentis_records.games.mentis.rules.position import Position
from mentis_records.query.answer.evaluate import evaluate, find_squares
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.replay import replay
from mentis_records.query.answer.verify import verify
from mentis_records.query.error import QueryError
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan.question import ask
from mentis_records.store.position.hits import fetch_games, fetch_plies
from mentis_records.store.record import fetch_records

pytestmark = pytest.mark.one_build

GAME: Any = find_game("mentis")
SIDES = GAME.description.sides
TESTS = (
    "any S in board",
    "red stack ?N on board",
    "blue stack TN on board",
    "any stack *S? on board",
    "blue height >= 2 on board",
    "red hand S >= 2",
    "blue hand T = 0",
    "red hand >= 4",
    "count(any N in board) >= 3",
    "count(red T in board) = 1",
    "any K attacked",
    "any S attacks any N",
    "move deploys *S",
    "red tiles >= 4",
    "empty d4",
    "mirror(any S in c3)",
    "flip(blue T in row 2)",
    "some x: any T in board and any N on x",
)


@pytest.fixture(scope="module")
def moments(collection: Collection) -> list[Moment]:
    """Positions of some games, none near another."""
    records = fetch_records(collection.database, range(1, 37))
    question = ask("start", GAME)
    found = [
        moment
        for number, record in enumerate(records, 1)
        for moment in replay(question, Played(number, record, ""))[7::13]
    ]
    return random.Random(3).sample(found, 12)


@cache
def _node(query: str) -> Node:
    return ask(query, GAME).node


def _seen(query: str, side: int, moment: Moment) -> bool:
    node = _node(f"seen by {SIDES[side]}: {query}")
    (found,) = evaluate(node, [moment], SIDES)
    return found


def _shuffled(position: Any, side: int, chance: random.Random) -> Position:
    """Return a position that looks the same to a side: hidden tiles have changed places."""
    cells, hands = list(position.cells), list(position.hands)
    for owner in (0, 1):
        places = [at for at, cell in enumerate(cells) if cell and stack.side_of(cell) == owner]
        covered = [kind for at in places for kind in stack.tiles_of(cells[at])[:-1]]
        held = [
            kind for kind in tile.HAND_TYPES for _ in range(tile.hand_count(hands[owner], kind))
        ]
        hidden = [*covered, *(held if owner != side and tile.WOLF not in held else [])]
        chance.shuffle(hidden)
        for at in places:
            *below, top = stack.tiles_of(cells[at])
            cells[at] = stack.pack((*(hidden.pop() for _ in below), top), owner)
        if hidden:
            hands[owner] = sum(1 << tile.HAND_SHIFT[kind] for kind in hidden)
    return Position.of(tuple(cells), (hands[0], hands[1]), position.side, position.move_number)


def _others(moment: Moment, side: int) -> Iterator[Moment]:
    """Yield the same with positions that look the same."""
    chance = random.Random(moment.ply)
    for _ in range(2):
        yield replace(moment, position=_shuffled(moment.position, side, chance))


@pytest.mark.parametrize("query", TESTS)
def test_what_is_seen_is_true_of_all_that_looks_the_same(query: str, moments: list[Moment]) -> None:
    for side in (0, 1):
        for moment in moments:
            answers = {test: _seen(test, side, moment) for test in (query, f"not ({query})")}
            assert not all(answers.values())
            for other in _others(moment, side):
                key = view_key(GAME, moment.position, side)
                assert view_key(GAME, other.position, side) == key
                for test, answer in answers.items():
                    assert _seen(test, side, other) == answer
                    if answer:
                        assert evaluate(_node(test), [other], SIDES) == [True]


HIDING = "3k3/2(tsn)4/7/7/7/2(TN)N3/3K3 b S2T2N1/s2t2n2 7"


@pytest.mark.parametrize(
    ("query", "is_true"),
    [
        ("red any in c6", True),
        ("red N on c6", True),
        ("not red S on c6", True),
        ("red S in c6", False),
        ("not red S in c6", False),
        ("not blue S in c6", True),
        ("red stack ??N on c6", True),
        ("not red stack TSN on c6", False),
        ("not red stack TST on c6", True),
        ("red hand = 6", True),
        ("red hand S >= 0", True),
        ("red hand S >= 1", False),
        ("not red hand S >= 1", False),
        ("blue hand S = 2", True),
        ("count(any S in board) <= 2", True),
        ("count(any S in board) <= 1", False),
        ("count(any S in board) >= 1", False),
        ("known d2", True),
        ("known c2", False),
        ("not known c2", True),
        ("count(known board) = 3", True),
        (f'position "{HIDING}"', True),
        (f'position "{HIDING.replace("tsn", "stn")}"', True),
        (f'position "{HIDING.replace("S2", "S1")}"', False),
        ("red S in c6 or not red S in c6", False),
    ],
)
def test_what_blue_sees(query: str, is_true: bool, moments: list[Moment]) -> None:
    here = replace(moments[0], position=GAME.parse_position(HIDING, {}))
    assert _seen(query, 0, here) == is_true


def test_known_is_what_both_sides_know(moments: list[Moment]) -> None:
    here = replace(moments[0], position=GAME.parse_position(HIDING, {}))
    for query, is_true in (("known d2", True), ("known c6", False), ("known d4", False)):
        assert evaluate(ask(query, GAME).node, [here], SIDES) == [is_true]


def test_squares_are_marked_that_are_seen(moments: list[Moment]) -> None:
    here = replace(moments[0], position=GAME.parse_position(HIDING, {}))
    node = ask("seen by blue: any stack *N on board", GAME).node
    names = GAME.description.vocabulary.squares
    assert {names[at] for at in find_squares(node, here, SIDES)} == {"c2", "c6", "d2"}


@pytest.mark.parametrize(
    "query",
    [
        "seen by red: any S in board and red hand S >= 1",
        "not seen by blue: known row 2 and ply >= 4",
        "result = 1-0 and seen by blue: (red any in row 4 then known row 4 for 2)",
        "flip(seen by blue: blue hand S = 3)",
    ],
)
def test_replay_and_database_agree(query: str, collection: Collection) -> None:
    question = ask(query, GAME)
    assert question.is_replayed
    match = find_match(collection.database, question)
    games = fetch_games(collection.database, match)
    assert any(fetch_plies(collection.database, match, games).values())
    assert not list(verify(collection.database, question, match, games))


@pytest.mark.parametrize(
    ("query", "game", "words"),
    [
        ("seen by any: start", "mentis", "what is seen needs a side"),
        (
            "seen by blue: red lost S >= 1",
            "mentis",
            "does not tell what this says: red lost S >= 1$",
        ),
        ("seen by blue: (start and any T blocks)", "mentis", "what this says: any T blocks$"),
        ("seen by blue: (seen by red: start)", "mentis", "what a side sees does not tell"),
        ('seen by blue: tag "Note" = "S"', "mentis", 'does not tell tag "Note"'),
        ('seen by green: MauveSetup = "a"', "cirkle_mind", "does not tell MauveSetup"),
        ("seen by white: start", "mensaspiel", "MensaSpiel has no hidden information"),
    ],
)
def test_what_no_side_sees_is_refused(query: str, game: str, words: str) -> None:
    with pytest.raises(QueryError, match=words):
        ask(query, find_game(game))
