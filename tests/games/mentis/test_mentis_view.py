"""What a side sees of Mentis: tops of stacks, its own hand, and how many tiles there are."""

from typing import Any

import pytest

from mentis_records.core.capability import picture_of
from mentis_records.core.view import known_squares, view_key, view_of
from mentis_records.games import find_game
from mentis_records.games.mentis.rules.square import NAMES
from mentis_records.report.board.board_text import describe

GAME: Any = find_game("mentis")
FULL = "3k3/2(tsn)4/7/3w3/7/2(TN)N3/3K3 b S2T2N1/s2t2n2 7"


def _view(text: str, side: int) -> Any:
    return view_of(GAME, GAME.parse_position(text, {}), side)


@pytest.mark.parametrize(
    ("side", "seen"),
    [
        (0, "3k3/2(??n)4/7/3w3/7/2(?N)N3/3K3 b S2T2N1/?6 7"),
        (1, "3k3/2(??n)4/7/3w3/7/2(?N)N3/3K3 b ?5/s2t2n2 7"),
    ],
)
def test_stacks_and_the_other_hand_are_hidden(side: int, seen: str) -> None:
    assert GAME.format_position(_view(FULL, side)) == seen


def test_hidden_tiles_lie_face_down() -> None:
    told = describe(picture_of(GAME, _view(FULL, 0), None))
    assert "stack of 3, bottom to top face-down piece, face-down piece, Nobles" in told
    assert "Red in hand: 6 face-down piece" in told
    assert "Blue in hand: 2 Spears, 2 Trenchmen, 1 Nobles" in told


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        (FULL.replace("tsn", "stn"), True),
        (FULL.replace("tsn", "nsn").replace("t2n2", "t3n1"), True),
        (FULL.replace("(TN)", "(SN)"), True),
        (FULL.replace("S2", "S1"), False),
        (FULL.replace("s2t2n2", "s2t2n1"), False),
        (FULL.replace("tsn", "snt"), False),
        (FULL.replace("tsn", "sn"), False),
        (FULL.replace(" b ", " r "), False),
    ],
)
def test_blue_tells_apart_what_it_sees(other: str, is_alike: bool) -> None:
    keys = [view_key(GAME, GAME.parse_position(text, {}), 0) for text in (FULL, other)]
    assert (keys[0] == keys[1]) == is_alike


def test_where_nothing_is_hidden_a_view_is_the_position() -> None:
    position = GAME.parse_position("3k3/7/2n4/7/7/7/3K3 r S3T2N1/- 7", {})
    assert view_of(GAME, position, 0) == position
    assert view_key(GAME, position, 0) == position.key


def test_only_lone_tiles_are_known() -> None:
    position = GAME.parse_position(FULL, {})
    for side in (0, 1):
        known = {NAMES[place] for place in known_squares(GAME, position, side)}
        assert known == {"d1", "d2", "d4", "d7"}
