"""Games shown move by move, their curves of evaluations, and the page of one game."""

import base64
import hashlib
import html
import json
import re
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from board_kit import stacks
from case_kit import cases_of

from mentis_records.core.capability import picture_of
from mentis_records.core.record import Record
from mentis_records.games import GAMES, find_game
from mentis_records.games.search.choice import about_scores
from mentis_records.notation.read import Reader
from mentis_records.report.document import example_game as module
from mentis_records.report.document.eval_curve import EvalCurve
from mentis_records.report.document.eval_drawing import curve_svg
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.exhibit import Provenance
from mentis_records.report.document.game_page import render_game
from mentis_records.report.document.page import Report, Section, render_page
from mentis_records.report.document.pdf import render_pdf
from mentis_records.report.document.replay_board import ReplayBoard
from mentis_records.report.figure.figure_style import Palette

CASES = cases_of(__file__)

GAME = GAMES[0]


def record_of(text: str) -> Record:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None
    return reading.record


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(CASES["commented"])


@pytest.fixture(scope="module")
def game(record: Record) -> ExampleGame:
    return example_game(GAME, record, note="A note", ply=2)


def test_words(game: ExampleGame) -> None:
    assert game.title == "Blue: Ann, Red: ?"
    assert game.facts == ("6\xa0plies, 1-0", "Club <b>night</b>", "2024.01.05")
    assert (game.note, game.result, game.omitted) == ("A note", "1-0", "")
    assert (game.ply, game.last) == (2, 6)
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
    words = ["1... Nc6", "2. Nb1", "2. Se2", "2... Se6", "1... TTTe6"]
    assert [each.words for each in game.positions[7:]] == words


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


PALETTE = Palette("#1f4e96", "#c8402c")
UNMARKED = '[Event "x"]\n\n1. TSNd2 {solid} TSNd6 $2 (1... Nc6) 2. d2#-d3#-d4 1-0\n'


def shown(text: str) -> ExampleGame:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None
    return example_game(GAME, reading.record)


@pytest.fixture(scope="module")
def curve_game() -> ExampleGame:
    return shown(CASES["marked"])


@pytest.fixture(scope="module")
def curve(curve_game: ExampleGame) -> EvalCurve:
    assert curve_game.curve is not None
    return curve_game.curve


def report(*games: ExampleGame) -> Report:
    made = Provenance("mentis-records 1", date(2024, 5, 6), "Mentis", "1", "x", 1, "all", "0123")
    sides = GAME.description.sides
    section = Section("games", "Games", games=games)
    return Report(
        "test", "Test", "A title", ("So.",), None, (), (section,), (), sides, PALETTE, made
    )


def test_points(curve: EvalCurve) -> None:
    assert [point.value for point in curve.points] == [None, 0.62, 1.0, 0.55, None, 0.0, 0.0]
    assert [(point.ply, point.side, point.sign, point.told) for point in curve.marked] == [
        (2, 1, "??", "Blue wins in 3 plies, depth 7; allowed a forced win in 3 plies"),
        (3, 0, "?", "0.55 for Blue, depth 7"),
        (6, 1, "", "the game is over; only move to win"),
    ]
    assert [(point.weight, point.label) for point in curve.marked] == [(3, "??"), (2, ""), (3, "")]
    assert curve.marked[0].title.startswith("1... TSNd6??: Blue wins in 3 plies")
    assert [curve.level(point) for point in curve.points] == [0.5, 0.62, 1.0, 0.55, 0.55, 0.0, 0.0]


def test_paths_leave_gaps(curve: EvalCurve) -> None:
    assert curve.last == 6
    assert curve.line == "M1 0.38L2 0L3 0.45M5 1L6 1"
    assert curve.area(0) == "M1 0.38L2 0L3 0.45V1H1ZM5 1L6 1V1H5Z"
    assert curve.area(1) == "M1 0.38L2 0L3 0.45V0H1ZM5 1L6 1V0H5Z"
    alone = shown('[Event "x"]\n\n1. TSNd2 {[%eval 0.25,7]} TSNd6 *\n').curve
    assert alone is not None
    assert (alone.line, alone.area(0)) == ("M1 0.75h0", "")


@pytest.mark.parametrize(("last", "ticks"), [(1, [0, 1]), (46, [0, 10, 20, 30, 40]), (9, [0, 2])])
def test_ticks(curve: EvalCurve, last: int, ticks: list[int]) -> None:
    points = tuple(replace(curve.points[0], ply=ply) for ply in range(last + 1))
    assert list(EvalCurve(points, curve.sides).ticks())[: len(ticks)] == ticks


def test_words_of_the_game(curve_game: ExampleGame) -> None:
    assert curve_game.line.listing() == (
        "1. TSNd2 {0.62} TSNd6?? {Blue wins in 3} {allowed a forced win in 3 plies} "
        "(1... Nc6 {0.55} 2. Nb1) 2. d2#-d3#-d4? {0.55} {<b>so</b>} 2... d6#-d5#-e5 "
        "3. TNNc2 {Red wins in 2} TSNc6 {only move to win}"
    )


def test_a_better_line_is_evaluated() -> None:
    curve_game = shown('[Event "x"]\n\n1. TSNd2 {[%eval 0.25,7]} ({[%eval 0.71,7]} 1. Nc2 Nc6) *\n')
    assert curve_game.line.listing() == "1. TSNd2 {0.25} ({0.71 for Blue, depth 7} 1. Nc2 Nc6)"


