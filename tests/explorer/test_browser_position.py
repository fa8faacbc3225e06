"""A position and a search in a real browser: by keys alone, by clicks, on phones, scriptless."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import IN_BROWSER, Open, assert_for_all, violations
from cli_kit import mentis
from explorer_kit import make_database
from served_kit import served

from mentis_records.games import GAMES

pytestmark = IN_BROWSER
GAME = GAMES[0]
FIRST = GAME.description.slug
SLUGS = [game.description.slug for game in GAMES]
DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("position")
    databases: dict[str, Path] = {}
    for number, slug in enumerate(SLUGS):
        records = folder / f"{slug}.mgn"
        done = mentis("generate", "-n", 8, "--seed", number, "--rules", slug)
        records.write_text(done.stdout)
        databases[slug] = make_database(folder / f"{slug}.duckdb", records, is_indexed=True)
    with served(databases) as url:
        yield url


def press(page: Any, key: str) -> None:
    """Press a key that leads to another page, and wait for that."""
    with page.expect_navigation():
        page.keyboard.press(key)


def test_ten_plies_to_a_game_and_back_by_keys_alone(visit: Open) -> None:
    page = visit(f"{FIRST}/tree")
    page.keyboard.press("ArrowDown")
    assert page.locator(".moves-table tr:focus-within").count() == 1
    for ply in range(10):
        shown = page.locator("svg g[data-move]:not([display])")
        chosen = page.locator(".moves-table a:focus").get_attribute("data-notation")
        assert shown.count() == 1
        assert page.locator(".said-aloud").text_content().startswith(f"{chosen}: played")
        press(page, "ArrowRight" if ply % 2 else "Enter")
        if ply % 2 == 0:
            page.keyboard.press("ArrowDown")
        assert page.locator(".way li").count() == ply + 2
    line = page.locator(".way a[aria-current]").text_content()
    press(page, "ArrowLeft")
    assert page.locator(".moves-table a:focus").get_attribute("data-notation") == line
    page.keyboard.press("s")
    assert page.locator(".games-table a:focus").count() == 1
    before = page.url
    press(page, "Enter")
    assert re.search(rf"/{FIRST}/game/\d+\?ply=9$", page.url)
    page.go_back()
    assert page.url == before


def test_pointing_at_a_move_draws_it(visit: Open) -> None:
    page = visit(f"{FIRST}/tree")
    page.locator(".moves-table tbody tr").nth(1).hover()
    shown = page.locator("svg g[data-move]:not([display])")
    assert shown.get_attribute("data-move") == "1"
    page.locator("h1").hover()
    assert shown.count() == 0


def test_a_position_is_copied(visit: Open) -> None:
    page = visit(f"{FIRST}/tree", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == page.locator("#position-text").text_content()


def centre(page: Any, square: str) -> tuple[float, float]:
    box = page.locator(f'[data-square="{square}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pattern_is_clicked_and_its_query_edited(visit: Open) -> None:
    page = visit(f"{FIRST}/query")
    text = page.locator("#query-text")
    page.select_option("#add-side", "blue")
    page.select_option("#add-piece", "N")
    page.mouse.click(*centre(page, "d4"))
    assert text.input_value() == "blue N on d4"
    page.select_option("#add-side", "red")
    page.select_option("#add-piece", "any")
    page.mouse.move(*centre(page, "a5"))
    page.mouse.down()
    page.mouse.move(*centre(page, "g5"), steps=5)
    page.mouse.up()
    assert text.input_value() == "blue N on d4 and red any on row 5"
    page.mouse.click(*centre(page, "c3"))
    page.keyboard.down("Shift")
    page.mouse.click(*centre(page, "d4"))
    page.keyboard.up("Shift")
    assert text.input_value().endswith(" and red any on c3 and red any on c3:d4")
    page.mouse.click(*centre(page, "c3"))
    assert text.input_value() == "blue N on d4 and red any on row 5 and red any on c3:d4"
    assert page.locator(".said-aloud").text_content() == "Removed: red any on c3"
    text.fill("blue any on row 4 and red any on row 6")
    with page.expect_navigation():
        page.get_by_role("button", name="Search").click()
    marked = {each.get_attribute("data-square") for each in page.locator("rect.marked").all()}
    assert marked == {f"{column}{row}" for column in "abcdefg" for row in "46"}
    assert page.locator(".found-table tbody tr").count() > 0
    with page.expect_navigation():
        page.get_by_role("link", name="Remove red any on row 6").click()
    assert text.input_value() == "blue any on row 4"


def test_pages_are_useful_without_script(visit: Open) -> None:
    page = visit(f"{FIRST}/tree", java_script_enabled=False)
    with page.expect_navigation():
        page.locator(".moves-table th[scope=row] a").first.click()
    page.fill("#play-move", page.locator("#legal-moves option").first.get_attribute("value"))
    with page.expect_navigation():
        page.get_by_role("button", name="Play").click()
    assert page.locator(".way li").count() == 3
    with page.expect_navigation():
        page.get_by_role("link", name="Search").click()
    page.select_option("#add-side", "blue")
    page.fill("#add-area", "row 4")
    with page.expect_navigation():
        page.get_by_role("button", name="Add").first.click()
    assert page.locator("#query-text").input_value() == "blue any on row 4"
    assert page.locator(".found-table tbody tr").count() > 0
    assert page.locator("rect.marked").count() == 7


@pytest.mark.parametrize("slug", SLUGS)
def test_pages_are_accessible_and_fit_phones(visit: Open, slug: str) -> None:
    start = visit(f"{slug}/tree")
    link = start.locator(".moves-table a[data-notation], .starts a").first
    further = link.get_attribute("href").lstrip("/")
    words = GAMES[SLUGS.index(slug)].description.vocabulary
    first = words.forms["piece_on"][0].replace(" ", "+")
    for path in (further, f"{slug}/query?query={first}"):
        assert_for_all(visit(path))


def test_an_error_in_a_query_is_shown_where_it_is(visit: Open) -> None:
    page = visit(f"{FIRST}/query?query=blue+N+onn+d4")
    assert "^^^" in page.get_by_role("alert").text_content()
    assert page.locator("#query-text").input_value() == "blue N onn d4"
    assert violations(page) == []
