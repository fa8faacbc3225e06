"""Anything may be asked: it is answered or refused in words, and reaches SQL as parameters only."""

import random
import re

import pytest
from game_set import Collection
from random_query import RandomQuery
from size_kit import sampled

from mentis_records.games import GAMES
from mentis_records.query.error import QueryError
from mentis_records.query.plan.compile import select
from mentis_records.query.plan.question import ask
from mentis_records.store.position.hits import count_matches

pytestmark = pytest.mark.one_build

PLAIN = re.findall(
    r"\S+",
    """
blue red any S T N K W on in stack height hand lost tiles attacked attacks blocks empty count
position to move ply start end then within for game mirror flip and or not d4 c3 row column hill
deployment board captures by deploys at from drops result player tag Date select drop_table attach
some x y x:
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


@sampled("seed", ((seed,) for seed in range(10)), 4)
def test_word_salad(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(300):
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 12)))
        error = refusal(text)
        if error is not None:
            assert "^" in error.underlined().splitlines()[2], text
            assert 0 <= error.start <= len(text)


@sampled("seed", ((seed,) for seed in range(20)), 4)
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
    match = question.match()
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


SHELVES = {
    "named again and again": "{0} or " * 60 + "{0}",
    "doubled": "mirror({0}) or flip({0})",
    "negated": "not " * 49 + "{0}",
    "bracketed": "(ply > 0 and " * 45 + "{0}" + ")" * 45,
    "lasting": "{0}" + " for 2" * 49,
    "in games": "game(" * 49 + "{0}" + ")" * 49,
    "after others": "start then within 3 " * 49 + "{0}",
}
_TOO_LARGE = "more than 1,000 tests|more than 100 tests of records|nested deeper than 150"


@pytest.mark.parametrize("text", SHELVES.values(), ids=SHELVES)
def test_saved_queries_do_not_grow_without_bound(text: str) -> None:
    shelf = {f"q{level}": text.format(f"q{level - 1}") for level in range(1, 19)} | {"q0": "end"}
    for name, level in (("q18", 18), ("q9", 9)):
        with pytest.raises(QueryError, match=_TOO_LARGE):
            ask(name, GAMES[0], shelf)
        with pytest.raises(QueryError, match=_TOO_LARGE):
            select([f"plies = {level} or {name}"], lambda: shelf)


def test_saved_queries_name_each_other_so_deep(collection: Collection) -> None:
    shelf = {f"q{level}": f"(((q{level - 1})))" for level in range(1, 22)} | {"q0": "start"}
    assert counted(collection, "q19", shelf) == (36, 36)
    with pytest.raises(QueryError, match="more than 20 deep"):
        ask("q20", GAMES[0], shelf)


@pytest.mark.parametrize(
    ("text", "games", "positions"),
    [
        (" or ".join(f"ply={ply}" for ply in range(1, 851)), 28, None),
        (" or ".join(["end"] * 1_000), 36, 36),
        (" and ".join(["start"] * 1_000), 36, 36),
        (" or ".join(f"game={game}" for game in range(1, 101)), 36, None),
        (" or ".join(f"ply={ply} for 1" for ply in range(1, 500)), 28, None),
        ("start" + " then end" * 50, 0, 0),
        ("(" * 50 + "start" + ")" * 50, 36, 36),
    ],
    ids=lambda value: str(value)[:20],
)
def test_as_much_as_is_allowed(
    collection: Collection, text: str, games: int, positions: int | None
) -> None:
    found = counted(collection, text)
    assert found[0] == games
    assert positions is None or found[1] == positions


@pytest.mark.parametrize("test", ["game={}", "game(ply={})", "ply={} for 2 and end"])
def test_lookups_are_bounded(test: str) -> None:
    with pytest.raises(QueryError, match="more than 100 tests of records"):
        ask(" or ".join(test.format(number) for number in range(1, 400)), GAMES[0])


def counted(
    collection: Collection, text: str, shelf: dict[str, str] | None = None
) -> tuple[int, int]:
    question = ask(text, GAMES[0], shelf)
    match = question.match()
    found = count_matches(collection.database, match, 2)
    return found.games, found.positions
