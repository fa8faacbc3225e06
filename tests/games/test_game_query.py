"""Queries about each game: the index and a replay, against a plain reading of position strings.

The features that are indexed are compared with such a reading as well.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import plain_antipode
import plain_cirkle_mind
import plain_mensaspiel
import pytest
from case_kit import cases_of
from replayed import replayed_once

from mentis_records.core.capability import picture_of
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.query.answer.evaluate import find_squares
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.replay import replay, replay_games
from mentis_records.query.error import QueryError
from mentis_records.query.moment import Played
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.hits import fetch_plies
from mentis_records.store.position.index import update_index
from mentis_records.store.record import fetch_records

PLAIN: dict[str, ModuleType] = {
    "antipode": plain_antipode,
    "cirkle_mind": plain_cirkle_mind,
    "mensaspiel": plain_mensaspiel,
}
TABLES = cases_of(__file__)
MENTIS = '[Game "Mentis"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\nSb1 Sb7 *\n\n'
"""A record of another game, which is the first of each database."""

NOWHERE = {"any any on d4", "white stack WB on rings", "setup green Yx on attack"}
"""Queries that no position answers."""

REPLAYED = {"any stack W*B*W*B* on board"}
"""Queries that the index does not answer: a pattern with many gaps."""

Plies = dict[int, set[int]]
"""The plies of each game that has some."""


@cache
def conditions(slug: str) -> dict[str, Callable[[Any], Any]]:
    """Return what each query of the tables means, as a function of a position."""
    plain, tables = PLAIN[slug], TABLES[slug]
    found: dict[str, Callable[[Any], Any]] = dict(plain.CASES)
    for query, pattern in tables["turn"].items():
        found[query] = lambda at, pattern=pattern: re.search(pattern, at.turn)
    for name, method in (("on", plain.Seen.on), ("stack", plain_mensaspiel.Seen.like)):
        for query, (*pieces, places) in tables.get(name, {}).items():
            squares = [at for word in places.split() for at in plain.AREAS.get(word, [word])]
            row = (*pieces, squares)
            found[query] = lambda at, method=method, row=row: method(at, *row)
    return found


@cache
def played(slug: str) -> dict[int, list[Any]]:
    """Return the positions of some games by number."""
    return dict(enumerate(PLAIN[slug].games(), 2))


def record(slug: str, seen: list[Any]) -> str:
    """Return the record of a game."""
    facts = find_game(slug).description
    outcome = find_game(slug).outcome(seen[-1].position)
    result = outcome.result if outcome else "*"
    tags = {"Game": facts.title, "Event": seen[-1].text, facts.sides[0]: "Ann"}
    tags |= {facts.sides[1]: "Bob", "Result": result, **seen[-1].tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{' '.join(each.turn for each in seen[1:])} {result}\n\n"


class Stored:
    """An open database, and the positions of its games of one kind by number."""

    def __init__(self, slug: str, database: Any) -> None:
        self.game: Any = find_game(slug)
        self.cases = conditions(slug)
        self.games = played(slug)
        self.database = database

    def expected(self, holds: Callable[[Any], Any]) -> Plies:
        """Return where something holds of the positions as their strings have them."""
        found = {
            number: {ply for ply, at in enumerate(seen) if holds(at)}
            for number, seen in self.games.items()
        }
        return {number: plies for number, plies in found.items() if plies}

    def by_index(self, query: str) -> Plies:
        """Return what the database finds."""
        match = find_match(self.database, ask(query, self.game))
        return fetch_plies(self.database, match, range(1, 100))

    def by_replay(self, query: str) -> Plies:
        """Return what a replay of the games finds."""
        found = {
            answered.game_id: {ply for ply, holds in enumerate(answered.holds) if holds}
            for answered in replay_games(self.database, ask(query, self.game), [*self.games])
        }
        return {number: plies for number, plies in found.items() if plies}

    def by_both(self, query: str) -> Plies:
        """Return what both find."""
        found = self.by_index(query)
        assert self.by_replay(query) == found, query
        return found

    def follows(self, first: str, then: Callable[[Any], Any], within: int) -> Plies:
        """Return where something holds within some plies after a query of the table does."""
        before = self.expected(self.cases[first])
        found = {
            number: {
                ply
                for ply in plies
                if any(ply - back in before.get(number, ()) for back in range(1, within + 1))
            }
            for number, plies in self.expected(then).items()
        }
        return {number: plies for number, plies in found.items() if plies}


@pytest.fixture(scope="module", params=PLAIN)
def stored(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stored]:
    folder, games = tmp_path_factory.mktemp(request.param), played(request.param)
    source, place = folder / "x.mgn", folder / "x.duckdb"
    texts = [record(request.param, seen) for seen in games.values()]
    source.write_text("".join([MENTIS, *texts]), encoding="ascii")
    with create_database(place) as database:
        summary = load(database, Reader(GAMES), str(source))
        assert (summary.stored, summary.quarantined) == (len(games) + 1, 0)
        update_index(database)
    with open_database(place) as database, replayed_once(database, [*games]):
        yield Stored(request.param, database)


def of(slug: str) -> pytest.MarkDecorator:
    """Return the mark of a test about one game."""
    return pytest.mark.parametrize("stored", [slug], indirect=True)


def test_index_and_replay_find_what_the_strings_say(stored: Stored) -> None:
    for query, holds in stored.cases.items():
        expected = stored.expected(holds)
        assert bool(expected) == (query not in NOWHERE), query
        assert stored.by_both(query) == expected, query
        assert ask(query, stored.game).is_replayed == (query in REPLAYED), query


def test_each_game_has_its_own_answers(stored: Stored) -> None:
    found = find_match(stored.database, ask("start", find_game("mentis")))
    assert fetch_plies(stored.database, found, range(1, 100)) == {1: {0}}
    assert stored.by_index("start").keys() == stored.games.keys()


@pytest.mark.parametrize("slug", PLAIN)
def test_every_example_but_what_sides_know_is_answered_by_the_index(slug: str) -> None:
    game = find_game(slug)
    language = language_of(game)
    forms = [*language.all_forms, *(each.form for each in language.functions.values())]
    assert len(forms) > 40
    replayed = [form for form in forms if ask(form, game).is_replayed]
    assert replayed == [form for form in forms if "known" in form]


@pytest.mark.parametrize(
    ("slug", "query", "place", "message", "hint"),
    [(slug, *row) for slug, rows in TABLES["errors"].items() for row in rows],
)
def test_errors_say_where_and_what_to_write(
    slug: str, query: str, place: str, message: str, hint: str
) -> None:
    with pytest.raises(QueryError) as caught:
        ask(query, find_game(slug))
    error = caught.value
    assert error.text[error.start : error.end].strip('"').startswith(place)
    assert message in error.message
    assert hint in error.hint


# Features


def indexed(game: Any, position: Any) -> dict[str, int]:
    """Return what the index has of a position, what it derives included."""
    features = game.description.features
    values = game.description.capability("index").describe(position)
    found = {feature.name: value for feature, value in zip(features, values, strict=True)}
    assert all(0 <= found[feature.name] < 1 << feature.bits for feature in features)
    for each in game.description.derived_features:
        found[each.name] = eval(each.expression, {}, found)
    del found["state_code"]
    return found


@pytest.mark.parametrize("slug", PLAIN)
def test_features_are_those_of_the_strings(slug: str) -> None:
    plain, game = PLAIN[slug], find_game(slug)
    stated = [plain.read(game.parse_position(text, tags), tags) for text, tags in plain.FEATURES]
    seen = [*stated, *(at for positions in played(slug).values() for at in positions)]
    assert len(seen) > 400
    for at in seen:
        assert indexed(game, at.position) == plain.read_features(at), at.text


def test_sets_of_88_squares_are_two_numbers_each() -> None:
    """A column has 63 bits."""
    bits = {each.name: each.bits for each in find_game("cirkle_mind").description.features}
    assert max(bits.values()) <= 63
    assert bits["green_low"] + bits["green_high"] == len(plain_cirkle_mind.SQUARES)


# Antipode


def turned(text: str) -> str:
    """Return a position string without last moves, the board turned a quarter to the right."""
    rows, rest = text.split(" ", 1)
    cells = [re.sub("[1-7]", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
    columns = ["".join(column) for column in zip(*reversed(cells), strict=True)]
    board = "/".join(re.sub("[.]+", lambda gap: str(len(gap[0])), row) for row in columns)
    return f"{board} {rest}"


def swapped(text: str) -> str:
    """Return a position string without last moves, the sides exchanged."""
    rows, mover, hands, captures, rest = text.split(" ", 4)
    rows = rows.translate(str.maketrans("GSgs", "SGsg"))
    pairs = ["/".join(reversed(pair.split("/"))) for pair in (hands, captures)]
    return " ".join((rows, "SG"["GS".index(mover)], *pairs, rest))


@of("antipode")
def test_images_of_positions(stored: Stored) -> None:
    text = plain_antipode.STATED
    found = stored.expected(stored.cases[f'position "{text}"'])
    left = turned(turned(turned(text)))
    assert left != text
    assert turned(left) == text
    for query in (
        f'turn90(position "{left}")',
        f'turn270(position "{turned(text)}")',
        f'turn180(position "{turned(turned(text))}")',
        f'swap(position "{swapped(text)}")',
        f'swap(turn90(position "{swapped(left)}"))',
    ):
        assert stored.by_both(query) == found
    assert stored.by_both(f'turn90(position "{turned(text)}")') == {}


@of("antipode")
def test_sequences_of_infractions_and_citations(stored: Stored) -> None:
    expected = stored.follows("infraction", stored.cases["move cites"], 1)
    assert expected == stored.expected(stored.cases["move cites"])
    assert stored.by_both("infraction then within 1 move cites") == expected


@of("antipode")
def test_whole_games(stored: Stored) -> None:
    (number,) = stored.expected(stored.cases["move legs > 20"])
    expected = {number: {*range(len(stored.games[number]))}}
    assert stored.by_both("game(move legs > 20)") == expected


# CirKle Mind


@of("cirkle_mind")
def test_sequences_and_whole_games(stored: Stored) -> None:
    for query in (
        "move wins then within 4 move loses",
        "captured green >= 1 for 5",
        "game(move captures ?c) and start",
        "not game(move attacks)",
        "move attacks then captured mauve >= 2",
    ):
        assert not ask(query, stored.game).is_replayed
        assert stored.by_both(query) or "within" not in query


@of("cirkle_mind")
def test_squares_that_make_a_query_true_are_pointed_out(stored: Stored) -> None:
    """Both zones are looked at for pieces of any side, each on its own."""
    (kept,) = fetch_records(stored.database, [14])
    question = ask("any any on defence", stored.game)
    moment = replay(question, Played(14, kept, ""))[0]
    squares = {moment.words.squares[at] for at in find_squares(question.node, moment, ("G", "M"))}
    assert squares == {"a1", "h1", "e2", "e11", "c10", "c8"}
    shown = picture_of(stored.game, moment.position, None).squares
    assert {square.name for square in shown} == {*plain_cirkle_mind.SQUARES}


@pytest.mark.parametrize("face", plain_cirkle_mind.FACES)
def test_each_face_has_a_word_of_its_own(face: str) -> None:
    game = find_game("cirkle_mind")
    for written in (face, face.lower(), face.upper()):
        assert ask(f"green {written} on d4", game).node == ask(f"green {face} on d4", game).node


# MensaSpiel


@of("mensaspiel")
def test_sequences_of_captures_and_what_follows(stored: Stored) -> None:
    query = "move captures then within 2 (move transports or move generates)"
    expected = stored.follows("move captures", lambda at: re.search("[:+]", at.turn), 2)
    assert expected
    assert stored.by_both(query) == expected
