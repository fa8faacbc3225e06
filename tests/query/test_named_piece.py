"""Named pieces and what a side sees: index, replay and plain counts give the same answer."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from game_set import Collection, write_game
from size_kit import sampled

from mentis_records.core.query.predicate import Node
from mentis_records.core.view import view_key
from mentis_records.games import GAMES, find_game
from mentis_records.games.mentis.rules import stack, tile
from mentis_records.games.mentis.rules.position import Position
from mentis_records.notation.read import Reader
from mentis_records.query.answer.evaluate import evaluate, find_squares
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.replay import replay
from mentis_records.query.answer.verify import verify
from mentis_records.query.error import QueryError
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan import translate
from mentis_records.query.plan.question import ask
from mentis_records.query.plan.saved_query import check_saving
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.hits import fetch_games, fetch_plies
from mentis_records.store.position.index import update_index
from mentis_records.store.record import fetch_records

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build


GAME: Any = GAMES[0]
SIDES = GAME.description.sides
VOCABULARY = GAME.description.vocabulary
SELF_PLAY = Path(__file__).parents[2] / "data" / "selfplay.mgn.gz"
EVERY = 700
"""One of so many of the bundled games is taken: weak and strong policies are among them."""
BLUE, RED = 0, 1


@dataclass(frozen=True)
class View:
    """A position as rows of the top tiles: square, side, letter, height; and its captures."""

    tops: tuple[tuple[str, int, str, int], ...]
    captures: frozenset[tuple[str, str]]

    @property
    def has_kings(self) -> bool:
        """Tell whether neither King is gone: then there would be no legal moves."""
        return [letter for _, _, letter, _ in self.tops].count("K") == 2

    def tiles(self, side: int | None = None, letter: str | None = None, least: int = 1) -> set[str]:
        """Return the squares with such a tile on top of at least so many."""
        return {
            at
            for at, owner, name, height in self.tops
            if side in (None, owner) and letter in (None, name) and height >= least
        }

    def prey(self, at: str) -> set[str]:
        """Return the squares of what the tile on one could capture."""
        return {end for start, end in self.captures if start == at}

    def hunters(self, at: str) -> set[str]:
        """Return the squares of what could capture on one."""
        return {start for start, end in self.captures if end == at}


def view_of(position: Position) -> View:
    stacks = VOCABULARY.scene(position).stacks
    captures = {
        tuple(move.notation.split("x"))
        for side in (BLUE, RED)
        for move in GAME.legal_moves(Position.of(position.cells, position.hands, side, 1))
        if move.kind == "capture"
    }
    return View(
        tuple(
            (VOCABULARY.squares[at], stack[-1].side, stack[-1].name, len(stack))
            for at, stack in enumerate(stacks)
            if stack
        ),
        frozenset((start, end) for start, end in captures),
    )


@dataclass(frozen=True)
class Games:
    """Games of a database, replayed."""

    database: Database
    moments: dict[int, list[Moment]]
    views: dict[int, list[View]]


def replayed(database: Database, game_ids: Sequence[int]) -> Games:
    question = ask("start", GAME)
    records = zip(game_ids, fetch_records(database, game_ids), strict=True)
    moments = {number: replay(question, Played(number, record, "x")) for number, record in records}
    views = {number: [view_of(one.position) for one in some] for number, some in moments.items()}
    return Games(database, moments, views)


RANDOM = 36
"""So many random games of both variants, some with Wolves, come before those of self-play."""


@pytest.fixture(scope="module")
def all_play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """Random games, then games of self-play, in one database: each query is answered once."""
    folder, chance = tmp_path_factory.mktemp("play"), random.Random(11)
    records = [write_game(chance, number)[0] for number in range(RANDOM)]
    with gzip.open(SELF_PLAY, "rt") as file:
        records += [f"[Event {one}" for one in file.read().split("[Event ")[1::EVERY]]
    (folder / "x.mgn").write_text("".join(records), encoding="ascii")
    with create_database(folder / "x.duckdb") as database:
        assert load(database, Reader(GAMES), str(folder / "x.mgn")).stored == len(records)
        update_index(database)
    with open_database(folder / "x.duckdb") as database:
        yield replayed(database, range(1, len(records) + 1))


def some_of(games: Games, numbers: Iterable[int]) -> Games:
    chosen = [*numbers]
    return Games(
        games.database,
        {number: games.moments[number] for number in chosen},
        {number: games.views[number] for number in chosen},
    )


@pytest.fixture(scope="module")
def self_play(all_play: Games) -> Games:
    return some_of(all_play, [number for number in all_play.moments if number > RANDOM])


@pytest.fixture(scope="module")
def random_play(all_play: Games) -> Games:
    return some_of(all_play, range(1, RANDOM + 1))


def forks(letter: str | None, side: int = BLUE, least: int = 2) -> Callable[[View], bool]:
    return lambda view: any(len(view.prey(at)) >= least for at in view.tiles(side, letter))


def forks_king(view: View) -> bool:
    kings = view.tiles(RED, "K")
    return any(len(prey) >= 2 and prey & kings for prey in map(view.prey, view.tiles(BLUE)))


def two_fork(view: View) -> bool:
    forking = {at for at in view.tiles(BLUE) if len(view.prey(at)) >= 2}
    return any(
        one != other and (one == "d2" or one[1] == "6") and (other == "f6" or other[1] == "2")
        for one in forking
        for other in forking
    )


def two_attack_one(view: View) -> bool:
    prey = view.tiles(RED) & {"c4", "d4", "e4"}
    near = {at for at in view.tiles(BLUE) if at[0] in "defg" and at[1] in "234"}
    return any(len(view.hunters(at) & near) >= 2 for at in prey)


def exchange(view: View) -> bool:
    middle = {at for at in view.tiles() if at[0] in "bcdef" and at[1] in "345"}
    return any(
        at in view.prey(end) for at in view.tiles(BLUE) & middle for end in view.prey(at) & middle
    )


def unguarded(view: View) -> bool:
    """Attacked, and attacks nothing."""
    return any(view.hunters(at) and not view.prey(at) for at in view.tiles(RED))


BEHIND = {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2", "b2", "c2", "d2", "e2", "f2", "g2"}
FORK = "count(red any attacked by x) >= 2"
EXCHANGE = "some x: blue any on b3:f5 and some y: red any on b3:f5 and x attacks y and y attacks x"
PIECES: list[tuple[str, Callable[[View], bool]]] = [
    *((f"some x: blue {letter} on board and {FORK}", forks(letter)) for letter in "STNKW"),
    (f"some x: blue any on board and {FORK}", forks(None)),
    ("some x: red any on board and count(blue any attacked by x) > 2", forks(None, RED, 3)),
    ("some x: any S on board and count(any any attacked by x) = 0", lambda view: any(
        not view.prey(at) for at in view.tiles(None, "S"))),
    (f"not some x: blue any on board and {FORK}", lambda view: not forks(None)(view)),
    (f"some x: blue any on board and {FORK} and x attacks red K", forks_king),
    (f"some x: blue any on board and {FORK} and red K attacked by x", forks_king),
    (
        "some x: blue any on {row 6, d2} and count(red any attacked by x) >= 2 and "
        "some y: blue any on {row 2, f6} and count(red any attacked by y) >= 2 and not y on x",
        two_fork,
    ),
    (
        "some z: red any on c4:e4 and some x: blue any on d2:g4 and x attacks z and "
        "some y: blue any on d2:g4 and y attacks z and not x on y",
        two_attack_one,
    ),
    (EXCHANGE, exchange),
    ("some x: red any attacked and not x attacks any any", unguarded),
    ("some x: red any on board and x attacked and not (x attacks blue any)", unguarded),
    ("some x: red N on board and not some y: blue any on board and x attacks y",
        lambda view: any(not view.prey(at) for at in view.tiles(RED, "N"))),
    (
        "some x: blue height >= 2 on board and x attacks red any",
        lambda view: any(view.prey(at) for at in view.tiles(BLUE, least=2)),
    ),
    (
        "some x: blue any on board and x on {row 1, row 2} and x attacked",
        lambda view: any(view.hunters(at) for at in view.tiles(BLUE) & BEHIND),
    ),
    (
        "some x: blue any on board and (x attacked or x attacks red S) and not any N on x",
        lambda view: any(
            view.hunters(at) or view.prey(at) & view.tiles(RED, "S")
            for at in view.tiles(BLUE) - view.tiles(None, "N")
        ),
    ),
    ("count(any any attacked by any N) = 0",
        lambda view: not any(map(view.prey, view.tiles(None, "N")))),
    ("count(red any on c3:e7 attacked by blue any) = 1", lambda view: sum(
        bool(view.hunters(at)) for at in view.tiles(RED) if at[0] in "cde" and at[1] >= "3") == 1),
    ("count(any S attacked by any any on row 4) >= 1", lambda view: any(
        end in view.tiles(None, "S") for at, end in view.captures if at[1] == "4")),
    ("count(any S attacked by blue W) < 1", lambda view: not any(
        view.prey(at) & view.tiles(None, "S") for at in view.tiles(BLUE, "W"))),
    ("red N attacked by blue S", lambda view: any(
        view.prey(at) & view.tiles(RED, "N") for at in view.tiles(BLUE, "S"))),
]  # fmt: skip


def indexed(database: Database, text: str, game_ids: Sequence[int]) -> dict[int, set[int]]:
    question = ask(text, GAME)
    assert not question.is_replayed
    return fetch_plies(database, question.match(), game_ids)


@sampled("text", ((text,) for text, _ in PIECES), 4)
def test_index_replay_and_count_agree(all_play: Games, text: str) -> None:
    node, holds = ask(text, GAME).node, dict(PIECES)[text]
    found = missed = 0
    plies = indexed(all_play.database, text, [*all_play.moments])
    for number, moments in all_play.moments.items():
        answers = evaluate(node, moments, SIDES)
        for ply, view in enumerate(all_play.views[number]):
            said = ply in plies.get(number, set()), answers[ply]
            assert said[0] == said[1], (number, ply)
            if view.has_kings:
                assert said[0] == holds(view), (number, ply)
                found += said[0]
                missed += not said[0]
    assert missed
    assert found or " K on board" in text


def test_what_the_index_leaves_to_a_replay(
    random_play: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query of too many tests is replayed, with the same answer."""
    expected = indexed(random_play.database, EXCHANGE, [*random_play.moments])
    monkeypatch.setattr(translate, "MAX_PLACED", 100)
    question = ask(EXCHANGE, GAME)
    assert question.is_replayed
    for number, moments in random_play.moments.items():
        answers = evaluate(question.node, moments, SIDES)
        assert {ply for ply, is_true in enumerate(answers) if is_true} == expected.get(
            number, set()
        )


