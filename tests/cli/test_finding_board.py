"""The board by an illegal ply: with ``-v``, of every game that can be drawn, if there is room."""

import re
from typing import Any

import pytest
from cli_kit import mentis

from mentis_records.core.capability import is_drawn
from mentis_records.games import GAMES

ILLEGAL = '[Event "x"]\n\n1. TSNd2 TSNd6 2. d2-d4 d6#-d5 *\n'


def test_the_board_stands_by_an_illegal_ply() -> None:
    done = mentis("validate", "-v", "-", text=ILLEGAL)
    lines = done.stdout.splitlines()
    (at,) = [at for at, line in enumerate(lines) if line.startswith("error[")]
    (top,) = [at for at, line in enumerate(lines) if "┌" in line]
    assert top > at
    assert any(re.fullmatch(r"\s+2 .*»TSN«.*", line) for line in lines)
    assert "Blue to move" in done.stdout
    assert "mentis: --readings suggests what broken plies were meant to be" in done.stderr


def test_it_is_not_in_a_pipe_and_not_twice() -> None:
    assert "┌" not in mentis("validate", "-", text=ILLEGAL).stdout
    done = mentis("validate", "--readings", "-v", "-", text=ILLEGAL)
    assert done.stdout.count("┌") == 1
    assert "= reading:" in done.stdout
    assert "--readings" not in done.stderr


def test_it_is_told_where_nothing_is_close() -> None:
    far = ILLEGAL.replace("d2-d4 d6#-d5", "d2-d3-d4 c2-c3-c4-c5-c6-c7")
    done = mentis("validate", "--readings", "-", text=far)
    assert "= reading:" not in done.stdout
    assert "mentis: --readings has nothing to suggest" in done.stderr


@pytest.mark.parametrize(
    "text", ["1) TSN d2, TSN d6\n", "Blue: Ann\nRed: Bob\n\n1. TSNd2 TSNd6 *\n"]
)
def test_who_makes_records_of_other_layouts_is_told(text: str) -> None:
    told = "mentis quarantine edit makes records of them"
    assert told in mentis("validate", "-", text=text).stderr
    assert told not in mentis("validate", "-", text=ILLEGAL).stderr


@pytest.mark.parametrize(("columns", "is_small"), [("40", False), ("30", True)])
def test_it_takes_the_room_that_there_is(
    monkeypatch: pytest.MonkeyPatch, columns: str, is_small: bool
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = mentis("validate", "-v", "-", text=ILLEGAL).stdout
    assert ("┌" not in text) == is_small
    assert "Blue to move" in text
    board = text.splitlines()[text[: text.index("Red, hand")].count("\n") :]
    assert max(map(len, board)) <= int(columns)


def test_sound_plies_and_warnings_have_none() -> None:
    assert "┌" not in mentis("validate", "-v", "-", text='[Event "x"]\n\n1. tsnd2 *\n').stdout


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.description.slug))
def test_every_game_has_it(game: Any) -> None:
    """Some example of some code of the game has a position before its ply."""
    drawn = 0
    for code in game.description.codes:
        for example in code.examples[:1]:
            text = example.text
            done = mentis("validate", "-v", "--rules", game.description.slug, "-", text=text)
            assert done.exit_code in (0, 1)
            drawn += "to move" in done.stdout
    assert (drawn > 0) == is_drawn(game)
