"""Queries by hand: their SQL, the columns it reads, what they find; and parsers from files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from replayed import replayed_once

from mentis_records.games import GAMES
from mentis_records.games.registry import OURS
from mentis_records.query.answer.verify import verify
from mentis_records.query.parse import stored_parser
from mentis_records.query.parse.language import language_of, write_parsers
from mentis_records.query.parse.query_grammar import (
    WHERE,
    keywords,
    query_grammar,
    query_parser,
    stored_name,
    where_grammar,
)
from mentis_records.query.plan.question import ask
from mentis_records.query.predicate.scene import Known
from mentis_records.store.database import Database
from mentis_records.store.open import open_database
from mentis_records.store.position.hits import Match, fetch_games, list_positions
from mentis_records.store.selection import EVERY_GAME

HERE = Path(__file__).parent
PREDICATES = language_of(GAMES[0]).predicates


@dataclass(frozen=True)
class Case:
    query: str
    sql: str
    rows: frozenset[tuple[int, int]]


def read_rows(text: str) -> Iterator[tuple[int, int]]:
    """Yield games and plies of a text such as ``3:0,4-6 7:1``."""
    for part in text.split() if text != "none" else ():
        game, plies = part.split(":")
        for span in plies.split(","):
            first, _, last = span.partition("-")
            for ply in range(int(first), int(last or first) + 1):
                yield int(game), ply


def read_cases() -> list[Case]:
    text = (HERE / "cases.txt").read_text(encoding="ascii")
    blocks = [block.splitlines() for block in text.split("\n\n")[1:]]
    return [
        Case(query, sql.strip(), frozenset(read_rows(rows.strip()))) for query, sql, rows in blocks
    ]


CASES = read_cases()


@pytest.fixture(scope="module")
def ten(
    tmp_path_factory: pytest.TempPathFactory, place_loaded: Callable[..., Path]
) -> Iterator[Database]:
    path = place_loaded(tmp_path_factory.mktemp("ten") / "ten.duckdb", WITH_WOLVES)
    with open_database(path) as database, replayed_once(database, range(1, 11)):
        yield database


def test_there_are_a_hundred_and_every_predicate_is_among_them() -> None:
    assert len({case.query for case in CASES}) == len(CASES) > 100
    found = {type(node).__name__ for case in CASES for node in leaves(case.query)}
    assert {each.__name__ for each in PREDICATES if each is not Known} <= found  # it has no SQL


def leaves(query: str) -> Iterator[object]:
    left: list[object] = [ask(query, GAMES[0]).node]
    while left:
        node = left.pop()
        parts = [getattr(node, name, None) for name in ("part", "first", "second")]
        parts += getattr(node, "parts", ())
        left += [part for part in parts if part is not None]
        yield node


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.query)
def test_case(ten: Database, case: Case) -> None:
    question = ask(case.query, GAMES[0])
    values = {f"${name}": f"{{{value!r}}}" for name, value in question.parameters.items()}
    sql = re.sub(r"\$asked_\d+", lambda name: values[name[0]], " ".join(question.positions.split()))
    assert sql == case.sql
    match = question.match()
    found = [row[:2] for row in list_positions(ten, match)]
    assert found == sorted(case.rows)
    assert not [*verify(ten, question, match, fetch_games(ten, match))]


def test_a_wrong_answer_is_noticed(ten: Database) -> None:
    """A question is answered with the SQL of another one."""
    question, other = ask("red K attacked", GAMES[0]), ask("blue K attacked", GAMES[0])
    match = Match("mentis", other.positions, other.parameters, EVERY_GAME)
    differences = [*verify(ten, question, match, fetch_games(ten, match))]
    assert {(found.game_id, found.ply, found.in_database) for found in differences} == {
        *((2, ply, False) for ply in (21, 23)),
        *((2, ply, True) for ply in (42, 44, 46)),
        *((1, ply, True) for ply in (20, 24)),
        (5, 0, False),
        (6, 0, True),
    }


# Attacks do not ask what only Wolves could do of positions in which none could


WITH_WOLVES, WITHOUT = HERE / "ten.mgn", HERE.parent / "store" / "sample.mgn"


def scans(node: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables that a plan scans, and the columns that it reads of each."""
    extra = node["extra_info"]
    if "Table" in extra:
        yield extra["Table"].rpartition(".")[2], [*extra["Projections"]]
    for child in node["children"]:
        yield from scans(child)


