"""The board renderers: what each must show of a picture, in little room or turned, and captions."""

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest
from board_kit import check_within_sheet
from case_kit import cases_of
from PIL import Image, ImageSequence

from mentis_records.core.capability import picture_of
from mentis_records.core.picture import BoardPicture
from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES, find_game
from mentis_records.games.mentis.picture import picture
from mentis_records.games.mentis.rules import square, tile
from mentis_records.games.mentis.rules.move import Capture, Movement, unpack
from mentis_records.games.mentis.rules.move_generator import legal_codes, play_unchecked
from mentis_records.games.mentis.rules.position import start
from mentis_records.games.mentis.rules.setup_string import parse_setup
from mentis_records.report.board.board_caption import Caption, add_caption
from mentis_records.report.board.board_font import FONT, missing_letters
from mentis_records.report.board.board_image import draw_gif, draw_png
from mentis_records.report.board.board_shape import Drawing, Label
from mentis_records.report.board.board_sign import ground_text
from mentis_records.report.board.board_small import render_small
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text
from mentis_records.report.board.board_turn import turned_round
from mentis_records.report.board.fitted_board import render_fitted

CASES = cases_of(__file__)
SVG = "{http://www.w3.org/2000/svg}"
CROWDED = "3k3/w1(nt)2s1/(TSN)5s/1S4(tsn)/N1(tn)1T2/5W(SNT)/3K3 b -/- 19"
CAPTURED = "3k3/2(tsn)4/2(NS)4/7/3N2S/2(TT)4/3K3 r S1/t1n1 14"
CROWDED_TEXT = CASES["crowded_text"]


def crowded() -> BoardPicture:
    return picture(parse_setup(CROWDED), None)


def captured() -> BoardPicture:
    last = Capture(tile.SPEARS, square.INDEX["c5"], square.INDEX["c6"], tile.NOBLES)
    position = parse_setup(CAPTURED.replace("(tsn)", "(ts)"))
    return picture(position, last)


def marched() -> BoardPicture:
    path = tuple(square.INDEX[name] for name in ("d3", "e3", "e4", "e5"))
    last = Movement(tile.NOBLES, path, (1, 0, 1))
    position = parse_setup("3k3/s1(ts)4/6n/3N1t1/3(TSN)3/7/3K3 b S2T2N1/s1t1n1 7")
    return picture(play_unchecked(position, last), last)


def random_pictures(seed: int, plies: int) -> list[BoardPicture]:
    choose = random.Random(seed)
    position = start(True)
    pictures = [picture(position, None)]
    for _ in range(plies):
        codes = legal_codes(position)
        if not codes:
            break
        last = unpack(choose.choice(codes))
        position = play_unchecked(position, last)
        pictures.append(picture(position, last))
    return pictures


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def label(svg: str, text: str) -> tuple[float, float]:
    """Return where a coordinate stands."""
    for node in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        if node.text == text:
            return float(node.attrib["x"]), float(node.attrib["y"])
    raise AssertionError(text)


@pytest.mark.parametrize("size", [160, 360, 720])
@pytest.mark.parametrize("board", [crowded(), captured(), marched(), *random_pictures(1, 12)])
def test_svg_is_self_contained_xml(board: BoardPicture, size: int) -> None:
    svg = render_svg(board, size=size, title="Ply 7")
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["width"] == str(size)
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "polygon", "polyline", "text"}
    names = {name for node in root.iter() for name in node.attrib}
    assert names.isdisjoint({"id", "href", "style", "class", "onload"})
    assert "url(" not in svg


def test_svg_stays_on_its_sheet() -> None:
    check_within_sheet(render_svg(marched(), highlights=("a1", "g7")))


