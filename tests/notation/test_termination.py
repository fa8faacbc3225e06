"""Terminations and repetitions against what the board shows."""

import pytest
from notation_kit import KILL, SHUFFLE, E, places, read_one

BOARD_ENDS = ("king captured", "repetition")


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
@pytest.mark.parametrize(
    ("word", "results"),
    [
        ("resignation", {"1-0", "0-1"}),
        ("time forfeit", {"1-0", "0-1"}),
        ("agreement", {"1/2-1/2"}),
        ("adjudication", {"1-0", "0-1", "1/2-1/2"}),
        ("unterminated", {"*"}),
        ("king captured", set()),
        ("repetition", set()),
    ],
)
def test_termination(word: str, results: set[str], result: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 {result}\n')
    assert places(reading) == ([] if result in results else ["N404 1:14"])
    assert reading.termination == word


@pytest.mark.parametrize(
    ("board", "end"),
    [(KILL + "\n1. d6xd7 1-0", "king captured"), (E + SHUFFLE + " 1/2-1/2", "repetition")],
)
@pytest.mark.parametrize(
    "word",
    [*BOARD_ENDS, "resignation", "agreement", "adjudication", "time forfeit", "unterminated"],
)
def test_termination_against_the_board(board: str, end: str, word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n{board}')
    assert [place for place in places(reading) if "N407" not in place] == (
        [] if word == end else ["N404 1:14"]
    )


@pytest.mark.parametrize("word", ["coffee", "Resignation", "", "king  captured"])
def test_termination_unknown_is_kept(word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 *\n')
    assert places(reading) == ["N208 1:14"]
    assert reading.is_valid
    assert reading.termination == word


@pytest.mark.parametrize(
    ("text", "termination"),
    [
        (KILL + "\n1. d6xd7 1-0", "king captured"),
        (E + SHUFFLE + " 1/2-1/2", "repetition"),
        (E + "1. TSNd2 *", "unterminated"),
        (E + "1. TSNd2 1-0", None),
    ],
)
def test_termination_without_tag(text: str, termination: str | None) -> None:
    assert read_one(text).termination == termination


def test_repetition_names_its_plies() -> None:
    for text, expected in (
        (E + SHUFFLE + " 1-0", "0, 4, 8"),
        (
            E + "1. Sd2 Sd6 2. d1-c1 d7-c7 3. c1-d1 c7-d7 4. d1-c1 d7-c7 5. c1-d1 c7-d7 *",
            "2, 6, 10",
        ),
    ):
        (note,) = (one for one in read_one(text).diagnostics if one.code.id == "N407")
        assert expected in note.message
