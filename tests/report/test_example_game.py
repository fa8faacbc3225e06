"""Games shown move by move: moves, variations, comments, and what a page holds of them."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from board_kit import stacks

from mentis_records.core.capability import picture_of
from mentis_records.core.record import Record
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document import example_game as module
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.replay_board import ReplayBoard

GAME = GAMES[0]
RECORD = """\
[Event "Club <b>night</b>"]
[Date "2024.01.05"]
[Blue "Ann"]
[Red "?"]

{Before all} 1. TSNd2! {solid} TSNd6 $2 (1... Nc6 {or so} 2. Nb1 (2. Se2 Se6)) (1... TTTe6)
2. d2#-d3#-d4 $14 d6#-d5#-e5
% no word
3. TNNc2 TSNc6 1-0 {After all}
"""


def record_of(text: str) -> Record:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None
    return reading.record


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(RECORD)


@pytest.fixture(scope="module")
def game(record: Record) -> ExampleGame:
    return example_game(GAME, record, note="A note", ply=2)


def test_words(game: ExampleGame) -> None:
    assert game.title == "Blue: Ann, Red: ?"
    assert game.facts == ("6\xa0plies, 1-0", "Club <b>night</b>", "2024.01.05")
    assert (game.note, game.result, game.ply, game.last, game.omitted) == (
        "A note",
        "1-0",
        2,
        6,
        "",
    )
    assert game.line.listing() == (
        "{Before all} 1. TSNd2! {solid} 1... TSNd6? (1... Nc6 {or so} 2. Nb1 (2. Se2 Se6)) "
        "(1... TTTe6) 2. d2#-d3#-d4 $14 d6#-d5#-e5 3. TNNc2 TSNc6 {After all}"
    )


def test_positions_are_those_of_the_rules(record: Record, game: ExampleGame) -> None:
    position = GAME.start_position({})
    expected = [picture_of(GAME, position, None)]
    for number, ply in enumerate(record.plies, 1):
        position = GAME.play(position, ply.move)
        expected.append(picture_of(GAME, position, ply.move, record.ended(number)))
    assert expected[-1].standing == "Blue won"
    assert expected[-2].standing == "Red to move"
    assert [each.picture for each in game.positions[:7]] == expected
    assert [each.parent for each in game.positions] == [0, 0, 1, 2, 3, 4, 5, 1, 7, 7, 9, 1]
    assert [each.words for each in game.positions[7:]] == [
        "1... Nc6",
        "2. Nb1",
        "2. Se2",
        "2... Se6",
        "1... TTTe6",
    ]


@pytest.mark.parametrize(("ply", "shown"), [(-3, 0), (0, 0), (6, 6), (99, 6)])
def test_first_position(record: Record, ply: int, shown: int) -> None:
    assert example_game(GAME, record, ply=ply).ply == shown


def test_record_without_plies() -> None:
    game = example_game(GAME, record_of('[Event "x"]\n\n*\n'))
    assert (game.last, game.line.moves, len(game.positions)) == (0, (), 1)
    assert ReplayBoard([game]).still(game)


def test_what_is_left_out_is_said(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_POSITIONS", 8)
    game = example_game(GAME, record)
    assert game.omitted == "4\xa0further plies not shown."
    assert len(game.positions) == 8
    assert game.line.moves[1].variations[0].listing() == "1... TTTe6"
    monkeypatch.setattr(module, "MAX_POSITIONS", 4)
    game = example_game(GAME, record, ply=6)
    assert (game.last, game.ply, game.omitted) == (3, 3, "8\xa0further plies not shown.")
    monkeypatch.setattr(module, "MAX_POSITIONS", 2_000)
    monkeypatch.setattr(module, "MAX_DEPTH", 1)
    assert example_game(GAME, record).omitted == "2\xa0further plies not shown."


class Drawing(HTMLParser):
    """The pieces that SVG elements use: number, place and ground of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.pieces: list[tuple[int, float, float, str]] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if tag == "use":
            number = int(found["href"].removeprefix("#piece-1-"))
            place = (float(found.get("x", 0)), float(found.get("y", 0)))
            self.pieces.append((number, *place, found["color"]))
        if "id" in found:
            self.ids.append(found["id"])

    handle_startendtag = handle_starttag


def replayed(board: ReplayBoard, game: ExampleGame) -> list[dict[str, str]]:
    """Return what stands on each square after each position, from the page's data alone."""
    common: dict[str, Any] = json.loads(board.common)
    boards: list[dict[str, str]] = []
    for parent, changes, *_ in json.loads(board.positions(game)):
        now = dict(boards[parent]) if boards else {}
        for square, piece in zip(changes[::2], changes[1::2], strict=True):
            name = common["squares"][square][0]
            now.pop(name, None)
            if piece:
                now[name] = common["labels"][str(piece)]
        boards.append(now)
    return boards


def test_data_of_a_page(game: ExampleGame) -> None:
    board = ReplayBoard([game, game])
    assert replayed(board, game) == [stacks(each.picture) for each in game.positions]
    common = json.loads(board.common)
    hands = [
        [common["pools"][pool] for pool in pools]
        for _, _, pools, *_ in json.loads(board.positions(game))
    ]
    assert [len(pieces) - 1 for pieces in hands[0]] == [3, 3]
    assert all(piece in range(1, 200) for hand in hands for side in hand for piece, *_ in side)


def test_pieces_are_drawn_once_and_all(game: ExampleGame) -> None:
    board = ReplayBoard([game])
    ids = Drawing(board.symbols()).ids
    assert len(ids) == len(set(ids))
    used = {f"piece-1-{number}" for number, *_ in Drawing(board.still(game)).pieces}
    assert used <= set(ids)
    assert "currentColor" in board.symbols()


def test_final_position_without_a_script(game: ExampleGame) -> None:
    board = ReplayBoard([game])
    common = json.loads(board.common)
    squares = {(x, y): name for name, x, y, *_ in common["squares"]}
    shown = {
        squares[x, y]: common["labels"][str(number)]
        for number, x, y, _ in Drawing(board.still(game)).pieces
        if (x, y) in squares and str(number) in common["labels"]
    }
    assert shown == stacks(game.positions[game.last].picture)


def test_json_ends_no_script(game: ExampleGame) -> None:
    board = ReplayBoard([game])
    for text in (board.common, board.positions(game)):
        assert not re.search("[<>&]", text)