@pytest.mark.parametrize("board", random_pictures(2, 60)[::6])
def test_text_alternative_has_every_tile(board: BoardPicture) -> None:
    text = ElementTree.fromstring(render_svg(board)).findtext(f"{SVG}desc") or ""
    assert text == describe(board)
    for place in board.squares:
        if place.pieces:
            said = re.search(
                rf"\b{place.name} (?:stack of (\d), bottom to top )?([A-Z][^;.]*)", text
            )
            assert said is not None
            assert said[2].split(", ") == [face.name for face in place.pieces]
            assert int(said[1] or 1) == len(place.pieces)
    for name, hand in zip(board.sides, board.pools, strict=True):
        said = re.search(rf"{name} in hand: ([^.]*)\.", text)
        assert said is not None
        total = sum(int(count) for count in re.findall(r"\d+", said[1]))
        assert total == len(hand.pieces)


def test_description_in_full() -> None:
    assert describe(marched()) == CASES["description_in_full"]
    assert describe(captured()).endswith("Last ply: c5, captured on c6.")


def test_svg_shows_each_letter_of_each_stack() -> None:
    shown = texts(render_svg(crowded()))
    for letter in "STNKW":
        on_board = [face for place in crowded().squares for face in place.pieces]
        assert shown.count(letter) == sum(face.sign == letter for face in on_board)


def test_small_svg_shows_stacks_as_words() -> None:
    shown = texts(render_svg(crowded(), size=160))
    assert sorted(text for text in shown if re.fullmatch("[A-Z]{2,}", text)) == sorted(
        ["NT", "TSN", "TSN", "TN", "SNT"]
    )


def test_svg_shows_hands_and_turn() -> None:
    shown = texts(render_svg(picture(start(True), None)))
    assert shown.count("×3") == 6
    assert shown.count("×1") == 2
    assert "Blue to move" in shown
    assert "Red" in shown


def test_flipped_svg_is_turned_round() -> None:
    upright, flipped = render_svg(crowded()), render_svg(crowded(), flipped=True)
    assert label(upright, "a")[0] < label(upright, "g")[0]
    assert label(flipped, "a")[0] > label(flipped, "g")[0]
    assert label(upright, "1")[1] > label(upright, "7")[1]
    assert label(flipped, "1")[1] < label(flipped, "7")[1]
    assert label(upright, "Red")[1] < label(upright, "Blue to move")[1]
    assert label(flipped, "Red")[1] > label(flipped, "Blue to move")[1]
    assert label(upright, "a")[0] == label(flipped, "g")[0]


def test_highlights_add_one_ring_each() -> None:
    plain = render_svg(crowded()).count("<polyline")
    ringed = render_svg(crowded(), highlights=("a1", "d4", "z9")).count("<polyline")
    assert ringed == plain + 2


@pytest.mark.parametrize(
    "title",
    ["</title><script>alert('x')</script>", '" onload="x', "a & b < c", "line\nbreak\x00\ud800"],
)
def test_hostile_title_is_escaped(title: str) -> None:
    root = ElementTree.fromstring(render_svg(crowded(), title=title))
    said = root.findtext(f"{SVG}title") or ""
    assert said == root.attrib["aria-label"]
    assert said.split() == re.sub("[\x00\ud800]", " ", title).split()
    assert root.find(f".//{SVG}script") is None
    assert "onload" not in root.attrib


def test_hostile_side_name_is_escaped() -> None:
    board = replace(crowded(), sides=("<b>&", "Red"))
    root = ElementTree.fromstring(render_svg(board))
    assert root.findtext(f"{SVG}title") == "<b>& to move"


@pytest.mark.parametrize(
    ("board", "ascii_only", "expected"),
    [(crowded(), False, CROWDED_TEXT), (captured(), True, CASES["captured_text"])],
)
def test_text_board(board: BoardPicture, ascii_only: bool, expected: str) -> None:
    assert render_text(board, ascii_only=ascii_only) == expected


