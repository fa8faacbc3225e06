"""Boards in few columns, and boards turned round: nothing is lost but what lies below."""

from __future__ import annotations

from typing import Any

import pytest

from mentis_records.core.capability import picture_of
from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES, find_game
from mentis_records.report.board.board_small import render_small
from mentis_records.report.board.board_text import render_text
from mentis_records.report.board.board_turn import turned_round

SMALL = """\
Red to move, hand: s3 t3 n3
7 ·  ·  ·  k  ·  ·  ·
6 ·  ·  ·  ·  ·  ·  ·
5 ·  ·  ·  ·  ·  ·  ·
4 ·  ·  ·  ·  ·  ·  ·
3 ·  ·  ·  ·  ·  ·  ·
2 ·  ·  ·  N* ·  ·  ·
1 ·  ·  ·  K  ·  ·  ·
  a  b  c  d  e  f  g
Blue, hand: S2 T2 N2
* last ply: d2"""


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
        board = [line for line in lines if line.split()[0] in one.rows]
        assert [line.split()[0] for line in board] == list(reversed(one.rows))
        assert sum(len(line.split()) - 1 for line in board) == len(one.squares)
    sides = shown.sides
    text = render_text(turned, near=1)
    assert text.index(f"   {sides[0]}") < text.index(f"   {sides[1]}")
