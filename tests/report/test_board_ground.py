"""Squares with pips and pools on the board: what is printed on a board, and what lies on it."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from case_kit import cases_of
from strange_board import coloured, squares
from test_board_kinds import example

from mentis_records.core.picture import Ground
from mentis_records.report.board.board_ground import BAND
from mentis_records.report.board.board_layout import BoardSheet
from mentis_records.report.board.board_mark import aimed_targets
from mentis_records.report.board.board_shape import Area, Label, Shape, mix
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text
from mentis_records.report.document.replay_board import ReplayBoard, replay_boards

CASES = cases_of(__file__)

SVG = "{http://www.w3.org/2000/svg}"

TEXT = CASES["text"]

DESCRIPTION = (
    "Gold to move. Gold: 3 points. Gold on the board: nothing. "
    "Mauve on the board: a2 stack of 2, bottom to top Gold stone, Mauve stone. "
    "Gold prison, a1: 2 Mauve stone, 2 men. Mauve base, b1: nothing. "
    "Supply, c1: 1 stone. Last ply: b1 to b2 to c2, captured on a2."
)


def drawn(name: str, shapes: tuple[Shape, ...], sheet: BoardSheet) -> list[Shape]:
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
    assert describe(coloured()) == DESCRIPTION


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
    band = drawn("a2", sheet.draw(()).shapes, sheet)
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
        for shape in drawn("a2", sheet.draw(()).shapes, sheet)
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
        for shape in drawn("a2", sheet.draw(()).shapes, sheet)
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


@pytest.mark.parametrize("size", [90, 720])
@pytest.mark.parametrize("flipped", [False, True])
def test_svg_stays_on_its_sheet(size: int, flipped: bool) -> None:
    root = ElementTree.fromstring(render_svg(coloured(), size=size, flipped=flipped))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for node in root.iter():
        for point in node.attrib.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


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
