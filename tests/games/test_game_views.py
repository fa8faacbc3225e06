"""Laws of what a side sees, for every game that hides something."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from case_kit import cases_of
from plain_cirkle_mind import with_other_faces

from mentis_records.core.capability import picture_of
from mentis_records.core.game import NotOfferedError
from mentis_records.core.start import starts_of
from mentis_records.core.view import has_views, known_squares, view_key, view_of, viewer
from mentis_records.games import GAMES, find_game
from mentis_records.games.cirkle_mind.rules.board import INDEX, NAMES
from mentis_records.games.mentis.rules.square import NAMES as MENTIS_NAMES
from mentis_records.query.answer.evaluate import evaluate
from mentis_records.query.moment import Moment
from mentis_records.query.plan.question import ask
from mentis_records.report.board.board_text import describe

HIDING = [game for game in GAMES if has_views(game.description)]
OPEN = [game for game in GAMES if not has_views(game.description)]
_GAMES, _PLIES = 3, 30


def _positions(game: Any) -> list[Any]:
    """Return the positions of some games played at random."""
    chance = random.Random(41)
    found = []
    for _ in range(_GAMES):
        position = starts_of(game)[0].position
        for _ in range(_PLIES):
            found.append(position)
            moves = game.legal_moves(position)
            if not moves:
                break
            position = game.play(position, chance.choice(moves))
    return found


def _text(game: Any, position: Any) -> str:
    """Return a position as it is written, without the number of the move."""
    return re.sub(r" \d+$", "", game.format_position(position))


@pytest.mark.one_build
@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.description.slug)
def test_views_that_look_the_same_have_one_key(game: Any) -> None:
    positions = _positions(game)
    for side in (0, 1):
        keys: dict[str, set[int]] = {}
        for position in positions:
            view = view_of(game, position, side)
            assert view_of(game, view, side) == view
            assert known_squares(game, view, side) == known_squares(game, position, side)
            key = view_key(game, position, side)
            assert 0 <= key < 1 << 63
            keys.setdefault(_text(game, view), set()).add(key)
        assert len(keys) > len(positions) // 3
        assert {len(found) for found in keys.values()} == {1}
        assert len({key for found in keys.values() for key in found}) == len(keys)


@pytest.mark.one_build
@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.description.slug)
def test_each_side_sees_something_of_its_own(game: Any) -> None:
    for position in _positions(game)[::10]:
        first, second = (_text(game, view_of(game, position, side)) for side in (0, 1))
        assert len({first, second, _text(game, position)}) == 3
        assert view_of(game, position, None) is position


@pytest.mark.one_build
def test_games_say_which_sides_there_are() -> None:
    assert viewer(find_game("mentis").description, "RED") == 1
    with pytest.raises(ValueError, match=r"^choose one of green, mauve$"):
        viewer(find_game("cirkle_mind").description, "red")


@pytest.mark.one_build
@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.description.slug)
def test_other_games_hide_nothing(game: Any) -> None:
    title = re.escape(game.description.title)
    with pytest.raises(NotOfferedError, match=f"^{title} has no hidden information: "):
        viewer(game.description, game.description.sides[0])


# What a side sees of CirKle Mind: its own faces, and those that an attack has shown


TABLES = cases_of(__file__)
MIND: Any = find_game("cirkle_mind")
GREEN, MAUVE = 0, 1
FULL = "3mc3yc/8/8/2kxKt4/3Gt4/8/8/8/8/8/3Gc4 G c8,d7 -"


def _read(text: str) -> Any:
    return MIND.parse_position(text, {})


def _seen(text: str, side: int) -> str:
    return str(MIND.format_position(view_of(MIND, _read(text), side)))


def test_shown_faces_are_seen_by_both() -> None:
    assert _seen(FULL, GREEN) == "3m?3m?/8/8/2kxKt4/3Gt4/8/8/8/8/8/3Gc4 G c8,d7 -"
    assert _seen(FULL, MAUVE) == "3mc3yc/8/8/2kxG?4/3Gt4/8/8/8/8/8/3G?4 G c8,d7 -"


def _played(text: str, *turns: str) -> Any:
    position = _read(text)
    for turn in turns:
        (move,) = (move for move in MIND.legal_moves(position) if move.notation == turn)
        position = MIND.play(position, move)
    return position


START = "3mc4/8/8/8/3yx4/8/3Bt4/8/8/8/3Gc4 G - -"


def test_a_face_is_known_from_the_attack_on_and_travels_with_its_piece() -> None:
    turns = ("d5-d6xd7:BtYx=", "d7-e7", "d6-c6")
    seen = []
    for played in range(len(turns) + 1):
        position = _played(START, *turns[:played])
        known = [{NAMES[at] for at in known_squares(MIND, position, side)} for side in (0, 1)]
        seen.append(sorted(known[GREEN] & known[MAUVE]))
    assert seen == [[], ["d6", "d7"], ["d6", "e7"], ["c6", "e7"]]
    text = MIND.format_position(view_of(MIND, position, GREEN))
    assert text == "3m?4/8/8/8/4yx3/2Bt5/8/8/8/8/3Gc4 M c6,e7 -"


def test_captured_pieces_stay_known() -> None:
    position = _played("3mc4/8/8/8/3yt4/8/3Bt4/8/8/8/3Gc4 G - -", "d5-d6xd7:BtYt+")
    view = view_of(MIND, position, GREEN)
    used = [side.bit_count() for side in view.used]
    assert used == [2, 1], "Green's own faces, and the one that was captured"


@pytest.mark.parametrize("side", [GREEN, MAUVE])
def test_positions_that_agree_in_what_a_side_saw_give_equal_views(side: int) -> None:
    chance = random.Random(7)
    differing = 0
    for _ in range(4):
        position = MIND.start_position(dict(MIND.description.usual_settings))
        for _ in range(60):
            moves = MIND.legal_moves(position)
            if not moves:
                break
            attacks = [move for move in moves if move.kind == "attack"]
            position = MIND.play(position, chance.choice(attacks or moves))
            if MIND.outcome(position) is not None:
                break
            other = with_other_faces(position, side, chance)
            texts = [MIND.format_position(each) for each in (position, other)]
            views = [view_of(MIND, MIND.parse_position(text, {}), side) for text in texts]
            assert views[0] == views[1]
            assert view_key(MIND, position, side) == view_key(MIND, other, side)
            differing += texts[0] != texts[1]
    assert differing > 50


@pytest.mark.parametrize(("query", "is_true"), TABLES["green"])
def test_what_green_sees(query: str, is_true: bool) -> None:
    assert _holds(f"seen by green: {query}") == is_true


@pytest.mark.parametrize(("query", "is_true"), TABLES["shields"])
def test_shields_of_hidden_pieces_are_not_seen(query: str, is_true: bool) -> None:
    assert _holds(query, Level="medium") == is_true
    if query.startswith("seen by") and " not " in query:
        assert _holds(query, Level="easy")


def _holds(query: str, **settings: str) -> bool:
    record = SimpleNamespace(game="cirkle_mind")
    words = MIND.description.vocabulary
    played: Any = SimpleNamespace(record=record)
    position = MIND.parse_position(FULL, settings)
    moment = Moment(words, played, 0, 0, position, None, None)
    (found,) = evaluate(ask(query, MIND).node, [moment], MIND.description.sides)
    return found


def test_known_to_both_is_what_was_shown() -> None:
    known = [name for name in NAMES if _holds(f"known {name}")]
    assert known == ["d7", "c8"]


def test_who_sees_more_has_another_key() -> None:
    shown = FULL.replace("c8,d7", "c8,d11,d7")
    assert view_key(MIND, _read(FULL), GREEN) != view_key(MIND, _read(shown), GREEN)
    changed = FULL.replace("Kt", "Ks")
    assert view_key(MIND, _read(FULL), GREEN) != view_key(MIND, _read(changed), GREEN)
    assert view_key(MIND, _read(FULL), MAUVE) == view_key(MIND, _read(changed), MAUVE)
    assert INDEX["d8"] not in known_squares(MIND, _read(FULL), MAUVE)


# What a side sees of Mentis: tops of stacks, its own hand, and how many tiles there are


MENTIS: Any = find_game("mentis")
STACKED = "3k3/2(tsn)4/7/3w3/7/2(TN)N3/3K3 b S2T2N1/s2t2n2 7"


def _mentis_view(text: str, side: int) -> Any:
    return view_of(MENTIS, MENTIS.parse_position(text, {}), side)


@pytest.mark.parametrize(
    ("side", "seen"),
    [
        (0, "3k3/2(??n)4/7/3w3/7/2(?N)N3/3K3 b S2T2N1/?6 7"),
        (1, "3k3/2(??n)4/7/3w3/7/2(?N)N3/3K3 b ?5/s2t2n2 7"),
    ],
)
def test_stacks_and_the_other_hand_are_hidden(side: int, seen: str) -> None:
    assert MENTIS.format_position(_mentis_view(STACKED, side)) == seen


def test_hidden_tiles_lie_face_down() -> None:
    told = describe(picture_of(MENTIS, _mentis_view(STACKED, 0), None))
    assert "stack of 3, bottom to top face-down piece, face-down piece, Nobles" in told
    assert "Red in hand: 6 face-down piece" in told
    assert "Blue in hand: 2 Spears, 2 Trenchmen, 1 Nobles" in told


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        (STACKED.replace("tsn", "stn"), True),
        (STACKED.replace("tsn", "nsn").replace("t2n2", "t3n1"), True),
        (STACKED.replace("(TN)", "(SN)"), True),
        (STACKED.replace("S2", "S1"), False),
        (STACKED.replace("s2t2n2", "s2t2n1"), False),
        (STACKED.replace("tsn", "snt"), False),
        (STACKED.replace("tsn", "sn"), False),
        (STACKED.replace(" b ", " r "), False),
    ],
)
def test_blue_tells_apart_what_it_sees(other: str, is_alike: bool) -> None:
    keys = [view_key(MENTIS, MENTIS.parse_position(text, {}), 0) for text in (STACKED, other)]
    assert (keys[0] == keys[1]) == is_alike


def test_where_nothing_is_hidden_a_view_is_the_position() -> None:
    position = MENTIS.parse_position("3k3/7/2n4/7/7/7/3K3 r S3T2N1/- 7", {})
    assert view_of(MENTIS, position, 0) == position
    assert view_key(MENTIS, position, 0) == position.key


def test_only_lone_tiles_are_known() -> None:
    position = MENTIS.parse_position(STACKED, {})
    for side in (0, 1):
        known = {MENTIS_NAMES[place] for place in known_squares(MENTIS, position, side)}
        assert known == {"d1", "d2", "d4", "d7"}
