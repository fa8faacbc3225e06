"""The pictures of boards, where those of all games are alike: squares, colours, each turn's way."""

from typing import Any

import pytest
from case_kit import cases_of
from record_kit import verdict

from mentis_records.core.capability import picture_of
from mentis_records.games import find_game
from mentis_records.games.antipode.picture import COLOURS as ANTIPODE_COLOURS
from mentis_records.games.cirkle_mind.picture import COLOURS as CIRKLE_MIND_COLOURS
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import render_svg

ROWS = {
    "antipode": [(row, "abcdefg") for row in range(7, 0, -1)],
    "cirkle_mind": [(row, "abcdefgh") for row in range(11, 0, -1)],
    "mensaspiel": [(5, "abcefg"), (4, "abcdefg"), (3, "abcefg"), (2, "d"), (1, "abdfg")],
    "mentis": [(row, "abcdefg") for row in range(7, 0, -1)],
}
"""The columns that have a square or a pool, row by row."""


def after(slug: str, position: str, turn: str) -> Any:
    """Return the picture after a turn."""
    settings = {"Level": "medium"} if slug == "cirkle_mind" else {}
    game, move = find_game(slug), verdict(slug, position, turn, **settings).move
    return picture_of(game, game.play(game.parse_position(position, settings), move), move)


@pytest.mark.parametrize("slug", ROWS)
def test_squares_are_in_reading_order(slug: str) -> None:
    game = find_game(slug)
    board = picture_of(game, game.start_position(dict(game.description.usual_settings)), None)
    names = [square.name for square in board.squares]
    assert names == [f"{column}{row}" for row, columns in ROWS[slug] for column in columns]
    for square in board.squares:
        assert board.columns[square.column] + board.rows[square.row] == square.name
    assert (board.last_path, board.last_targets) == ((), ())


@pytest.mark.parametrize("colours", [ANTIPODE_COLOURS, CIRKLE_MIND_COLOURS])
def test_sides_are_far_apart_in_grey(colours: tuple[str, str]) -> None:
    first, second = sorted(sum(rgb(colour)) / 3 for colour in colours)
    assert second - first > 100


@pytest.mark.parametrize(
    ("slug", "row"), [(slug, row) for slug, rows in cases_of(__file__).items() for row in rows]
)
def test_way_of_each_kind_of_turn(slug: str, row: list[str]) -> None:
    position, turn, *told = row
    board = after(slug, position, turn)
    path, targets, turned, attacked, removed = (tuple(each.split()) for each in told)
    assert (board.last_path, board.last_targets) == (path, targets)
    assert (board.last_turned, board.last_attacked) == (turned, attacked)
    assert board.last_removed == removed
    if slug in ("antipode", "cirkle_mind"):
        assert {*board.lit} >= {*path, *targets, *turned, *attacked}
        assert {*board.lit} == {*path, *board.last_taken, *turned, *attacked}
    assert render_svg(board)
