"""The pages of games and of refused records in a real browser, by keyboard, and for all readers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import IN_BROWSER, Open, assert_for_all
from case_kit import cases_of
from club_kit import DATA, make_club
from explorer_kit import make_database
from served_kit import served

CASES = cases_of(__file__)

pytestmark = IN_BROWSER

OTHERS = ("antipode-match.mgn", "cirkle_mind-medium.mgn", "mensaspiel-trial.mgn")
PAGES = CASES["pages"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("browser")
    others = make_database(folder / "others.duckdb", *(DATA / name for name in OTHERS))
    with served({"club": make_club(folder), "others": others}) as url:
        yield url


def test_through_a_game_by_keyboard(visit: Open, address: str) -> None:
    page = visit("club/game/3?ply=0")
    said = page.locator(".said")
    assert said.inner_text() == "Start position (ply 0 of 24)"
    position = page.locator("#position-text")
    first = position.inner_text()
    for ply in range(1, 25):
        page.keyboard.press("ArrowRight")
        assert f"(ply {ply} of 24)" in said.inner_text()
    assert position.inner_text() != first
    page.wait_for_url("**/game/3?ply=24")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/game/3?ply=23")
    page.reload()
    assert "(ply 23 of 24)" in said.inner_text(), "the address says it"
    shown = position.inner_text()
    tree = page.get_by_role("link", name="This position in the tree")
    tree.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tree?*")
    assert shown in page.content()


def test_a_variation_has_an_address(visit: Open) -> None:
    page = visit("club/game/1")
    page.get_by_role("button", name="Nb1", exact=True).click()
    page.wait_for_url("**/game/1?at=8")
    shown = page.locator("#position-text").inner_text()
    page.reload()
    assert "(variation)" in page.locator(".said").inner_text()
    assert page.locator("#position-text").inner_text() == shown
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Board as SVG").click()
    assert "2. Nb1" in Path(waiting.value.path()).read_text(encoding="utf-8")


def test_what_is_about_a_position_follows(visit: Open) -> None:
    page = visit("club/game/1?ply=1")
    page.locator(".words-of-board summary").click()
    table = page.locator(".words-of-board table")
    before = table.inner_text()
    page.locator("h1").click()
    with page.expect_response(re.compile("ply=2")):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "before => document.querySelector('.words-of-board table').innerText !== before", arg=before
    )
    assert page.locator(".words-of-board table").count() == 1
    for name in ("Board as PNG", "As Red sees it"):
        assert "ply=2" in page.get_by_role("link", name=name).get_attribute("href")
    assert page.locator(".cursor").is_visible(), "on the curve of evaluations"
    edges = page.locator("button.ply").evaluate_all(
        "found => found.map((each) => getComputedStyle(each).borderTopWidth)"
    )
    assert set(edges) == {"0px"}, "moves stand in their line as words do"


def test_a_game_without_a_script(visit: Open) -> None:
    page = visit("club/game/1?ply=2", java_script_enabled=False)
    board = page.locator("svg.final")
    assert board.get_attribute("aria-label").startswith("1... TSNd6")
    assert page.locator(".course").is_visible()
    assert page.get_by_text("why not", exact=True).is_visible()
    page.get_by_role("link", name="Forward").click()
    assert board.get_attribute("aria-label").startswith("2. d2#-d3#-d4")
    page.get_by_role("link", name="Nb1", exact=True).click()
    assert board.get_attribute("aria-label").startswith("2. Nb1")
    page.get_by_role("link", name="Last").click()
    assert board.get_attribute("aria-label").startswith("Last position")


def test_texts_that_mean_harm(visit: Open) -> None:
    for path in ("club/game/2", "club/quarantine/3.1", "club/quarantine/3.2"):
        page = visit(path)
        assert page.locator("main img, main svg[onload]").count() == 0
        assert page.locator('a[href^="javascript"]').count() == 0
        assert page.evaluate("document.body.dir") == ""


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_for_all_and_fit_phones(visit: Open, path: str) -> None:
    assert_for_all(visit(path))
