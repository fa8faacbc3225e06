"""Curves of evaluations: their points, what stands out, and what pages hold of them."""

import html
import re
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import pytest

from mentis_records.games import GAMES
from mentis_records.games.search.choice import about_scores
from mentis_records.notation.read import Reader
from mentis_records.report.document.eval_curve import EvalCurve
from mentis_records.report.document.eval_drawing import curve_svg
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.exhibit import Provenance
from mentis_records.report.document.page import Report, Section, render_page
from mentis_records.report.document.pdf import render_pdf
from mentis_records.report.figure.figure_style import Palette

GAME = GAMES[0]
PALETTE = Palette("#1f4e96", "#c8402c")
UNMARKED = '[Event "x"]\n\n1. TSNd2 {solid} TSNd6 $2 (1... Nc6) 2. d2#-d3#-d4 1-0\n'
MARKED = """\
[Event "x"]
[Annotator "<script>alert(1)</script>; mentis-records 1, search 500 nodes"]

1. TSNd2 {[%eval 0.62,7]} TSNd6 $4 {[%eval #3,7] [%nag 4] allowed a forced win in 3 plies}
(1... Nc6 {[%eval 0.55,7]} 2. Nb1) 2. d2#-d3#-d4? {[%eval 0.55,7]} {<b>so</b>} d6#-d5#-e5
3. TNNc2 {[%eval #-2,7]} TSNc6 {[%eval 0.00,0] only move to win} 0-1
"""


def shown(text: str) -> ExampleGame:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None
    return example_game(GAME, reading.record)


@pytest.fixture(scope="module")
def game() -> ExampleGame:
    return shown(MARKED)


@pytest.fixture(scope="module")
def curve(game: ExampleGame) -> EvalCurve:
    assert game.curve is not None
    return game.curve


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


def test_words_of_the_game(game: ExampleGame) -> None:
    assert game.line.listing() == (
        "1. TSNd2 {0.62} TSNd6?? {Blue wins in 3} {allowed a forced win in 3 plies} "
        "(1... Nc6 {0.55} 2. Nb1) 2. d2#-d3#-d4? {0.55} {<b>so</b>} 2... d6#-d5#-e5 "
        "3. TNNc2 {Red wins in 2} TSNc6 {only move to win}"
    )


def test_a_better_line_is_evaluated() -> None:
    game = shown('[Event "x"]\n\n1. TSNd2 {[%eval 0.25,7]} ({[%eval 0.71,7]} 1. Nc2 Nc6) *\n')
    assert game.line.listing() == "1. TSNd2 {0.25} ({0.71 for Blue, depth 7} 1. Nc2 Nc6)"


def test_page(game: ExampleGame) -> None:
    page = render_page(report(game), {})
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
    game = shown(UNMARKED)
    assert game.curve is None
    page = render_page(report(game), {})
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


def test_pdf(game: ExampleGame) -> None:
    plain = render_pdf(report(shown(UNMARKED)))
    content = render_pdf(report(game))
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Alt") == plain.count(b"/Alt") + 1