@pytest.mark.parametrize("board", random_pictures(3, 60)[::6])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_text_board_has_every_stack(board: BoardPicture, ascii_only: bool) -> None:
    text = render_text(board, ascii_only=ascii_only)
    assert text.isascii() == ascii_only
    assert max(map(len, text.splitlines())) <= 60
    rows = {line[1]: re.split(r"[│|]", line) for line in text.splitlines() if line[1] in "1234567"}
    for place in board.squares:
        cell = rows[place.name[1]][1 + place.column]
        letters = "".join(face.sign for face in place.pieces)
        if place.pieces and place.pieces[0].side == 1:
            letters = letters.lower()
        assert re.sub(r"[^A-Za-z]", "", cell) == letters
        assert (cell[0] == "[") == (place.name in board.last_path)


def test_coloured_text_only_adds_sequences() -> None:
    coloured = render_text(crowded(), colour=True)
    assert "\x1b[" not in CROWDED_TEXT
    assert coloured.count("\x1b[0m") == coloured.count("\x1b[1;97;48;5;") == 14 + 2
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == CROWDED_TEXT


@pytest.mark.parametrize("pixels", [160, 720])
def test_png_size(tmp_path: Path, pixels: int) -> None:
    draw_png(crowded(), tmp_path / "board.png", pixels=pixels)
    with Image.open(tmp_path / "board.png") as image:
        assert image.format == "PNG"
        assert image.width == pixels
        svg = ElementTree.fromstring(render_svg(crowded(), size=pixels))
        assert image.height == int(svg.attrib["height"])


def test_png_shows_both_colours_and_is_reproducible() -> None:
    first, second = BytesIO(), BytesIO()
    draw_png(crowded(), first, pixels=240)
    draw_png(crowded(), second, pixels=240)
    assert first.getvalue() == second.getvalue()
    with Image.open(first) as image:
        found = {colour for _, colour in image.convert("RGB").getcolors(1 << 16) or []}
    for colour in crowded().colours:
        assert tuple(bytes.fromhex(colour[1:])) in found


def test_gif_has_one_frame_a_picture() -> None:
    pictures = random_pictures(4, 9)
    file = BytesIO()
    draw_gif(pictures, file, pixels=120, milliseconds=500)
    with Image.open(file) as image:
        assert sum(1 for _ in ImageSequence.Iterator(image)) == len(pictures)
        image.seek(0)
        assert image.width == 120
        assert image.info["duration"] == 500
        image.seek(len(pictures) - 1)
        assert image.info["duration"] == 1500


def test_gif_keeps_the_colours_of_squares() -> None:
    drawn, animated = BytesIO(), BytesIO()
    draw_png(marched(), drawn, pixels=480)
    draw_gif([crowded(), marched()], animated)
    with Image.open(drawn) as still, Image.open(animated) as moving:
        moving.seek(1)
        frame = moving.convert("RGB")
        for x, y in ((110, 390), (225, 395), (100, 70), (285, 325)):
            assert frame.getpixel((x, y)) == still.convert("RGB").getpixel((x, y))


def test_gif_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        draw_gif([], BytesIO())


def test_heavy_libraries_wait() -> None:
    code = (
        "import sys; from mentis_records.report.board import board_image, board_svg, board_text; "
        "print([m for m in ('matplotlib', 'PIL', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Boards in little room and turned round, and captions of pictures


def picture_after(game: Any, plies: int) -> Any:
    position, move = game.start_position(beginning_settings(game.description, {})), None
    for _ in range(plies):
        move = game.legal_moves(position)[-1]
        position = game.play(position, move)
    return picture_of(game, position, move)


def test_a_small_board() -> None:
    game = find_game("mentis")
    start = game.start_position({})
    (move,) = [each for each in game.legal_moves(start) if each.notation == "TSNd2"]
    assert render_small(picture_of(game, game.play(start, move), move)) == CASES["small"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_board_is_small_and_can_be_turned(game: Any) -> None:
    shown = picture_after(game, 6)
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
    shown = picture_after(game, 6)
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
    start = picture_after(find_game("cirkle_mind"), 1)
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
LONG = tuple(Caption(*texts) for texts in CASES["long_captions"])
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
        for (_, end), (begin, _) in pairwise(row):
            assert end < begin


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