@pytest.mark.parametrize(("text", "same"), CASES["same"])
def test_what_means_the_same(self_play: Games, text: str, same: str) -> None:
    numbers = [*self_play.moments]
    found = indexed(self_play.database, text, numbers)
    assert found == indexed(self_play.database, same, numbers)
    node, other = ask(text, GAME).node, ask(same, GAME).node
    for number, moments in self_play.moments.items():
        answers = evaluate(node, moments, SIDES)
        assert answers == evaluate(other, moments, SIDES)
        assert {ply for ply, is_true in enumerate(answers) if is_true} == found.get(number, set())


def squares_of(text: str, position: str) -> str:
    moment = Moment(VOCABULARY, None, 0, 0, GAME.parse_position(position, {}), None, None)  # type: ignore[arg-type]
    places = find_squares(ask(text, GAME).node, moment, SIDES)
    return " ".join(VOCABULARY.squares[place] for place in sorted(places))


FORKED = "3k3/7/3s3/2tNt2/7/7/3K3 b S1/- 9"


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        (f"some x: blue N on board and {FORK}", "c4 d4 e4"),
        ("some x: blue any on board and x attacks red any on e4", "d4 e4"),
        ("some x: blue any on board and not x attacks red any", "d1"),
        (f"some x: blue K on board and {FORK}", ""),
        ("red any attacked by blue N", "c4 d4 e4"),
    ],
)
def test_the_piece_and_what_it_attacks_are_marked(text: str, squares: str) -> None:
    assert squares_of(text, FORKED) == squares


