"""Tests of the record that cannot be read: message, place and hint."""

import pytest

from mentis_records.query.error import QueryError
from mentis_records.query.parse.parse import MAX_DEPTH, MAX_LENGTH
from mentis_records.query.plan.compile import MAX_COMPARISONS, select


def refusal(text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        select([text])
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("resul = 1-0", "resul", "there is no field resul", "did you mean Result?"),
        ("blue plyer = 3", "blue plyer", "there is no field blue plyer", "Blue player?"),
        ('white player = "Ann"', "white player", "there is no field", "mean Blue player?"),
        ('Black player = "Ann"', "Black player", "there is no field", "mean Red player?"),
        ('White = "Ann"', "White", "there is no field White", "did you mean Blue?"),
        ("black elo > 3", "black elo", "there is no field black elo", "mean Red elo?"),
        ("xyzzy = 3", "xyzzy", "there is no field xyzzy", "there are game, player"),
        ("result = 1-1", "1-1", "Result is never 1-1", "did you mean 1-0?"),
        ('variant = "Wulf"', '"Wulf"', "Variant is never Wulf", "did you mean Wolf?"),
        ("result < 1-0", "<", "which < cannot compare", "= !="),
        ('player > "A"', ">", "player is a text", "= != ~"),
        ("plies ~ 3", "~", "plies is a number", "<="),
        ("player = Ann", "Ann", "a text is written in quotes", 'write "Ann"'),
        ("plies = many", "many", "which many is not", "plies = 40"),
        ("plies = 4.5", "4.5", "which 4.5 is not", ""),
        ("plies = 1234567890123456789", "1234567890123456789", "18 digits", ""),
        ("plies = -1", "-", "means nothing here", "a number"),
        ("Date = 2024.13", "2024.13", "2024.13 is not a date", "year.month"),
        *(
            (f"Date = {text}", text, f"{text} is not a date", "year.month")
            for text in ("2024.00", "2024.00.05", "2024.00.??", "2024.01.00", "0000", "0000.01.01")
        ),
        ("Date = 2023.02.29", "2023.02.29", "is not a date", ""),
        ("Date = ????", "????", "is not a date", ""),
        ("plies", "", "it ends too early", "= != <"),
        ("plies = 1 and", "", "it ends too early", "a name"),
        ("(plies = 1", "", "it ends too early", ")"),
        ("plies = 1)", ")", ") does not belong here", ""),
        ("plies = 1 plies = 2", "plies", "does not belong here", "and, or"),
        ("and = 1", "and", "there is no field and", ""),
        ('player = "x', '"x', "does not end", '\\"'),
        ('tag = "x"', "=", "= does not belong here", "a text in quotes"),
        ('tag Event = "x"', "Event", "Event does not belong here", "a text in quotes"),
        ("plies = 1; drop table games", ";", "means nothing here", ""),
        ("plies = 1 -- x", "-", "means nothing here", ""),
        ("plies = (select 1)", "(", "( does not belong here", ""),
        ("plies == 1", "=", "= does not belong here", ""),
        ("", "", "nothing to test", "result = 1-0"),
        ("\x00", "\x00", "means nothing here", ""),
    ],
)
def test_place_and_hint(text: str, place: str, message: str, hint: str) -> None:
    error = refusal(text)
    assert message in error.message
    assert text[error.start : error.end] == place
    assert hint in error.hint


def test_underlined() -> None:
    assert refusal('player = "A" and resul = 1-0').underlined().splitlines() == [
        "there is no field resul",
        '  player = "A" and resul = 1-0',
        "                   ^^^^^",
        "  did you mean Result?",
    ]


@pytest.mark.parametrize("text", ['player = "\x1b[31m', "\u202eplies", "x" * 5_000, "é = 1\n2"])
def test_hostile_text_is_shown_harmless(text: str) -> None:
    shown = refusal(text).underlined()
    assert all(line.isprintable() and len(line) < 200 for line in shown.splitlines()[1:])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * (MAX_DEPTH + 1) + "plies = 1" + ")" * (MAX_DEPTH + 1), "nested deeper"),
        ("not " * (MAX_DEPTH + 1) + "plies = 1", "nested deeper"),
        ("not (" * MAX_DEPTH + "plies = 1" + ")" * MAX_DEPTH, "nested deeper"),
        ("(" * 9_000, "nested deeper"),
        (" or ".join(["plies=3"] * (MAX_COMPARISONS + 1)), "more than 500 comparisons"),
        ("x" * (MAX_LENGTH + 1), "10,001 characters"),
        ("((((plies = 1" * 500, "nested deeper"),
    ],
    ids=lambda value: value[:20],
)
def test_bounds(text: str, message: str) -> None:
    assert message in refusal(text).message
