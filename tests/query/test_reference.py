"""The reference of queries: every form is there, and every example runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from game_set import Collection
from replayed import replayed_once

from mentis_records.core.query.predicate import Node
from mentis_records.games import GAMES
from mentis_records.query.answer.match import find_match
from mentis_records.query.answer.verify import verify
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.question import ask
from mentis_records.query.query_tree import parts_of
from mentis_records.store.position.hits import count_matches, fetch_games

LANGUAGE = language_of(GAMES[0])
PREDICATES = LANGUAGE.predicates
PAGE = Path(__file__).parents[2] / "docs/reference/query-language.md"
SECTION = PAGE.read_text(encoding="utf-8")
ROWS = [line for line in SECTION.splitlines() if line.startswith("| `")]
SINGLE = {
    "?",
    "*",
    "on",
    "in",
    "stack",
    "height",
    "empty",
    "attacked",
    "blocks",
    "move",
    "x",
    "attacked by",
}
EXAMPLES = [code for row in ROWS for code in re.findall(r"`([^`]+)`", row) if code not in SINGLE]


def test_every_form_is_there() -> None:
    first = {code for row in ROWS for code in re.findall(r"`([^`]+)`", row)}
    for predicate in PREDICATES:
        assert {*LANGUAGE.forms[predicate.name]} & first, predicate.name
    for name in LANGUAGE.functions:
        assert any(example.startswith(f"{name}(") for example in EXAMPLES)
    assert len(EXAMPLES) > 50


@pytest.fixture(scope="module", autouse=True)
def _games_are_replayed_once(collection: Collection) -> Iterator[None]:
    with replayed_once(collection.database, range(1, 37)):
        yield


@pytest.mark.parametrize("example", dict.fromkeys(EXAMPLES))
def test_examples_run(collection: Collection, example: str) -> None:
    question = ask(example, GAMES[0])
    match = find_match(collection.database, question)
    assert count_matches(collection.database, match, 2).positions >= 0
    games = fetch_games(collection.database, match)[:6]
    assert not [*verify(collection.database, question, match, games)]


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
