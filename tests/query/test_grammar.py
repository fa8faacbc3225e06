"""The parsers of queries and of tests of the record, which are made without Lark's own checks."""

import re

import pytest
from lark import Lark

from mentis_records.games import GAMES
from mentis_records.query.parse.language import language_of
from mentis_records.query.parse.query_grammar import keywords, query_parser, where_grammar

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
