"""The board picture of Mentis: what a renderer is told, square by square."""

import pytest

from mentis_records.core.picture import BoardPicture, Polygon, SquarePicture
from mentis_records.games.mentis.picture import COLOURS, FACES, OUTLINES, picture
from mentis_records.games.mentis.rules import square, tile
from mentis_records.games.mentis.rules.position import BLUE, RED, start
from mentis_records.games.mentis.rules.setup_string import parse_setup

CROWDED = "3k3/w1(nt)2s1/(TSN)5s/1S4(tsn)/N1(tn)1T2/5W(SNT)/3K3 b -/- 19"
HANDS = "3k3/7/7/7/7/7/3K3 r S2N1W1/t3 4"


def by_name(board: BoardPicture) -> dict[str, SquarePicture]:
    return {place.name: place for place in board.squares}


def place(name: str) -> int:
    return square.INDEX[name]


def as_text(board: BoardPicture) -> dict[str, str]:
    return {
        place.name: "".join(
            face.sign if face.side == BLUE else face.sign.lower() for face in place.pieces
        )
        for place in board.squares
        if place.pieces
    }


@pytest.mark.parametrize(
    ("setup", "stacks"),
    [
        ("3k3/7/7/7/7/7/3K3 b -/- 1", "d7 k, d1 K"),
        (
            CROWDED,
            "d7 k, a6 w, c6 nt, f6 s, a5 TSN, g5 s, b4 S, g4 tsn, a3 N, c3 tn, e3 T, f2 W, g2 SNT, "
            "d1 K",
        ),
    ],
)
def test_stacks_are_bottom_to_top(setup: str, stacks: str) -> None:
    shown = as_text(picture(parse_setup(setup), None))
    assert ", ".join(f"{name} {stack}" for name, stack in shown.items()) == stacks


def test_hands_hold_every_tile() -> None:
    board = picture(parse_setup(HANDS), None)
    assert ["".join(face.sign for face in hand.pieces) for hand in board.pools] == ["SSNW", "TTT"]
    assert [{face.side for face in hand.pieces} for hand in board.pools] == [{BLUE}, {RED}]
    assert board.side_to_move == RED


def test_grounds() -> None:
    grounds: dict[tuple[str, int | None], set[str]] = {}
    for name, found in by_name(picture(start(False), None)).items():
        grounds.setdefault((found.ground.name, found.ground.side), set()).add(name)
    assert len(grounds.pop(("plain", None))) == square.COUNT - 16
    assert grounds == {
        ("hill", BLUE): {"c1", "d1", "e1"},
        ("hill", RED): {"c7", "d7", "e7"},
        ("deployment", BLUE): {"b1", "f1", "c2", "d2", "e2"},
        ("deployment", RED): {"b7", "f7", "c6", "d6", "e6"},
    }


@pytest.mark.parametrize("kind", tile.TYPES)
@pytest.mark.parametrize("side", [BLUE, RED])
def test_faces(kind: int, side: int) -> None:
    face = FACES[side][kind]
    assert (face.sign, face.name, face.side) == (tile.LETTERS[kind], tile.NAMES[kind], side)
    assert face.emblem
    for polygon in (face.outline, *face.emblem):
        assert len(polygon) >= 3
        assert all(0 <= part <= 1 for point in polygon for part in point)
    for polygon in face.emblem:
        assert all(is_inside(point, face.outline) for point in polygon)


@pytest.mark.parametrize(
    ("kind", "immune_to"),
    [(tile.SPEARS, tile.NOBLES), (tile.TRENCHMEN, tile.SPEARS), (tile.NOBLES, tile.TRENCHMEN)],
)
def test_emblem_is_the_shape_of_the_type_that_cannot_capture(kind: int, immune_to: int) -> None:
    (emblem,) = FACES[BLUE][kind].emblem
    assert normalised(emblem) == normalised(OUTLINES[immune_to])


def test_silhouettes_differ() -> None:
    assert len({normalised(outline) for outline in OUTLINES.values()}) == len(tile.TYPES)


def test_colours_differ_in_lightness_and_carry_white() -> None:
    blue, red = (luminance(colour) for colour in COLOURS)
    assert red > 1.8 * blue
    assert 1.05 / (max(blue, red) + 0.05) > 4.5


def normalised(polygon: Polygon) -> Polygon:
    """Return the polygon moved and scaled to a bounding box of height 1 at the origin."""
    left, bottom = min(x for x, _ in polygon), min(y for _, y in polygon)
    height = max(y for _, y in polygon) - bottom
    return tuple(
        (round((x - left) / height, 6), round((y - bottom) / height, 6)) for x, y in polygon
    )


def is_inside(point: tuple[float, float], polygon: Polygon) -> bool:
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
