"""Boards of every kind a picture can hold: holes, points, owners, backs, pools, several targets."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import BytesIO

import pytest
from case_kit import cases_of
from PIL import Image
from strange_board import SIDES, points, squares, stone

from mentis_records.core.picture import BoardPicture, Piece, Pool, face_down
from mentis_records.report.board.board_image import draw_gif, draw_png
from mentis_records.report.board.board_outline import outlines
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text
from mentis_records.report.document.example_game import ExampleGame, ExampleLine, ExamplePosition
from mentis_records.report.document.replay_board import ReplayBoard, replay_boards
from mentis_records.report.figure.figure_style import legible

CASES = cases_of(__file__)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '\x1b[31m</text><script>"&'

SQUARES_TEXT = CASES["squares_text"]

POINTS_TEXT = CASES["points_text"]

DESCRIPTION = (
    "Gold to move. Gold on the board: g3 stone; a4 piece Yc; g4 rider; a5 stone; "
    "e5 stack of 7, bottom to top Mauve stone, Gold stone, Mauve stone, Gold stone, Mauve stone, "
    "Mauve stone, Gold stone; f5 face-down piece. Gold in base: 2 stone. Gold in reserve: 6 stone. "
    "Gold in prison: 2 Mauve stone, 1 Mauve piece Ko. "
    "Mauve on the board: b1 stone; a3 rider; b4 piece Bt; "
    "f4 stack of 2, bottom to top Gold face-down piece, Mauve piece Kx; "
    "b5 stack of 2, bottom to top Gold stone, Mauve stone; "
    "c5 stack of 3, bottom to top Mauve rider, Gold rider, Mauve rider; g5 face-down piece. "
    "Mauve in base: nothing. Mauve in hidden: 4 face-down pieces. "
    "Neutral on the board: f2 face-down piece; d4 token. In supply: 12 stone. "
    "In lost: 1 Gold piece Yt, 1 Gold piece Ys, 1 Gold piece Yx, 1 Gold piece Yo, 1 Gold piece Gt. "
    "Last ply: c3 to e3 to e1, captured on d3, b1, g3."
)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def example(*pictures: BoardPicture) -> ExampleGame:
    positions = tuple(
        ExamplePosition(max(0, number - 1), f"ply {number}", picture)
        for number, picture in enumerate(pictures)
    )
    return ExampleGame(
        0, "x", (), "", "", "*", 0, len(pictures) - 1, ExampleLine((), ()), positions
    )


def drawn(piece: Piece) -> str:
    """Return the shapes of a board of one square, both sides of one colour."""
    square = replace(squares().squares[-1], pieces=(piece,))
    board = replace(squares(), colours=("#777777",) * 2, squares=(square,), pools=(), last_path=())
    svg = render_svg(replace(board, last_targets=()), title="x")
    return re.sub("<desc>.*</desc>", "", svg)


def test_text_of_squares_with_holes() -> None:
    assert render_text(squares()) == SQUARES_TEXT


def test_text_of_points() -> None:
    assert render_text(points(), ascii_only=True, highlights=("a5",)) == POINTS_TEXT


@pytest.mark.parametrize("board", [squares(), points()])
def test_colours_only_add_sequences(board: BoardPicture) -> None:
    coloured = render_text(board, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(board)
    assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b[")
    assert render_text(board, ascii_only=True).isascii()


def test_high_stack_is_cut_and_told() -> None:
    high = tuple(stone(number % 2) for number in range(12))
    board = squares()
    board = replace(board, squares=(replace(board.squares[0], pieces=high), *board.squares[1:]))
    text = render_text(board)
    assert max(map(len, text.splitlines())) <= 79
    assert "│ …mGmGm  │" in text or "│ …GmGmGm │" in text
    assert "   a5, bottom to top: G m G m G m G m G m G m" in text
    assert "+8" in texts(render_svg(board))


def test_description() -> None:
    assert describe(squares()) == DESCRIPTION


@pytest.mark.parametrize("size", [160, 720])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("board", [squares(), points()])
def test_svg_stays_on_its_sheet(board: BoardPicture, size: int, flipped: bool) -> None:
    root = ElementTree.fromstring(render_svg(board, size=size, flipped=flipped))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for node in root.iter():
        for point in node.attrib.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_svg_shows_signs_grounds_and_pools() -> None:
    shown = texts(render_svg(squares(), size=720))
    for words in ("Yc", "Kx", "Gt", "Ro", "base", "prison", "hidden", "lost", "×12", "+3", "T"):
        assert words in shown
    assert shown.count("empty") == 1


def test_coordinates_stay_right_beside_holes() -> None:
    root = ElementTree.fromstring(render_svg(squares()))
    places = {
        node.text: (float(node.attrib["x"]), float(node.attrib["y"]))
        for node in root.iter(f"{SVG}text")
    }
    assert places["T"][0] == places["d"][0]
    assert abs(places["T"][1] - places["4"][1]) < 10


def test_outline_goes_round_the_board_and_its_holes() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert list(outlines(ring)) == [
        ((0, 0), (3, 0), (3, 3), (0, 3)),
        ((1, 1), (1, 2), (2, 2), (2, 1)),
    ]
    assert list(outlines({(0, 0), (1, 1)})) == [
        ((0, 0), (1, 0), (1, 1), (0, 1)),
        ((1, 1), (2, 1), (2, 2), (1, 2)),
    ]


def test_backs_tell_nothing_but_the_owner() -> None:
    assert face_down(0) == face_down(0) != face_down(1)
    svg = render_svg(squares(), size=720)
    assert len({drawn(face_down(side)) for side in (0, 1, None)}) == 3
    assert "face-down piece" in svg


def test_sides_differ_without_colour() -> None:
    shapes = [drawn(Piece("S", "stone", side)).count("<polygon") for side in (0, 1)]
    assert shapes[0] != shapes[1]
    assert "#e4ded2" in drawn(Piece("S", "stone", None))


def test_frames_of_an_animation_are_of_one_size() -> None:
    """A picture alone has no more rows for pools than it needs."""
    emptied = replace(squares(), pools=tuple(replace(pool, pieces=()) for pool in squares().pools))
    heights = []
    for board in (squares(), emptied):
        file, animated = BytesIO(), BytesIO()
        draw_png(board, file, pixels=300)
        draw_gif([board, emptied], animated, pixels=300)
        with Image.open(file) as image, Image.open(animated) as frames:
            heights += [image.height, frames.height]
    alone, full, alone_empty, empty = heights
    assert full == empty > alone >= alone_empty


def test_nothing_hostile_gets_through() -> None:
    board = squares()
    piece = Piece("<&", HOSTILE, 0, text=HOSTILE)
    board = replace(
        board,
        sides=(HOSTILE, SIDES[1]),
        squares=(
            replace(
                board.squares[0],
                pieces=(piece,),
                ground=replace(board.squares[0].ground, sign=HOSTILE),
            ),
            *board.squares[1:],
        ),
        pools=(Pool(HOSTILE, 0, (piece,)), Pool(HOSTILE, None, ())),
    )
    text = render_text(board)
    assert "\x1b" not in text
    root = ElementTree.fromstring(render_svg(board))
    assert root.find(f".//{SVG}script") is None
    replay = ReplayBoard([example(board)])
    for shown in (replay.symbols(), replay.common, replay.still(example(board))):
        assert "<script" not in shown


@pytest.mark.parametrize("board", [squares(), points()])
def test_replayer_holds_each_kind(board: BoardPicture) -> None:
    before = replace(board, last_path=(), last_targets=(), side_to_move=1 - board.side_to_move)
    game = example(before, board)
    replay = ReplayBoard([game])
    assert replay.still(game).count('fill-opacity="0.5"') == len(
        {*board.last_path, *board.last_targets}
    )
    assert ('rx="50"' in replay.still(game)) == bool(board.lines)


def test_games_on_boards_of_two_sizes_stand_on_one_page() -> None:
    games = [example(squares()), example(points()), example(squares())]
    boards = replay_boards(games)
    assert [board.number for board in boards] == [1, 2]
    assert [[board.has(game) for board in boards] for game in games] == [
        [True, False],
        [False, True],
        [True, False],
    ]
    assert 'id="piece-2-1"' in boards[1].symbols()


@pytest.mark.parametrize("colour", ["#ffffff", "#c0c0c0", "#c99a1e", "#1d4e94", "#222222"])
def test_light_sides_show_on_paper(colour: str) -> None:
    shown = rgb(legible(colour))
    assert 0.299 * shown[0] + 0.587 * shown[1] + 0.114 * shown[2] < 160
    assert (legible(colour) == colour) == (colour in {"#1d4e94", "#222222"})
