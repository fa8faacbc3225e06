"""Boards in little room and turned round, and captions of pictures."""

import re
from io import BytesIO
from itertools import pairwise
from textwrap import fill
from typing import Any
from xml.etree import ElementTree

import pytest
from case_kit import cases_of
from PIL import Image

from mentis_records.core.capability import picture_of
from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES, find_game
from mentis_records.report.board.board_caption import Caption, add_caption
from mentis_records.report.board.board_font import FONT, missing_letters
from mentis_records.report.board.board_image import draw_gif, draw_png
from mentis_records.report.board.board_shape import Drawing, Label
from mentis_records.report.board.board_sign import ground_text
from mentis_records.report.board.board_small import render_small
from mentis_records.report.board.board_svg import render_svg
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


SIGN = "\N{CUNEIFORM SIGN A}"
"""A letter that no font of those that are asked for has."""
SVG = "{http://www.w3.org/2000/svg}"
LONG = (
    Caption(
        ("Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine", "W" * 60),
        ("#1d4e94", "#d1402c"),
        ("½", "½"),
        "104... " + "-".join(["g7"] * 30),
        "ply 208 of 301",
        "1/2-1/2, " + "agreement " * 20,
        "The open spring championship of the northern district",
    ),
    Caption(
        ("mmmmm MMMMM " * 9, "i" * 200),
        ("#1d4e94", "#d1402c"),
        ("1", "0"),
        "12... c5-c4#-b4",
        "ply 24 of 24",
        "1-0, resignation",
        "@" * 90,
    ),
)
SHORT = Caption(
    ("Ann", "Bert & <Carl>"), ("#1d4e94", "#d1402c"), ("1", "0"), "1. d4!", "ply 1 of 9", "1-0", ""
)


def extent(label: Label) -> tuple[float, float]:
    """Return where a text begins and ends, as wide as the font of PNG draws it."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    weight = "bold" if label.is_bold else "normal"
    font = FontProperties(family=FONT, weight=weight)
    width = TextPath((0, 0), label.text, size=label.size, prop=font).get_extents().width
    return (label.x - width, label.x) if label.anchor == "end" else (label.x, label.x + width)


@pytest.mark.parametrize("width", [4.5, 8.0, 14.0])
@pytest.mark.parametrize("caption", LONG)
def test_texts_stay_apart_and_on_the_sheet(width: float, caption: Caption) -> None:
    captioned = add_caption(Drawing(width, 5.0, ()), caption)
    assert captioned.width == width
    rows: dict[float, list[tuple[float, float]]] = {}
    for shape in captioned.shapes:
        if isinstance(shape, Label):
            rows.setdefault(round(shape.y, 3), []).append(extent(shape))
    assert len(rows) == 4
    assert 0 < min(rows) < max(rows) < captioned.height
    for row in rows.values():
        row.sort()
        assert row[0][0] >= 0
        assert row[-1][1] <= width
        for (_, end), (start, _) in pairwise(row):
            assert end < start


def test_words_are_text() -> None:
    picture = picture_of(GAMES[0], GAMES[0].start_position({}), None)
    root = ElementTree.fromstring(render_svg(picture, size=720, caption=SHORT))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts[:4] == ["1", "Ann", "0", "Bert & <Carl>"]
    assert texts[-3:] == ["1. d4!", "ply 1 of 9", "1-0"]


def test_films_have_captions_of_one_size() -> None:
    picture = picture_of(GAMES[0], GAMES[0].start_position({}), None)
    film, bare, still = BytesIO(), BytesIO(), BytesIO()
    draw_gif([picture] * 2, film, pixels=200, captions=[SHORT, LONG[0]])
    draw_gif([picture] * 2, bare, pixels=200)
    draw_png(picture, still, pixels=200, caption=SHORT)
    with Image.open(film) as shown, Image.open(bare) as plain, Image.open(still) as image:
        assert getattr(shown, "n_frames", 1) == 2, "the captions differ"
        assert getattr(plain, "n_frames", 1) == 1
        assert shown.width == plain.width
        assert shown.height > plain.height
        assert abs(shown.height - image.height) <= 1


def test_letters_that_no_font_has() -> None:
    assert missing_letters(["Ann Müller", "Łukasz Жуков"]) == ""
    assert missing_letters([f"A{SIGN}b", SIGN]) == SIGN
