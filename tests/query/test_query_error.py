"""Queries and selections that cannot be read or mean nothing: the place, and what was expected."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from case_kit import cases_of

from mentis_records.games import GAMES
from mentis_records.query.error import QueryError
from mentis_records.query.parse.parse import MAX_DEPTH, MAX_LENGTH
from mentis_records.query.plan.compile import MAX_COMPARISONS, select
from mentis_records.query.plan.question import ask

CASES = cases_of(__file__)


def query(text: str) -> Any:
    return ask(text, GAMES[0])


def selection(text: str) -> Any:
    return select([text])


def refusal(read: Callable[[str], Any], text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("read", "text", "place", "message", "hint"),
    [
        *((query, *row) for row in CASES["queries"]),
        *((selection, *row) for row in CASES["selections"]),
    ],
)
def test_place_and_hint(
    read: Callable[[str], Any], text: str, place: str, message: str, hint: str
) -> None:
    error = refusal(read, text)
    assert message in error.message
    assert text[error.start : error.end] == place
    assert hint in error.hint


def test_underlined() -> None:
    assert refusal(selection, 'player = "A" and resul = 1-0').underlined().splitlines() == [
        "there is no field resul",
        '  player = "A" and resul = 1-0',
        "                   ^^^^^",
        "  did you mean Result?",
    ]


DEEP = MAX_DEPTH + 1
BOUNDS = [
    (query, text, message)
    for text, message in (
        ("(" * DEEP + "start" + ")" * DEEP, "nested deeper"),
        ("not " * DEEP + "start", "nested deeper"),
        ("start then " * DEEP + "start", "nested deeper"),
        ("start" + " for 2" * DEEP, "nested deeper"),
        (
            "".join(f"some {name}: any any on board and " for name in "abcd")
            + "empty {a, b, c, d}",
            "more than 3 named pieces",
        ),
        ("some x: any any on board and (" * 51 + "x attacked" + ")" * 51, "nested deeper"),
        ("mirror(" * 51 + "start" + ")" * 51, "nested deeper"),
        ("start or " * 1_000 + "start", "more than 1,000 tests"),
        ("mirror(start or " * 12 + "start" + ")" * 12, "more than 1,000 tests"),
        ("x" * (MAX_LENGTH + 1), "10,001 characters"),
    )
]
BOUNDS += [
    (selection, text, message)
    for text, message in (
        ("(" * DEEP + "plies = 1" + ")" * DEEP, "nested deeper"),
        ("not " * DEEP + "plies = 1", "nested deeper"),
        ("not (" * MAX_DEPTH + "plies = 1" + ")" * MAX_DEPTH, "nested deeper"),
        ("(" * 9_000, "nested deeper"),
        (" or ".join(["plies=3"] * (MAX_COMPARISONS + 1)), "more than 500 comparisons"),
        ("x" * (MAX_LENGTH + 1), "10,001 characters"),
        ("((((plies = 1" * 500, "nested deeper"),
    )
]


@pytest.mark.parametrize(
    ("read", "text", "message"), BOUNDS, ids=lambda value: value[:20] if str(value) == value else ""
)
def test_bounds(read: Callable[[str], Any], text: str, message: str) -> None:
    assert message in refusal(read, text).message


@pytest.mark.parametrize("one", ["not start", "not (start)", "not not (not start)"])
@pytest.mark.parametrize("joint", [" and ", " or "])
def test_what_stands_side_by_side_is_not_nested(one: str, joint: str) -> None:
    ask(joint.join([one] * 3 * MAX_DEPTH), GAMES[0])


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *product([query], ["\udcff", "blue \u202e", 'player = "\x1b[31m', "💣" * 99]),
        *product([selection], ['player = "\x1b[31m', "\u202eplies", "x" * 5_000, "é = 1\n2"]),
    ],
)
def test_hostile_text_is_shown_harmless(read: Callable[[str], Any], text: str) -> None:
    shown = refusal(read, text).underlined().splitlines()
    assert all(line.isprintable() and len(line) < 200 for line in shown[read is selection :])


@pytest.mark.parametrize(("written", "meant"), CASES["tile_names"])
def test_tiles_by_their_names_and_texts_in_single_quotes(written: str, meant: str) -> None:
    assert ask(written, GAMES[0]).node == ask(meant, GAMES[0]).node


@pytest.mark.parametrize("text", ["blue N on board d4", "Spears", "King King", "and", "blue blue"])
def test_what_is_typed_is_not_suggested(text: str) -> None:
    hint = refusal(query, text).hint
    assert hint
    assert f"did you mean {text.split()[-1]}?" not in hint


def test_quotes_within_quotes() -> None:
    node: Any = ask(r"""Event = 'It\'s "so" \\'""", GAMES[0]).node
    assert node.comparison.value.text == 'It\'s "so" \\'
