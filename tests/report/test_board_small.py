"""Boards in little room, and boards turned round: nothing is lost."""

import re
from textwrap import fill
from typing import Any

import pytest
from case_kit import cases_of

from mentis_records.core.capability import picture_of
from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES, find_game
from mentis_records.report.board.board_sign import ground_text
from mentis_records.report.board.board_small import render_small
from mentis_records.report.board.board_text import render_text
from mentis_records.report.board.board_turn import turned_round
from mentis_records.report.board.fitted_board import render_fitted

CASES = cases_of(__file__)

SMALL = CASES["small"]


def picture(game: Any, plies: int) -> Any:
    position, move = game.start_position(beginning_settings(game.description, {})), None
    for _ in range(plies):
        move = game.legal_moves(position)[-1]
        position = game.play(position, move)
    return picture_of(game, position, move)


def test_a_small_board() -> None:
    game = find_game("mentis")
    start = game.start_position({})
    (move,) = [each for each in game.legal_moves(start) if each.notation == "TSNd2"]
    assert render_small(picture_of(game, game.play(start, move), move)) == SMALL


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_board_is_small_and_can_be_turned(game: Any) -> None:
    shown = picture(game, 6)
    turned = turned_round(shown)
    assert turned_round(turned) == shown
    assert turned != shown
    assert [each.name for each in turned.squares] == [each.name for each in shown.squares][::-1]
    for one, near in ((shown, 0), (turned, 1)):
        lines = render_small(one, near).splitlines()
        assert max(map(len, lines)) < 72
        board = [line for line in lines if line.split()[0] in one.rows][: len(one.rows)]
        assert [line.split()[0] for line in board] == list(reversed(one.rows))
        assert sum(len(line.split()) - 1 for line in board) == len(one.squares)
    sides = shown.sides
    text = render_text(turned, near=1)
    assert text.index(f"   {sides[0]}") < text.index(f"   {sides[1]}")


@pytest.mark.parametrize("size", [(40, 24), (40, 60), (80, 18), (80, 24), (120, 60)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_board_fits_on_a_terminal_or_says_what_it_needs(
    game: Any, size: tuple[int, int]
) -> None:
    shown = picture(game, 6)
    width, height = size
    lines = render_fitted(shown, width, height, fold=lambda line: fill(line, width)).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    text = "\n".join(lines)
    assert all(side in text for side in shown.sides)
    printed = [ground_text(square.ground) for square in shown.squares if square.ground.has_band]
    missing = [each for each in printed if text.count(each) < printed.count(each)]
    assert bool(missing) == ("What is printed on" in text)
    if missing:
        need = text[text.index("needs") :]
        columns, lines_needed = map(int, re.findall("[0-9]+", need))
        assert "┌" in render_fitted(shown, columns, lines_needed)
        assert "┌" not in render_fitted(shown, columns - 1, lines_needed)
        assert "┌" not in render_fitted(shown, columns, lines_needed - 1)


def test_a_small_board_points_out_squares_and_tells_what_is_printed() -> None:
    start = picture(find_game("cirkle_mind"), 1)
    (row,) = [
        line
        for line in render_small(start, highlights=["c4"], has_grounds=True).splitlines()
        if line.startswith(" 4 ")
    ]
    grounds = {square.name: ground_text(square.ground) for square in start.squares}
    assert all(grounds[f"{column}4"] in row for column in "abcdefgh")
    assert f" {grounds['c4']}<" in row
