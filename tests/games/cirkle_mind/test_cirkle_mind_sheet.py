"""The statements of CirKle Mind's rule sheet on board, pieces and turns."""

import naive_cirkle_mind as naive
import pytest
from cirkle_mind_kit import GAME, MET, read, stated, verdict

from mentis_records.games.cirkle_mind.rules import board, piece
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL


def test_the_board_is_that_of_the_rule_sheet() -> None:
    """88 squares, A to H and 1 to 11, in three zones of 32, 24 and 32; no square is black."""
    assert [*board.NAMES] == naive.SQUARES
    assert len(board.NAMES) == 88
    zones = [{board.NAMES[square] for square in zone} for zone in board.ZONES]
    assert [sorted({int(name[1:]) for name in zone}) for zone in zones] == [
        [1, 2, 3, 4],
        [8, 9, 10, 11],
    ]
    assert [len(zone) for zone in zones] == [32, 32]
    assert len({*board.NAMES} - zones[0] - zones[1]) == 24
    shown = board.layout_of("default")
    assert {code[:1] for code in shown if code} == {*"YGBM"}
    assert {name for name, code in zip(board.NAMES, shown, strict=True) if code} == {
        *zones[0],
        *zones[1],
    }


def test_every_piece_moves_one_square_the_target_too() -> None:
    """Rule sheet: one square forward, backward or sideways, including the target."""
    position = GAME.parse_position("7mc/8/8/8/8/3Gc4/8/8/8/8/8 G - -", {})
    assert [move.notation for move in GAME.legal_moves(position)] == [
        "d6-c6",
        "d6-d5",
        "d6-d7",
        "d6-e6",
    ]


def test_green_begins_unless_a_tag_says_otherwise() -> None:
    """Ruling R3."""
    start = dict(zip(TAGS, USUAL, strict=True))
    sides = [GAME.start_position({**start, **first}).side for first in ({}, {"FirstPlayer": "M"})]
    assert sides == [0, 1]


def test_attacking_is_not_compulsory() -> None:
    """Rule sheet: the player who has moved decides; the step alone is a turn as well."""
    legal = [move.notation for move in GAME.legal_moves(GAME.parse_position(MET, {}))]
    assert {"d5-d6", "d5-d6xd7:YxBx+", "d5-d6xc6:YxYo+", "d5-d6xe6:YxKt<"} < {*legal}


@pytest.mark.parametrize(
    ("turn", "after"),
    [
        ("d5-d6xd7+", "7mc/8/8/8/3Yx4/2yo1kt3/8/8/8/8/Gc7 M d7 -"),
        ("d5-d6xe6<", "7mc/8/8/8/3bx4/2yokt4/8/8/8/8/Gc7 M d6 -"),
    ],
)
def test_winners_take_places(turn: str, after: str) -> None:
    """Ruling R10: the defender takes the square from which it was attacked."""
    position = GAME.parse_position(MET, {})
    assert GAME.format_position(GAME.play(position, verdict(MET, turn).move)) == after


def test_both_stay_and_are_known_after_a_failed_attack() -> None:
    """Ruling R11."""
    text = MET.replace("3bx4", "3bt4")
    after = GAME.play(GAME.parse_position(text, {}), verdict(text, "d5-d6xd7=").move)
    assert GAME.format_position(after) == "7mc/8/8/8/3bt4/2yoYxkt3/8/8/8/8/Gc7 M d6,d7 -"


def test_one_attack_a_turn() -> None:
    """Ruling R8."""
    assert not read(stated(MET, "1. d5-d6xd7+xc6+ *"))[0].is_valid


def test_super_mind_changes_no_rule() -> None:
    """Ruling R17: who has set up a side is told by tags that change nothing."""
    position = "3mc4/8/8/3yc4/8/3Yx4/8/8/8/8/3Gc4 G - -"
    assert verdict(position, "d6-d7xd8<", Level="super").is_legal
    assert verdict(position, "d6-d7xd8+", Level="super", Shield="off").is_legal


def test_the_default_layout_is_that_of_the_page() -> None:
    shown = dict(zip(board.NAMES, board.layout_of("default"), strict=True))
    assert {square: code for square, code in shown.items() if code} == naive.default_layout()
    assert [shown[square] for square in ("d8", "a8", "b8")] == ["Yo", "Bx", "Ys"]
    for zone in board.ZONES:
        codes_there = [shown[board.NAMES[square]] for square in zone]
        assert sorted(codes_there) == sorted([c + s for c in "YGBM" for s in "tsxo"] * 2)


def test_pieces_are_those_of_the_page() -> None:
    """Ruling R4: 16 coloured, 4 black, 4 targets, every face once."""
    assert sorted(piece.FACES) == sorted(naive.FACES)
    assert piece.PIECES == 24
    assert [piece.face_name(face) for face in piece.VICTORY_TARGETS] == ["Gc", "Mc"]