def test_page(curve_game: ExampleGame) -> None:
    page = render_page(report(curve_game), {})
    assert page.count("<script>") == 2
    policy = re.search(r"script-src ([^;]*);", page)
    assert policy is not None
    assert policy[1].count("sha256-") == 2
    assert "[%" not in page
    assert "Annotated by: &lt;script&gt;alert(1)&lt;/script&gt;; mentis-records 1" in page
    assert "1 for a win, 0.5 for a draw, 0 for a loss" in page
    assert about_scores(GAME) in html.unescape(page)
    table = page[page.index("<caption>Blue&#39;s expected points") :]
    rows = re.findall(r'<tr data-at="(\d)"(?: data-value="([\d.]+)")?', table)
    assert rows == [("1", "0.62"), ("2", "1.0"), ("3", "0.55"), ("5", "0.0"), ("6", "0.0")]
    assert len(re.findall(r'<g class="point ', page)) == 3
    assert '<b class="glyphs">??</b><span class="score">Blue wins in 3</span>' in page


def test_page_without_marks() -> None:
    curve_game = shown(UNMARKED)
    assert curve_game.curve is None
    page = render_page(report(curve_game), {})
    assert not re.search("course|expected points|glyphs|score", page)
    assert page.count("<script>") == 1


def test_marks_of_variations_make_no_curve() -> None:
    assert shown('[Event "x"]\n\n1. TSNd2 (1. Nc2 {[%eval 0.25,7]}) *\n').curve is None


def test_drawing_for_paper(curve: EvalCurve) -> None:
    root = ElementTree.fromstring(curve_svg(curve, PALETTE))
    texts = [each.text for each in root.iter() if each.text]
    assert texts[:4] == ["1", "½", "0", "Blue's expected points"]
    assert texts[-1] == "??"
    assert {"0", "6"} <= set(texts)


def test_pdf(curve_game: ExampleGame) -> None:
    plain = render_pdf(report(shown(UNMARKED)))
    content = render_pdf(report(curve_game))
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Alt") == plain.count(b"/Alt") + 1


ROOT = Path(__file__).parents[2]
PAGE_RECORD = CASES["record"]
PAGE_MARKED = """\
[Result "*"]

1. TSNd2 {[%eval 0.50,2]} TSNd6 {[%eval 0.90,2]} 2. d2#-d3#-d4 {[%eval 0.88,2]} d6#-d5#-e5 *
"""


class Page(HTMLParser):
    """The parts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.words = ""
        self.is_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.is_script = tag == "script" and "type" not in dict(attrs)

    def handle_data(self, data: str) -> None:
        if self.is_script:
            self.scripts.append(data)
        else:
            self.words += data
        self.is_script = False

    def attribute(self, name: str) -> str:
        return next(attrs[name] or "" for _, attrs in self.found if name in attrs)


def read(text: str) -> Record:
    reading = next(iter(Reader(GAMES).read_text("test", text)))
    assert reading.record is not None
    return reading.record


def page_of(text: str, **options: int) -> Page:
    record = read(text)
    return Page(render_game(find_game(record.game), record, **options))


def games_of(slug: str) -> Record:
    path = ROOT / "docs" / "games" / slug / "games.mgn"
    path = path if path.exists() else ROOT / "data" / "rulebook.mgn"
    reading = next(iter(Reader(GAMES).read_path(str(path))))
    assert reading.record is not None
    assert reading.record.game == slug
    return reading.record


@pytest.mark.parametrize("slug", [game.description.slug for game in GAMES])
def test_nothing_is_asked_for(slug: str) -> None:
    record = games_of(slug)
    game = find_game(slug)
    page = Page(render_game(game, record))
    assert game.description.title in page.words
    for ply in record.plies:
        assert ply.move.notation in page.words
    for tag, attributes in page.found:
        assert tag not in ("img", "iframe", "object", "embed", "base", "form")
        for name in ("src", "href", "xlink:href", "srcset", "action"):
            value = attributes.get(name) or "#"
            assert value.startswith("#") or value == "data:,", (tag, value)
        assert not any(name.startswith("on") for name in attributes)
    policy = page.attribute("content")
    hashes = {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in page.scripts
    }
    assert page.scripts
    assert set(re.findall(r"'sha256-(.*?)'", policy)) == hashes
    assert policy.startswith("default-src 'none'; ")


def test_what_a_record_says_is_text() -> None:
    page = page_of(PAGE_RECORD)
    assert len(page.scripts) == 1
    assert "alert" not in page.scripts[0]
    assert {tag for tag, _ in page.found}.isdisjoint(("img", "b1"))
    for words in CASES["what_a_record_says_is_text"]:
        assert words in page.words, words


def test_the_record_is_in_the_page() -> None:
    page = page_of(PAGE_RECORD)
    text = page.words[page.words.index("[Event ") :].split("\n\nMade by")[0]
    again = read(text[: text.rindex("1-0") + 3] + "\n")
    assert again == read(PAGE_RECORD)


def test_where_it_opens() -> None:
    assert page_of(PAGE_RECORD).attribute("data-ply") == "4"
    assert page_of(PAGE_MARKED).attribute("data-ply") == "2"
    assert page_of(PAGE_MARKED, ply=1).attribute("data-ply") == "1"
    assert page_of(PAGE_MARKED, view=0).attribute("data-ply") == "4"


def test_sides_stand_for_names_that_are_not_known() -> None:
    page = page_of('[Blue "?"]\n[Result "*"]\n\n1. TSNd2 *\n')
    players = " ".join(page.words.split())
    assert "Mentis Blue Red Unfinished" in players


def test_a_side_is_shown_what_it_saw() -> None:
    record = games_of("cirkle_mind")
    game = find_game("cirkle_mind")
    whole, seen = render_game(game, record, ply=0), render_game(game, record, ply=0, view=0)
    secret = record.tags["MauveSetup"]
    assert secret in whole
    assert secret not in seen
    assert "as Green saw it" in seen
