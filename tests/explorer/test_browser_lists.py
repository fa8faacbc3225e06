"""The pages of lists in a real browser: facets that stay, hostile names, phones, no script."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

import pytest
from browser_kit import IN_BROWSER, Open, assert_for_all, violations
from case_kit import cases_of
from hostile_kit import HOSTILE, make_club, make_hostile
from served_kit import served

CASES = cases_of(__file__)

pytestmark = IN_BROWSER

PAGES = CASES["pages"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("lists")
    databases = {file.stem: file for file in (make_club(folder), make_hostile(folder))}
    with served(databases) as url:
        yield url


def path_of(page: str) -> str:
    """Return the path of a page of the hostile records, about the first name among them."""
    name = HOSTILE[0]
    named = {
        "db": "hostile",
        "name": quote_plus(name),
        "player": quote_plus(f'player = "{name}"'),
        "event": quote_plus(f'"{name}"'),
    }
    return PAGES[page].format(**named)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_accessible_and_fits_a_phone(visit: Open, page: str) -> None:
    shown = visit(path_of(page))
    assert shown.evaluate("document.documentElement.scrollWidth") <= 1_200
    assert_for_all(shown)


def test_the_page_of_an_error_is_accessible(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/hostile/games?where=plise > 1000")
    assert "did you mean plies?" in page.locator("main").inner_text()
    assert violations(page) == []
    page.close()


def chips(page: Any) -> list[str]:
    return [each.inner_text() for each in page.locator(".chips li span").all()]


@pytest.mark.parametrize("has_script", [True, False])
def test_a_filter_is_kept_over_five_pages_and_removed_one_by_one(
    visit: Open, has_script: bool
) -> None:
    page = visit("club/games", java_script_enabled=has_script)
    assert page.locator("h1").inner_text() == "48 games"
    facets = page.locator(".facets")
    facets.locator("details", has_text="Player").first.get_by_role("link", name="Ann").click()
    page.locator(".facets").get_by_role("link", name="2020").click()
    wanted = ['where player = "Ann"', "where Date = 2020"]
    games = page.locator("h1").inner_text()
    for name in ("Players", "Compare", "SQL", "Info", "Position", "Games"):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        assert page.locator("[aria-current=page]").first.inner_text() == name
        assert chips(page) == wanted
    assert page.locator("h1").inner_text() == games
    page.get_by_label('Remove where player = "Ann"').click()
    assert chips(page) == wanted[1:]
    assert page.locator("h1").inner_text() == "24 games"
    page.locator(".facets").get_by_role("link", name="2020").click()
    assert page.locator("h1").inner_text() == "48 games"
    assert chips(page) == []


def test_every_hostile_value_of_a_facet_leads_to_its_games(visit: Open) -> None:
    page = visit("hostile/games?facet=player")
    items = page.locator(".values li").all()
    links = [item.locator("a").get_attribute("href") for item in items if item.locator("a").count()]
    counts = [int(item.locator(".number").inner_text()) for item in items]
    assert counts == [6] * len(HOSTILE)
    assert len(links) == len(HOSTILE) - 1, "a name of 10,000 letters has no room in an address"
    for link in links:
        page.goto(re.match(r"http://[^/]+", page.url)[0] + link)  # type: ignore[index]
        assert page.locator("h1").inner_text() == "6 games"
        assert page.locator(".facets .chosen a").count() >= 1


def test_tables_are_sorted_by_their_heads_without_script(visit: Open) -> None:
    page = visit("club/games?limit=10", java_script_enabled=False)
    page.get_by_role("link", name="Plies").click()
    plies = page.locator("th[aria-sort=ascending]")
    assert plies.inner_text().startswith("Plies")
    page.get_by_role("link", name="Plies").click()
    assert page.locator("th[aria-sort=descending]").count() == 1
    page.get_by_role("link", name="Next").click()
    assert "11 to 20 of 48" in page.locator(".turn-over").inner_text()


def test_a_statement_is_written_and_run_by_keyboard(visit: Open) -> None:
    page = visit("club/sql")
    page.get_by_label("Statement").focus()
    page.keyboard.type("select player,\ncount(*) as n from game_players group by all order by all")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("table")
    rows = page.locator("tbody tr").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["Ann", "Bob", "Cid"]
    assert page.get_by_label("Statement").input_value().startswith("select player,\ncount")


def test_two_selections_are_written_and_compared(visit: Open) -> None:
    page = visit("club/compare?where=Date >= 2020")
    page.get_by_label("Another test of A").fill('player = "Ann"')
    page.get_by_label("Another test of B").fill('not player = "Ann"')
    page.get_by_role("button", name="Compare").click()
    assert chips(page) == ["where Date >= 2020"]
    assert page.locator(".compared tbody tr").count() == 11
    assert "too few games" in page.locator("main").inner_text()
