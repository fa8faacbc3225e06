"""Captions of pictures: the words are there, within the sheet, and text in every format."""

from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from mentis_records.core.capability import picture_of
from mentis_records.games import GAMES
from mentis_records.report.board.board_caption import Caption, add_caption
from mentis_records.report.board.board_font import FONT, missing_letters
from mentis_records.report.board.board_image import draw_gif, draw_png
from mentis_records.report.board.board_shape import Drawing, Label
from mentis_records.report.board.board_svg import render_svg

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
