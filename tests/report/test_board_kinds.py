"""Boards of every kind a picture can hold, what is printed on them, and what lies there."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import BytesIO

import pytest
from board_kit import check_within_sheet
from case_kit import cases_of
from PIL import Image
from strange_board import SIDES, coloured, points, squares, stone

from mentis_records.core.picture import BoardPicture, Ground, Piece, Pool, face_down
from mentis_records.report.board.board_ground import BAND
from mentis_records.report.board.board_image import draw_gif, draw_png
from mentis_records.report.board.board_layout import BoardSheet
from mentis_records.report.board.board_mark import aimed_targets
from mentis_records.report.board.board_outline import outlines
from mentis_records.report.board.board_shape import Area, Label, Shape, mix, rgb
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text
from mentis_records.report.document.example_game import ExampleGame, ExampleLine, ExamplePosition
from mentis_records.report.document.replay_board import ReplayBoard, replay_boards
from mentis_records.report.figure.figure_style import legible

CASES = cases_of(__file__)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '\x1b[31m</text><script>"&'


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
    assert render_text(squares()) == CASES["squares_text"]


def test_text_of_points() -> None:
    assert render_text(points(), ascii_only=True, highlights=("a5",)) == CASES["points_text"]


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
    assert describe(squares()) == CASES["description"]


@pytest.mark.parametrize("size", [90, 160, 720])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("board", [squares(), points(), coloured()])
def test_svg_stays_on_its_sheet(board: BoardPicture, size: int, flipped: bool) -> None:
    check_within_sheet(render_svg(board, size=size, flipped=flipped))


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


@pytest.mark.ci
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


TEXT = CASES["text"]
GROUND_DESCRIPTION = (
    "Gold to move. Gold: 3 points. Gold on the board: nothing. "
    "Mauve on the board: a2 stack of 2, bottom to top Gold stone, Mauve stone. "
    "Gold prison, a1: 2 Mauve stone, 2 men. Mauve base, b1: nothing. "
    "Supply, c1: 1 stone. Last ply: b1 to b2 to c2, captured on a2."
)


def ground_drawn(name: str, shapes: tuple[Shape, ...], sheet: BoardSheet) -> list[Shape]:
    """Return the shapes that lie within a square."""
    (square,) = (square for square in sheet.picture.squares if square.name == name)
    x, y = sheet.corner(square)

    def is_within(shape: Shape) -> bool:
        points = ((shape.x, shape.y),) if isinstance(shape, Label) else shape.points
        return all(x <= px <= x + 1 and y <= py <= y + 1 for px, py in points)

    return [shape for shape in shapes if is_within(shape)]


def test_each_row_says_what_its_squares_are() -> None:
    assert render_text(coloured()) == TEXT


def test_description_tells_pools_and_notes() -> None:
    assert describe(coloured()) == GROUND_DESCRIPTION


def test_terminals_show_colours_of_grounds_alone() -> None:
    text = render_text(coloured(), colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == TEXT
    assert re.search(r"\x1b\[1;97;48;5;167mRe 3:1 \x1b\[0m", text)
    assert re.search(r"\x1b\[1;30;48;5;221mYe 0:4 \x1b\[0m", text)
    assert "│prison │" in text


def test_words_on_squares_are_cut_where_there_is_no_room() -> None:
    board = coloured()
    ground = replace(board.squares[-1].ground, sign="a very long word " * 3)
    board = replace(board, columns=tuple("abcdefgh"))
    board = replace(board, squares=(*board.squares[:-1], replace(board.squares[-1], ground=ground)))
    assert max(map(len, render_text(board).splitlines())) <= 79


@pytest.mark.parametrize("size", [90, 720])
def test_pips_are_dots_of_the_sides(size: int) -> None:
    sheet = BoardSheet(coloured(), size)
    band = ground_drawn("a2", sheet.draw(()).shapes, sheet)
    dots = [shape.fill for shape in band if isinstance(shape, Area) and shape.width == 0.02]
    assert dots == [coloured().colours[0]] * 3 + [coloured().colours[1]]


def test_pieces_leave_the_band_free() -> None:
    board = coloured()
    high = board.squares[0].pieces * 6
    board = replace(board, squares=(replace(board.squares[0], pieces=high), *board.squares[1:]))
    sheet = BoardSheet(board, 720)
    _, y = sheet.corner(board.squares[0])
    pieces = [
        shape
        for shape in ground_drawn("a2", sheet.draw(()).shapes, sheet)
        if isinstance(shape, Area) and shape.fill in board.colours and shape.width != 0.02
    ]
    assert pieces
    assert min(py for piece in pieces for _, py in piece.points) >= y + BAND


def test_an_emblem_has_a_band_too() -> None:
    """An emblem needs no pips: it is drawn in the band, and the terminal shows the sign."""
    board = coloured()
    triangle = ((0.5, 1.0), (0.0, 0.0), (1.0, 0.0))
    ground = Ground("red", None, 1, "#d8342c", "Re", emblem=(triangle,))
    squares = tuple(
        replace(square, ground=ground) if square.ground.pips else square for square in board.squares
    )
    board = replace(board, squares=squares)
    sheet = BoardSheet(board, 600)
    (emblem,) = (
        shape
        for shape in ground_drawn("a2", sheet.draw(()).shapes, sheet)
        if isinstance(shape, Area) and len(shape.points) == 3
    )
    _, top = sheet.corner(board.squares[0])
    assert all(top < y < top + BAND for _, y in emblem.points)
    assert "│  Re   │" in render_text(board)
    assert "pips" not in render_text(board)


def test_the_last_ply_lights_its_stops() -> None:
    board = coloured()
    assert board.lit == ("b1", "c2", "a2")
    assert replace(board, last_stops=()).lit == ("b1", "b2", "c2", "a2")
    sheet = BoardSheet(board, 720)
    colours = [sheet.ground_colour(square) for square in board.squares]
    dark = replace(board, last_path=(), last_targets=(), last_stops=())
    plain = [BoardSheet(dark, 720).ground_colour(square) for square in board.squares]
    changed = [square.name for at, square in enumerate(board.squares) if colours[at] != plain[at]]
    assert sorted(changed) == sorted(board.lit)


def test_pools_on_squares_show_kinds_with_numbers() -> None:
    root = ElementTree.fromstring(render_svg(coloured(), size=720))
    shown = [node.text for node in root.iter(f"{SVG}text")]
    assert shown.count("×2") == 2
    for words in ("prison", "base", "supply", "3 points"):
        assert words in shown


def test_long_notes_shrink() -> None:
    board = replace(coloured(), notes=("3 points", "no points, and may still start anywhere"))
    shapes = BoardSheet(board, 720).draw(()).shapes
    sizes = {shape.text: shape.size for shape in shapes if isinstance(shape, Label)}
    assert sizes[board.notes[1]] < 0.7 * sizes[board.notes[0]]


def test_holes_that_squares_surround_are_filled() -> None:
    board = squares()
    assert board.holes == ((2, 1), (4, 1))
    sheet = BoardSheet(board, 720)
    panel, ink = "#fbf9f4", "#6f665a"
    filled = [
        shape
        for shape in sheet.ground()
        if isinstance(shape, Area) and shape.fill == mix(panel, ink, 0.5)
    ]
    assert len(filled) == 2


def test_replayer_marks_below_bands() -> None:
    before = replace(coloured(), last_path=(), last_targets=(), last_stops=())
    game = example(before, coloured())
    replay = ReplayBoard([game])
    final = replay.still(game)
    assert final.count('fill-opacity="0.5"') == 3
    assert final.count('height="73" fill=') == 2
    assert final.count('height="100" fill=') == 1
    assert '"Gold prison with 2 Mauve stone, 2 men"' in replay.common
    assert replay.positions(game).endswith("[4,1,2],[0],[],[4,2,0]]]")


def test_pieces_taken_away_and_turned_over_are_lit() -> None:
    """Only what was captured is aimed at; all of it is marked in pages, too."""
    before = replace(coloured(), last_path=(), last_targets=(), last_stops=())
    board = replace(before, last_path=("b1", "b2"), last_removed=("a2",), last_turned=("c2",))
    assert board.lit == ("b1", "b2", "a2", "c2")
    assert aimed_targets(board) == ()
    assert "Last ply: b1 to b2, taken away from a2, turned over on c2." in describe(board)
    game = example(before, board)
    replay = ReplayBoard([game])
    assert replay.still(game).count('fill-opacity="0.5"') == 4
    assert replay.positions(game).endswith("[4,1],[],[0],[4,1,0,2]]]")


def test_a_square_attacked_in_vain_is_aimed_at() -> None:
    """A line leads there, but no cross stands on it."""
    before = replace(coloured(), last_path=(), last_targets=(), last_stops=())
    board = replace(before, last_path=("b1", "b2"), last_attacked=("a2",))
    assert (aimed_targets(board), board.last_taken) == (("a2",), ())
    assert board.lit == ("b1", "b2", "a2")
    assert "Last ply: b1 to b2, attacked a2 in vain." in describe(board)
    assert "last ply: [b1 → b2] attacked in vain: a2" in render_text(board)
    game = example(before, board)
    assert ReplayBoard([game]).positions(game).endswith("[4,1],[],[],[4,1,0],[0]]]")


def test_an_attacker_that_is_lost_did_not_attack_in_vain() -> None:
    before = replace(coloured(), last_path=(), last_targets=(), last_stops=())
    board = replace(before, last_path=("b1", "b2"), last_attacked=("a2",), last_removed=("b2",))
    assert describe(board).endswith("Last ply: b1 to b2, attacked a2 and was lost.")
    assert "   last ply: [b1 → b2] lost to: a2" in render_text(board).splitlines()
    other = replace(board, last_removed=("c2", "b2"))
    assert describe(other).endswith("b1 to b2, attacked a2 and was lost, taken away from c2.")


def test_boards_of_other_grounds_are_replayed_apart() -> None:
    board = coloured()
    first, *others = board.squares
    other = replace(board, squares=(replace(first, ground=Ground("bare")), *others))
    moved = replace(board, squares=(replace(first, pieces=()), *others))
    games = [example(each) for each in (board, other, moved)]
    assert [list(map(each.has, games)) for each in replay_boards(games)] == [
        [True, False, True],
        [False, True, False],
    ]