def columns_read(database: Database, text: str) -> dict[str, list[str]]:
    match = ask(text, GAMES[0]).match()
    query = f"explain (format json) {match.sql}"
    row = database.connection.execute(query, dict(match.values)).fetchone()
    assert row
    (plan,) = json.loads(row[1])
    return dict(scans(plan))


@pytest.mark.parametrize("source", [WITH_WOLVES, WITHOUT], ids=["wolves", "none"])
@pytest.mark.parametrize("target", ["any any", "any S", "red any"])
def test_what_is_read_of_others(
    tmp_path: Path, place_loaded: Callable[..., Path], source: Path, target: str
) -> None:
    with open_database(place_loaded(tmp_path / "club.duckdb", source)) as database:
        read = columns_read(database, f"any any on b2:f6 attacks {target} on b2:f6")
    columns = read["mentis_attacks_of_others"]
    assert "attacking_up" in columns
    assert not [name for name in columns if name.startswith("wolf_") or name == "captures"]


@pytest.mark.parametrize("text", ["any any on d4 attacks any W on d5", "any W on d4 attacks any S"])
def test_nothing_is_read_for_wolves_where_there_are_none(
    tmp_path: Path, place_loaded: Callable[..., Path], text: str
) -> None:
    with open_database(place_loaded(tmp_path / "club.duckdb", WITHOUT)) as database:
        assert "mentis_attacks_of_others" not in columns_read(database, text)


# Parsers of queries from files read what those read that Lark makes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grammar")
    write_parsers(folder)
    return folder


@pytest.mark.parametrize("number", range(len(OURS)), ids=lambda at: GAMES[at].description.slug)
def test_queries(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    language = language_of(GAMES[number])
    grammar = query_grammar(language.sides, language.words, language.predicates)
    made = grammar.parser()
    monkeypatch.setattr(stored_parser, "resource_folder", lambda _: folder)
    monkeypatch.setattr(stored_parser.Grammar, "_build", None)
    read = grammar.parser(stored_name(GAMES[number].description.slug))
    assert language.all_forms
    for form in language.all_forms:
        assert read.parse(form) == made.parse(form)
    assert keywords(read) == keywords(made)


def test_tests_of_the_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = where_grammar().parser()
    monkeypatch.setattr(stored_parser, "resource_folder", lambda _: folder)
    monkeypatch.setattr(stored_parser.Grammar, "_build", None)
    text = 'player = "Ann" and not (plies > 40 or Date >= 2024.01)'
    assert where_grammar().parser(WHERE).parse(text) == made.parse(text)


def test_a_file_of_another_grammar_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_parser, "resource_folder", lambda _: folder)
    monkeypatch.setattr(stored_parser.Grammar, "_build", lambda *_: "made")
    grammar = where_grammar()
    for other in (
        grammar._replace(text=grammar.text + "\n"),
        grammar._replace(start="test"),
        grammar._replace(terminals={"NAME": "x"}),
        grammar._replace(imported="x"),
    ):
        assert other.parser(WHERE) == "made"
    assert grammar.parser(WHERE) != "made"


# The parsers of queries and of tests of the record, which are made without Lark's own checks


LANGUAGE = language_of(GAMES[0])
PARSERS = [
    where_grammar().parser(),
    query_parser(LANGUAGE.sides, LANGUAGE.words, LANGUAGE.predicates),
]


@pytest.mark.parametrize("parser", PARSERS)
def test_every_terminal_takes_something(parser: Lark) -> None:
    names = {terminal.name for terminal in parser.terminals}
    assert {*parser.ignore_tokens} <= names
    for terminal in parser.terminals:
        assert terminal.pattern.min_width > 0, terminal
        re.compile(terminal.pattern.to_regexp())


def test_keywords() -> None:
    words = keywords(language_of(GAMES[0]).parser)
    assert {"and", "or", "not", "then", "within", "for", "attacked", "row", "any", "tag"} <= words
    assert not {"name", "string", "bare", "blue", "square", "piece"} & words