def test_saved_and_named_in_another_query(self_play: Games) -> None:
    fork = f"some x: blue any on board and {FORK}"
    check_saving("fork", fork, GAME, {})
    shelf = {"fork": fork}
    text = "some x: red any on board and x attacked and fork"
    question = ask(text, GAME, shelf)
    found = fetch_plies(self_play.database, question.match(), [*self_play.moments])
    assert found == indexed(self_play.database, fork, [*self_play.moments])
    check_saving("x", "start", GAME, {})
    assert ask(fork, GAME, {"x": "start"}).node == ask(fork, GAME).node


# What a side sees, asked of positions: only what is certain is true, and nothing hidden tells


TESTS = CASES["seen"]


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


@pytest.mark.parametrize(("query", "is_true"), CASES["seen_by_blue"])
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


@pytest.mark.parametrize("query", CASES["replay_and_database_agree"])
def test_replay_and_database_agree(query: str, collection: Collection) -> None:
    question = ask(query, GAME)
    assert question.is_replayed
    match = find_match(collection.database, question)
    games = fetch_games(collection.database, match)
    assert any(fetch_plies(collection.database, match, games).values())
    assert not list(verify(collection.database, question, match, games))


@pytest.mark.parametrize(("query", "game", "words"), CASES["refused"])
def test_what_no_side_sees_is_refused(query: str, game: str, words: str) -> None:
    with pytest.raises(QueryError, match=words):
        ask(query, find_game(game))
