"""Anything may be asked: it is answered or refused in words, and reaches SQL as parameters only."""

from __future__ import annotations

import random
import re

import pytest
from game_set import Collection
from random_query import RandomQuery

from mentis_records.games import GAMES
from mentis_records.query.error import QueryError
from mentis_records.query.question import ask
from mentis_records.store.match import Match, count_matches
from mentis_records.store.selection import EVERY_GAME

PLAIN = re.findall(
    r"\S+",
    """
blue red any S T N K W on in stack height hand lost tiles attacked attacks blocks empty count
position to move ply start end then within for game mirror flip and or not d4 c3 row column hill
deployment board captures by deploys at from drops result player tag Date select drop_table attach
""",
)
SIGNS = (*"(){},:;'\"\\#é💣\x00\n~=<>", "4", "8", "-1", "!=", "<=", ">=", "TSN", "*N", "??", "--")
WORDS = (*PLAIN, *SIGNS, '"d2-d3"', '"x"', "1-0", "2024.01")


def refusal(text: str) -> QueryError | None:
    """Return why a text is refused, or None if it is answered."""
    try:
        ask(text, GAMES[0])
    except QueryError as error:
        return error
    return None


@pytest.mark.parametrize("seed", range(20))
def test_word_salad(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(300):
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 12)))
        error = refusal(text)
        if error is not None:
            assert "^" in error.underlined().splitlines()[2], text
            assert 0 <= error.start <= len(text)


@pytest.mark.parametrize("seed", range(20))
def test_queries_with_a_fault(seed: int) -> None:
    source = RandomQuery(seed, [], [])
    refused = 0
    for _ in range(60):
        text = source.query(2)
        at = source.chance.randrange(len(text))
        broken = text[:at] + source.chance.choice((*"();{}'\"\\é*? 9Zz", "")) + text[at + 1 :]
        error = refusal(broken)
        if error is not None:
            assert error.underlined()
            refused += 1
    assert refused


@pytest.mark.parametrize("value", ["'; drop table games; --", "$asked_0", "%s", "{}", "x" * 900])
def test_values_are_parameters(collection: Collection, value: str) -> None:
    text = f'player = "{value}" or tag "{value[:50]}" ~ "{value}*" or Event != "{value}"'
    question = ask(text, GAMES[0])
    assert value not in re.sub(r"\$asked_\d", "", question.positions)
    match = Match("mentis", question.positions, question.parameters, EVERY_GAME)
    assert count_matches(collection.database, match, 2).games <= 36


def test_numbers_are_parameters() -> None:
    text = "ply <= 7654321 then within 8765432 plies > 6543217 for 5432176"
    question = ask(text, GAMES[0])
    assert not re.search("7654321|8765432|6543217|543217", question.positions)


@pytest.mark.parametrize(
    "statement",
    ["delete from games", "attach 'x.duckdb'", "select * from read_text('/etc/passwd')"],
)
def test_the_connection_is_sealed(collection: Collection, statement: str) -> None:
    import duckdb

    with pytest.raises(duckdb.Error):
        collection.database.connection.execute(statement)
