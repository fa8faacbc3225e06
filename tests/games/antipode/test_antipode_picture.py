"""The board picture of Antipode: zones, stones, the Antipode's face, pools, and each turn's way."""

import pytest
from plain_antipode import LONG, POSITION

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.games.antipode.game import GAME
from mentis_records.games.antipode.picture import COLOURS, picture
from mentis_records.games.antipode.rules.move import parse_move
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text

MATCH = "6s/7/7/3S3/7/1GG1G2/6S G 9/9 2/3 -,- pt! 7"
PRIMES = {column + row for column in "bcdef" for row in "23456"} - {"d4"}


def by_name(board: BoardPicture) -> dict[str, SquarePicture]:
    return {square.name: square for square in board.squares}


def start() -> BoardPicture:
    return picture(GAME.start_position({}), None)


def after(position: str, notation: str) -> BoardPicture:
    """Return the picture after a turn that the board can follow."""
    move = parse_move(notation)
    return picture(GAME.play(GAME.parse_position(position, {}), move), move)


def test_zones() -> None:
    grounds = {square.name: square.ground for square in start().squares}
    assert {name for name, ground in grounds.items() if ground.name == "Prime"} == PRIMES
    assert [name for name, ground in grounds.items() if ground.name == "Centre"] == ["d4"]
    assert sum(ground.name == "Perimeter" for ground in grounds.values()) == 24
    weights = {ground.name: ground.weight for ground in grounds.values()}
    assert weights["Perimeter"] < weights["Prime"] < weights["Centre"]


def test_stones_and_pools() -> None:
    board = picture(GAME.parse_position(MATCH, {}), None)
    stones = {
        square.name: (square.pieces[0].sign, square.pieces[0].side)
        for square in board.squares
        if square.pieces and square.pieces[0].name == "stone"
    }
    gold, silver = ("G", 0), ("S", 1)
    assert stones == {"b2": gold, "c2": gold, "e2": gold, "g1": silver, "d4": silver}
    pools = {
        (pool.name, pool.side): "".join(piece.sign for piece in pool.pieces) for pool in board.pools
    }
    assert pools == {
        ("hand", 0): "G" * 9,
        ("hand", 1): "S" * 9,
        ("captured", 0): "SS",
        ("captured", 1): "GGG",
    }
    assert board.notes == ("3 of 7 Primes", "0 of 7 Primes, may be cited")


@pytest.mark.parametrize(("face", "side", "name"), [("g", 0, "Gold"), ("s", 1, "Silver")])
def test_antipode_is_nobodys_and_shows_a_side(face: str, side: int, name: str) -> None:
    board = picture(GAME.parse_position(f"7/7/7/3{face}3/7/7/7 G 13/13 0/0 -,- sb 0", {}), None)
    (piece,) = by_name(board)["d4"].pieces
    assert (piece.side, piece.face, piece.sign) == (None, side, name[0])
    assert f"Neutral on the board: d4 Antipode with {name}'s face." in describe(board)
    assert f"│░░A{face}░│" in render_text(board)


def test_face_is_drawn_in_the_colour_of_its_side() -> None:
    gold, silver = (
        render_svg(
            picture(GAME.parse_position(f"7/7/7/3{face}3/7/7/7 G 0/0 0/0 -,- pb 0", {}), None)
        )
        for face in "gs"
    )
    assert gold.count(COLOURS[0]) > silver.count(COLOURS[0])
    assert silver.count(COLOURS[1]) > gold.count(COLOURS[1])


def test_what_was_turned_over_is_told() -> None:
    board = after("7/7/7/7/1G5/G1G4/Gg5 G 9/13 0/0 -,- pb 0", "a1~c1-c3")
    assert "last ply: [a1 → c1 → c3] turned over: b1" in render_text(board)
    assert "Last ply: a1 to c1 to c3, turned over on b1." in describe(board)


def test_cited_stones_are_told() -> None:
    board = after(MATCH, "Pd4:b2-b3")
    assert "last ply: [b2 → b3] taken away: d4" in render_text(board)
    assert "│×(C)×│" in render_text(board)
    assert "Last ply: b2 to b3, taken away from d4." in describe(board)


def test_long_jumps_light_their_ends_and_the_antipode() -> None:
    board = after(POSITION, LONG)
    assert len(board.last_path) == 24
    assert board.lit == ("a1", "a3", "a2")
