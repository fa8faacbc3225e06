"""What a side sees of CirKle Mind: its own faces, and those that an attack has shown."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from mentis_records.core.view import known_squares, view_key, view_of
from mentis_records.games import find_game
from mentis_records.games.cirkle_mind.rules.board import INDEX, NAMES
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, SHOWN_BIT, side_of
from mentis_records.query.answer.evaluate import evaluate
from mentis_records.query.moment import Moment
from mentis_records.query.plan.question import ask

GAME: Any = find_game("cirkle_mind")
GREEN, MAUVE = 0, 1
FULL = "3mc3yc/8/8/2kxKt4/3Gt4/8/8/8/8/8/3Gc4 G c8,d7 -"


def _read(text: str) -> Any:
    return GAME.parse_position(text, {})


def _seen(text: str, side: int) -> str:
    return str(GAME.format_position(view_of(GAME, _read(text), side)))


def test_shown_faces_are_seen_by_both() -> None:
    assert _seen(FULL, GREEN) == "3m?3m?/8/8/2kxKt4/3Gt4/8/8/8/8/8/3Gc4 G c8,d7 -"
    assert _seen(FULL, MAUVE) == "3mc3yc/8/8/2kxG?4/3Gt4/8/8/8/8/8/3G?4 G c8,d7 -"


def _played(text: str, *turns: str) -> Any:
    position = _read(text)
    for turn in turns:
        (move,) = (move for move in GAME.legal_moves(position) if move.notation == turn)
        position = GAME.play(position, move)
    return position


START = "3mc4/8/8/8/3yx4/8/3Bt4/8/8/8/3Gc4 G - -"


def test_a_face_is_known_from_the_attack_on_and_travels_with_its_piece() -> None:
    turns = ("d5-d6xd7:BtYx=", "d7-e7", "d6-c6")
    seen = []
    for played in range(len(turns) + 1):
        position = _played(START, *turns[:played])
        known = [{NAMES[at] for at in known_squares(GAME, position, side)} for side in (0, 1)]
        seen.append(sorted(known[GREEN] & known[MAUVE]))
    assert seen == [[], ["d6", "d7"], ["d6", "e7"], ["c6", "e7"]]
    text = GAME.format_position(view_of(GAME, position, GREEN))
    assert text == "3m?4/8/8/8/4yx3/2Bt5/8/8/8/8/3Gc4 M c6,e7 -"


def test_captured_pieces_stay_known() -> None:
    position = _played("3mc4/8/8/8/3yt4/8/3Bt4/8/8/8/3Gc4 G - -", "d5-d6xd7:BtYt+")
    view = view_of(GAME, position, GREEN)
    used = [side.bit_count() for side in view.used]
    assert used == [2, 1], "Green's own faces, and the one that was captured"


def _shuffled(position: Any, side: int, chance: random.Random) -> Any:
    """Return a position that differs in the faces that a side has not been shown."""
    hidden = [
        at
        for at, piece in enumerate(position.cells)
        if piece and side_of(piece) != side and not piece & SHOWN_BIT
    ]
    faces = [position.cells[at] & FACE_BITS for at in hidden]
    chance.shuffle(faces)
    cells = bytearray(position.cells)
    for at, face in zip(hidden, faces, strict=True):
        cells[at] = cells[at] & ~FACE_BITS | face
    text = GAME.format_position(position._replace(cells=bytes(cells)))
    return GAME.parse_position(text, {})


@pytest.mark.parametrize("side", [GREEN, MAUVE])
def test_positions_that_agree_in_what_a_side_saw_give_equal_views(side: int) -> None:
    chance = random.Random(7)
    differing = 0
    for _ in range(4):
        position = GAME.start_position(dict(GAME.description.usual_settings))
        for _ in range(60):
            moves = GAME.legal_moves(position)
            if not moves:
                break
            attacks = [move for move in moves if move.kind == "attack"]
            position = GAME.play(position, chance.choice(attacks or moves))
            if GAME.outcome(position) is not None:
                break
            text = GAME.format_position(position)
            other = _shuffled(position, side, chance)
            views = [view_of(GAME, each, side) for each in (GAME.parse_position(text, {}), other)]
            assert views[0] == views[1]
            assert view_key(GAME, position, side) == view_key(GAME, other, side)
            differing += GAME.format_position(other) != text
    assert differing > 50


@pytest.mark.parametrize(
    ("query", "is_true"),
    [
        ("mauve any on h11", True),
        ("mauve ?c on h11", False),
        ("not mauve ?c on h11", False),
        ("not green any on h11", True),
        ("mauve Kx on c8", True),
        ("not mauve ?c on c8", True),
        ("green Gc on d1", True),
        ("count(mauve ?c on board) <= 2", True),
        ("count(mauve ?c on board) >= 1", False),
        ("any K? on attack", True),
        ("known c8", True),
        ("known d1", True),
        ("known h11", False),
        ("count(known row 8) = 2", True),
        (f'position "{FULL.replace("yc", "yt")}"', True),
        (f'position "{FULL.replace("kx", "ks")}"', False),
    ],
)
def test_what_green_sees(query: str, is_true: bool) -> None:
    assert _holds(f"seen by green: {query}") == is_true


@pytest.mark.parametrize(
    ("query", "is_true"),
    [
        ("mauve Yc shielded", True),
        ("seen by mauve: mauve Yc shielded", True),
        ("seen by green: mauve any shielded", False),
        ("seen by green: not mauve any shielded", False),
        ("seen by green: not mauve any on row 8 shielded", True),
        ("seen by green: not green any shielded", True),
        ("seen by mauve: green any shielded", False),
        ("seen by mauve: not green any shielded", False),
        ("seen by mauve: not green any on attack shielded", False),
    ],
)
def test_shields_of_hidden_pieces_are_not_seen(query: str, is_true: bool) -> None:
    assert _holds(query, Level="medium") == is_true
    if query.startswith("seen by") and " not " in query:
        assert _holds(query, Level="easy")


def _holds(query: str, **settings: str) -> bool:
    record = SimpleNamespace(game="cirkle_mind")
    words = GAME.description.vocabulary
    played: Any = SimpleNamespace(record=record)
    position = GAME.parse_position(FULL, settings)
    moment = Moment(words, played, 0, 0, position, None, None)
    (found,) = evaluate(ask(query, GAME).node, [moment], GAME.description.sides)
    return found


def test_known_to_both_is_what_was_shown() -> None:
    known = [name for name in NAMES if _holds(f"known {name}")]
    assert known == ["d7", "c8"]


def test_who_sees_more_has_another_key() -> None:
    shown = FULL.replace("c8,d7", "c8,d11,d7")
    assert view_key(GAME, _read(FULL), GREEN) != view_key(GAME, _read(shown), GREEN)
    changed = FULL.replace("Kt", "Ks")
    assert view_key(GAME, _read(FULL), GREEN) != view_key(GAME, _read(changed), GREEN)
    assert view_key(GAME, _read(FULL), MAUVE) == view_key(GAME, _read(changed), MAUVE)
    assert INDEX["d8"] not in known_squares(GAME, _read(FULL), MAUVE)
