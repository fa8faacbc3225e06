"""The board picture of CirKle Mind: layouts, faces, backs, shields, duels, captured pieces."""

from dataclasses import replace

import naive_cirkle_mind as naive
import pytest

from mentis_records.core.capability import picture_of
from mentis_records.core.picture import BoardPicture, Piece, SquarePicture
from mentis_records.games.cirkle_mind.game import GAME
from mentis_records.games.cirkle_mind.picture import picture
from mentis_records.games.cirkle_mind.rules.piece import FACES
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL
from mentis_records.report.board.board_layout import lay_out
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import describe, render_text

SETUPS = dict(zip(TAGS, USUAL, strict=True))
MEDIUM = {"Level": "medium"}
LONE = "3mc4/8/8/{}/8/{}/8/8/8/8/3Gc4 G - -"


def by_name(board: BoardPicture) -> dict[str, SquarePicture]:
    return {square.name: square for square in board.squares}


def lone(board: BoardPicture, square: str) -> Piece:
    (piece,) = by_name(board)[square].pieces
    return piece


def stated(text: str, settings: dict[str, str]) -> BoardPicture:
    return picture(GAME.parse_position(text, settings), None)


def after(text: str, turn: str) -> BoardPicture:
    """Return the picture after a legal turn of a game with shields."""
    position = GAME.parse_position(text, MEDIUM)
    (move,) = (one for one in GAME.legal_moves(position) if one.notation.endswith(turn))
    return picture(GAME.play(position, move), move)


def test_default_layout() -> None:
    """Rules, Test positions: d8 Yo, a8 Bx, b8 Ys."""
    squares = by_name(picture(GAME.start_position(SETUPS), None))
    shown = {name: square.ground.sign for name, square in squares.items()}
    assert (shown["d8"], shown["a8"], shown["b8"]) == ("Yo", "Bx", "Ys")
    assert {name: sign for name, sign in shown.items() if sign} == naive.default_layout()


def test_a_record_may_name_another_layout() -> None:
    layout = "Yt" * 32 + "Mo" * 32
    board = picture(GAME.start_position({**SETUPS, "Layout": layout}), None)
    shown = [square.ground.sign for square in board.squares]
    assert shown == ["Mo"] * 32 + [""] * 24 + ["Yt"] * 32
    assert board.squares[0].ground.name == "mauve circle"


def test_what_squares_show_stands_below_the_pieces() -> None:
    board = picture(GAME.start_position(SETUPS), None)
    lines = render_text(board).splitlines()
    (row,) = (at for at, line in enumerate(lines) if line.startswith(" 4 "))
    assert " ".join(lines[row].split()) == "4 │ Bt │ Bs │ Bx │ Bo │ Mt │ Ms │ Mx │ Mo │"
    assert " ".join(lines[row + 1].split()) == "│ Mo │ Gt │ Ms │ Gx │ Yo │ Bt │ Ys │ Bx │"
    assert max(map(len, lines)) <= 79
    assert "pips" not in render_text(board)


def test_faces_of_both_sides() -> None:
    board = stated("7mc/8/8/8/3kt4/8/3Yx4/8/8/8/Gc7 G d5 -", {})
    assert [lone(board, at).sign for at in ("d5", "d7", "h11", "a1")] == ["Yx", "Kt", "Mc", "Gc"]
    assert (lone(board, "d5").side, lone(board, "d7").side) == (0, 1)
    assert (lone(board, "d5").text, lone(board, "d7").text) == ("Yx", "kt")
    assert "d7 Kt (black triangle)" in describe(board)
    assert board.notes == ("1 of 2 known", "0 of 2 known")


def test_pieces_without_a_face_lie_face_down() -> None:
    board = stated("7mc/8/8/8/3m?4/8/3G?4/8/8/8/Gc7 G d5 -", MEDIUM)
    assert lone(board, "d5").is_face_down
    assert (lone(board, "d5").side, lone(board, "d7").side) == (0, 1)
    text = render_text(board)
    assert "face down: ■ Green, □ Mauve" in text
    assert "captured: ■22" in text
    assert "captured: □22" in text
    assert "d5 face-down piece" in describe(board)


