"""Parsers of queries from files read what those read that Lark makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Lark

from mentis_records.games import GAMES
from mentis_records.games.registry import OURS
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