@pytest.mark.parametrize(
    ("piece", "square", "words"),
    [
        ("ys", "d8", "yellow square, protected"),  # colour of Yo
        ("bo", "d8", "blue circle, protected"),  # shape of Yo
        ("yo", "d8", "yellow circle, super protected"),
        ("ko", "d8", "black circle, super protected"),
        ("kx", "d8", "black cross"),
        ("yc", "d8", "yellow target, protected"),
        ("bc", "d8", "blue target"),
    ],
)
def test_shields(piece: str, square: str, words: str) -> None:
    """Rules, Duel, Medium: what a piece on d8, a yellow circle, is protected by."""
    text = LONE.format(f"3{piece}4", "8")
    assert lone(stated(text, MEDIUM), square).name.endswith(f"({words})")
    assert "protected" not in lone(stated(text, {}), square).name


def test_shields_are_told_by_outline_and_text() -> None:
    pieces = [
        lone(stated(LONE.format(f"3{piece}4", "8"), MEDIUM), "d8") for piece in ("bx", "bo", "yo")
    ]
    assert len({piece.outline for piece in pieces}) == 3
    assert [piece.text for piece in pieces] == ["bx", "bo*", "yo**"]
    board = stated(LONE.format("3yo4", "8"), MEDIUM)
    assert board.notes[1] == "0 of 2 known, 0 protected, 1 super"
    assert render_text(board).count("* protected, ** super protected") == 1
    assert "*" not in describe(board)
    assert not stated(LONE.format("3yo4", "8"), {}).key


@pytest.mark.parametrize(
    ("mover", "turn", "words", "end"),
    [
        ("3Kx4", "d6-d7", "", ""),
        ("3Kx4", "d6-d7xd8:KxYc+", "", ""),
        ("3Bx4", "d6-d7xd8:BxYc=", "attacked in vain: d8", "attacked d8 in vain."),
        ("3Yx4", "d6-d7xd8:YxYc<", "lost to: d8", "attacked d8 and was lost."),
    ],
)
def test_duels_are_told(mover: str, turn: str, words: str, end: str) -> None:
    board = after(LONE.format("3yc4", mover), turn)
    for told in ("attacked in vain: d8", "lost to: d8"):
        assert (told in render_text(board)) == (told == words)
    assert describe(board).endswith(f"Last ply: d6 to d7, {end}") == bool(end)


def test_a_duel_in_vain_is_a_line_without_a_cross() -> None:
    """A captured piece is crossed out, an attacked one is not."""
    kept = render_svg(after(LONE.format("3yc4", "3Bx4"), "d6-d7xd8:BxYc="))
    lost = render_svg(after(LONE.format("3yc4", "3Yx4"), "d6-d7xd8:YxYc<"))
    assert lost.count("<polyline") > kept.count("<polyline")


def test_captured_pieces_are_in_the_captors_pool() -> None:
    board = after(LONE.format("3yc4", "3Kx4"), "d6-d7xd8:KxYc+")
    green, mauve = board.pools
    assert (green.side, mauve.side) == (0, 1)
    assert {piece.side for piece in green.pieces} == {1}
    assert [piece.sign for piece in green.pieces] == [face for face in FACES if face != "Mc"]
    left = {"Gc", "Kx"}
    assert [piece.sign for piece in mauve.pieces] == [face for face in FACES if face not in left]
    assert ". Captured by Green: 1 Mauve Yt (yellow triangle), " in describe(board)


def test_a_picture_alone_has_room_for_what_was_captured_in_it() -> None:
    """Those of a replay or an animation have the room of all."""
    full = after(LONE.format("3yc4", "3Kx4"), "d6-d7xd8:KxYc+")
    empty = replace(full, pools=tuple(replace(pool, pieces=()) for pool in full.pools))
    alone, among = (
        [lay_out(board, pixels=360, is_alone=is_alone).height for board in (empty, full)]
        for is_alone in (True, False)
    )
    assert alone[0] < alone[1] - 2
    assert among == [alone[1]] * 2


def test_captured_pieces_whose_face_is_not_known() -> None:
    """Nothing is inferred of a set that has pieces of unknown face (R19)."""
    board = after("7mc/8/8/8/3m?4/2m?5/3Bx4/8/8/8/Gc7 G - -", "d5-d6xd7+")
    (green, mauve) = board.pools
    assert [piece.is_face_down for piece in green.pieces] == [True] * 22
    assert not any(piece.is_face_down for piece in mauve.pieces)


@pytest.mark.parametrize(("winner", "words"), [("G", "Green won"), ("M", "Mauve won")])
def test_end(winner: str, words: str) -> None:
    square = "Gc7" if winner == "G" else "mc7"
    position = GAME.parse_position(f"8/8/8/8/8/8/8/8/8/8/{square} M - {winner}", {})
    board = picture_of(GAME, position, None)
    assert words in render_text(board)
    assert board.ending
