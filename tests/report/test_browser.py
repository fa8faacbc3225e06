"""The pages in a real browser: they load from disk, ask for nothing, and replay games.

Needs Playwright (the extra ``browser``) and the system's Chromium.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from board_kit import stacks
from case_kit import cases_of
from event_kit import record_text, swiss
from strange_board import coloured

from mentis_records.collection.game_record import GameRecord
from mentis_records.core.capability import picture_of
from mentis_records.core.record import Record
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document.example_game import ExampleGame, example_game
from mentis_records.report.document.game_page import render_game
from mentis_records.report.document.page import Section, render_page
from mentis_records.report.registry import REPORTS
from mentis_records.store.count.typical import fetch_longest_game
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.record import fetch_record

CASES = cases_of(__file__)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip("playwright.sync_api", reason="the extra browser brings it")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; CI installs one"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

GAME = GAMES[0]
DATA = Path(__file__).parents[2] / "data"
RECORD = CASES["record"]

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Open]:
    """Open a file in a page, and fail if it says a word or asks for anything but itself."""
    pages = []

    def visit(file: Path, width: int = 1200, **options: Any) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url))
        page.goto(file.as_uri())
        pages.append((page, said, [file.as_uri()]))
        return page

    yield visit
    for page, said, expected in pages:
        page.close()
        assert said == expected


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    file = tmp_path_factory.mktemp("browser") / "club.duckdb"
    with create_database(file) as writer:
        for name in ("rulebook.mgn", "rulebook-listing.txt"):
            load(writer, Reader(GAMES), str(DATA / name))
    with open_database(file) as reader:
        yield reader


@pytest.fixture(scope="module")
def tournament(database: Database) -> Iterator[Database]:
    """A Swiss of five rounds: the rulebook's games are of nobody, so they make no event."""
    games = database.path.with_name("swiss.mgn")
    games.write_text(record_text("Swiss", swiss()), encoding="utf-8")
    file = games.with_suffix(".duckdb")
    with create_database(file) as writer:
        load(writer, Reader(GAMES), str(games))
    with open_database(file) as reader:
        yield reader


@pytest.fixture(scope="module")
def pages(database: Database, tournament: Database) -> dict[str, Path]:
    """Every report's page on the rulebook's games; that of an event on a tournament."""
    out = database.path.parent / "out"
    own = {"event": tournament}
    return {
        slug: kind.build(own.get(slug, database), GAME, out, formats=["html"]).paths[0]
        for slug, kind in REPORTS.items()
    }


def record_of(text: str) -> Record:
    (reading,) = Reader(GAMES).read_text("test", text)
    assert reading.record is not None
    return reading.record


def page_of_games(database: Database, name: str, *games: ExampleGame) -> Path:
    """Write a page of nothing but games."""
    report = REPORTS["winrate"].make(database, GAME)
    sections = (Section("games", "Games", games=games),)
    file = database.path.parent / f"{name}.html"
    bare = replace(report, sections=sections, figure=None, absent=())
    file.write_text(render_page(bare, {}), encoding="utf-8")
    return file


def page_of_game(database: Database, name: str, text: str) -> Path:
    """Write the page of one game."""
    file = database.path.parent / f"{name}.html"
    file.write_text(render_game(GAME, record_of(text)), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(RECORD)


@pytest.fixture(scope="module")
def replay(database: Database, record: Record) -> Path:
    """A page of nothing but a game with variations."""
    games = (example_game(GAME, record, note="A note", ply=2), example_game(GAME, record))
    return page_of_games(database, "replay", *games)


def unfold(page: Any) -> Any:
    """Open all games of a page, and return it."""
    for summary in page.locator(".replayer > summary").all():
        summary.click()
    page.locator("h1").click()
    return page


def shown(root: Any) -> dict[str, str]:
    """Return what the board of a replayer shows, by square."""
    pieces = root.locator("svg.live use[data-square]")
    return dict(
        pieces.evaluate_all("all => all.map(one => [one.dataset.square, one.dataset.label])")
    )


def board(position: str) -> dict[str, str]:
    return stacks(picture_of(GAME, GAME.parse_position(position, {}), None))


def screens(page: Any) -> Iterator[None]:
    """Show a page on a desk and on a phone, in light and dark: it has the screen's width."""
    for width, scheme in product((1280, 380), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
        yield


@pytest.mark.parametrize("slug", REPORTS)
def test_page_loads(pages: dict[str, Path], visit: Open, slug: str) -> None:
    page = visit(pages[slug])
    for _ in screens(page):
        assert "Made by mentis-records" in page.locator("footer").inner_text()
    for replayer in page.locator(".replayer").all():
        assert shown(replayer)


@pytest.mark.parametrize("slug", REPORTS)
def test_wide_tables_scroll_in_their_boxes(pages: dict[str, Path], visit: Open, slug: str) -> None:
    """The page stays as wide as the screen, headings have two lines at most and no broken word."""
    page = visit(pages[slug], 380)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == 380
    lines = page.evaluate(
        """() => [...document.querySelectorAll("th, td")].map(cell => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const tops = [...range.getClientRects()].map(box => Math.round(box.top));
            return [cell.closest("thead") !== null, new Set(tops).size, cell.textContent];
        })"""
    )
    assert lines
    for is_head, count, text in lines:
        assert count <= (2 if is_head and " " in text else 1), text


def test_the_index(pages: dict[str, Path], visit: Open) -> None:
    page = visit(pages["winrate"].parent / "index.html")
    found = page.locator("h3 a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert sorted(found) == sorted(f"{slug}.html" for slug in REPORTS)
    assert all(page.locator("h3 a").first.is_visible() for _ in screens(page))


def test_a_report_replays_its_games_to_the_end(
    database: Database, pages: dict[str, Path], visit: Open
) -> None:
    game_id = fetch_longest_game(database, GAME.description.slug, ["1-0", "0-1"])
    assert game_id is not None
    record = fetch_record(database, game_id)
    root = unfold(visit(pages["winrate"])).locator("#endings .replayer").first
    assert shown(root) == board(record.final)
    root.get_by_role("button", name="First position").click()
    assert shown(root) == board(record.start)
    forward = root.get_by_role("button", name="Forward")
    position = GAME.parse_position(record.start, {})
    for ply in record.plies:
        forward.click()
        position = GAME.play(position, ply.move)
        assert shown(root) == stacks(picture_of(GAME, position, ply.move))
    assert GAME.format_position(position) == record.final
    assert forward.get_attribute("aria-disabled") == "true"
    last = f"ply {len(record.plies)} of {len(record.plies)}"
    assert last in root.locator(".said").inner_text()


def test_buttons_and_moves(replay: Path, visit: Open, record: Record) -> None:
    page = unfold(visit(replay))
    root = page.locator(".replayer").first
    current = root.locator("[aria-current]")
    assert current.inner_text() == "TSNd6"
    for name, words in CASES["buttons_and_moves"]:
        root.get_by_role("button", name=name, exact=True).click()
        assert root.locator(".said").inner_text() == words
    root.get_by_role("button", name="Se6", exact=True).click()
    assert root.locator(".said").inner_text() == "2... Se6 (variation)"
    position = GAME.start_position({})
    for notation in ("TSNd2", "Nc6", "Se2", "Se6"):
        (move,) = [one for one in GAME.legal_moves(position) if one.notation == notation]
        position = GAME.play(position, move)
    assert shown(root) == stacks(picture_of(GAME, position, None))
    root.get_by_role("button", name="Back", exact=True).click()
    assert current.inner_text() == "Se2"
    assert current.count() == 1
    assert shown(page.locator(".replayer").nth(1)) == board(record.final), "the other stays"


def test_keys_alone(replay: Path, visit: Open, record: Record) -> None:
    page = unfold(visit(replay))
    root = page.locator(".replayer").first
    said = root.locator(".said")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('ply')"):
            break
    assert page.evaluate("document.activeElement.textContent") == "TSNd6"
    order = ["1... Nc6", "2. Nb1", "2. Se2", "2... Se6", "2... Nb7", "2. d2#-d3#-d4"]
    for words in order:
        page.keyboard.press("ArrowDown")
        assert said.inner_text().startswith(words)
        assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    page.keyboard.press("End")
    assert shown(root) == board(record.final)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert said.inner_text() == "3... TSNc6 (ply 6 of 8)"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert said.inner_text() == "1. TSNd2 (ply 1 of 8)"
    assert said.get_attribute("aria-live") == "polite"
    label = root.locator("svg.live").get_attribute("aria-label")
    assert (
        label
        == "Board: 1. TSNd2. "
        + "; ".join(f"{square} {words}" for square, words in shown(root).items())
        + "."
    )


def test_marks_of_the_last_move(replay: Path, visit: Open) -> None:
    root = unfold(visit(replay)).locator(".replayer").first
    root.get_by_role("button", name="c2-c3-c4#-b4", exact=True).click()
    assert root.locator("svg.live rect").count() == 4
    assert root.locator("svg.live polyline").count() == 1
    assert root.locator("svg.live use[transform]").count() == 3


def test_marks_leave_bands_free(database: Database, record: Record, visit: Open) -> None:
    board = coloured()
    bare = replace(board, last_path=(), last_targets=(), last_stops=())
    game = example_game(GAME, record, ply=1)
    positions = [
        replace(position, picture=board if at else bare)
        for at, position in enumerate(game.positions)
    ]
    file = page_of_games(database, "bands", replace(game, positions=tuple(positions)))
    root = unfold(visit(file)).locator(".replayer")
    marks = root.locator("svg.live rect").all()
    assert sorted(str(mark.get_attribute("height")) for mark in marks) == ["100", "73", "73"]
    assert "Gold prison with 2 Mauve stone, 2 men" in shown(root).values()


def test_without_a_script(replay: Path, visit: Open) -> None:
    root = unfold(visit(replay, java_script_enabled=False)).locator(".replayer").first
    assert root.locator("svg.final").is_visible()
    assert not root.locator(".controls").is_visible()
    words = " ".join(root.locator(".moves").inner_text().split())
    assert words.startswith("Start 1. TSNd2 TSNd6 1... Nc6 2. Nb1")
    assert "Last position" in (root.locator("svg.final").get_attribute("aria-label") or "")


def test_printed(replay: Path, visit: Open) -> None:
    page = unfold(visit(replay))
    page.emulate_media(media="print")
    root = page.locator(".replayer").first
    assert root.locator("svg.final").is_visible()
    for hidden in ("svg.live", ".controls", ".said", ".keys"):
        assert not root.locator(hidden).is_visible()
    listing = root.locator(".listing")
    assert listing.evaluate("one => one.scrollHeight <= one.clientHeight")


def test_names_stay_text(replay: Path, visit: Open) -> None:
    page = unfold(visit(replay))
    assert page.locator("h4").first.inner_text() == "A note"
    words = page.locator(".replayer .words").first.inner_text()
    assert words.startswith("Blue: <!-- <script>, Red: Bert.")
    assert "</script><script>" in words
    scripts = page.locator("script:not([type])")
    assert scripts.count() == 1


def test_a_number_leads_to_its_game(pages: dict[str, Path], visit: Open) -> None:
    page = visit(pages["opening"])
    assert not page.locator(".stage").first.is_visible()
    link = page.locator('a[href^="#game-"]').first
    target = link.get_attribute("href") or ""
    link.click()
    game = page.locator(target)
    assert game.is_visible()
    assert page.locator(".replayer[open]").count() == 1
    assert page.locator(".replayer[open] .stage").is_visible()


def test_what_was_found_is_on_the_first_screen(pages: dict[str, Path], visit: Open) -> None:
    for slug, width in product(REPORTS, (1280, 380)):
        page = visit(pages[slug], width)
        height = 800 if width > 600 else 740
        parts = [".lede p >> nth=-1", ".finding .drawing svg"]
        assert slug in ("player", "opening", "event") or page.locator(parts[1]).count() == 1
        for part in parts[: 1 + page.locator(parts[1]).count()]:
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (slug, width, part)


def test_the_policy_holds(browser: Any, replay: Path, tmp_path: Path) -> None:
    """A script that somehow came into the page does not run, and the console is heard."""
    text = replay.read_text(encoding="utf-8")
    file = tmp_path / "worse.html"
    file.write_text(text.replace("<main", "<script>document.title = 'bad'</script><main", 1))
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    assert page.title() != "bad"
    assert any("Content Security Policy" in words for words in said)
    page.close()


@pytest.fixture(scope="module")
def course(database: Database) -> Path:
    """A page of nothing but a game with evaluations."""
    return page_of_games(database, "course", example_game(GAME, record_of(CASES["marked"])))


@pytest.mark.parametrize("width", [380, 1280])
def test_the_curve_and_the_board_go_together(course: Path, visit: Open, width: int) -> None:
    page = unfold(visit(course, width))
    root = page.locator(".replayer")
    said, told, plot = (root.locator(name) for name in (".said", ".told", ".plot"))
    assert told.inner_text() == "0.40 for Blue, depth 7"
    point = root.get_by_role("button", name="1... TSNd6??: Blue wins in 3 plies")
    point.click()
    assert said.inner_text() == "1... TSNd6 (ply 2 of 4)"
    assert told.inner_text().endswith("allowed a forced win in 3 plies")
    assert point.get_attribute("aria-current") == "step"
    page.keyboard.press("ArrowLeft")
    assert told.inner_text() == "0.62 for Blue, depth 7"
    assert point.get_attribute("aria-current") is None
    page.keyboard.press("Enter")
    assert said.inner_text() == "1... TSNd6 (ply 2 of 4)", "the point has the focus still"
    size = plot.bounding_box()
    plot.click(position={"x": 0.74 * size["width"], "y": 0.9 * size["height"]})
    assert said.inner_text() == "2. d2#-d3#-d4 (ply 3 of 4)"
    assert told.text_content() == ""
    line = root.locator(".cursor").bounding_box()
    assert abs(line["x"] - size["x"] - 0.75 * size["width"]) < 3
    root.get_by_role("button", name="Nb1", exact=True).click()
    line = root.locator(".cursor").bounding_box()
    assert abs(line["x"] - size["x"] - 0.25 * size["width"]) < 3, "where the variation begins"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_curve_without_a_script(course: Path, visit: Open) -> None:
    root = unfold(visit(course, java_script_enabled=False)).locator(".replayer")
    assert root.locator(".plot svg[role=img]").is_visible()
    assert root.locator(".point text").text_content() == "??"
    assert not root.locator(".cursor").is_visible()
    root.locator(".evaluations summary").click()
    words = root.locator(".evaluations tr").nth(2).inner_text().split("\t")
    assert words[1:3] == ["1... TSNd6??", "Blue wins in 3 plies, depth 7"]


def test_the_list_follows_the_board(pages: dict[str, Path], visit: Open) -> None:
    root = unfold(visit(pages["collection"], 380)).locator(".replayer").last
    root.get_by_role("button", name="First position", exact=True).click()
    listing = root.locator(".listing")
    assert listing.evaluate("one => one.scrollHeight > one.clientHeight")
    root.get_by_role("button", name="Last position", exact=True).click()
    assert listing.evaluate(
        "one => { const box = one.getBoundingClientRect(), "
        "at = one.querySelector('[aria-current]').getBoundingClientRect(); "
        "return at.top >= box.top && at.bottom <= box.bottom; }"
    )


@pytest.fixture(scope="module")
def lone(database: Database) -> Path:
    """The page of one game, whose second ply decided it."""
    text = RECORD.replace("TSNd2 ", "TSNd2 {[%eval 0.50,2]} ", 1)
    text = text.replace("TSNd6 ", "TSNd6 {[%eval 0.95,2]} ", 1)
    return page_of_game(database, "lone", text)


def test_the_moves_of_one_game_begin_at_their_top(database: Database, visit: Open) -> None:
    text = RECORD.replace("4. c2", f"{{{'a long remark ' * 99}}} 4. c2")
    file = page_of_game(database, "remarks", text)
    page = visit(file, 380)
    listing = page.locator(".listing")
    assert page.locator("svg.live").get_attribute("data-at") == "8"
    assert listing.evaluate("one => one.scrollHeight > 2 * one.clientHeight")
    assert listing.evaluate("one => one.scrollTop") == 0
    page.get_by_role("button", name="Back", exact=True).click()
    assert listing.evaluate("one => one.scrollTop") > 0


def test_facts_are_printed_below_a_long_list_of_moves(database: Database, visit: Open) -> None:
    text = (DATA.parent / "tests" / "cases" / "printed" / "long.mgn").read_text()
    page = visit(page_of_game(database, "long", text), 688)  # A4 without its margins
    page.emulate_media(media="print")
    listing = page.locator(".listing")
    assert listing.evaluate("one => one.scrollHeight") > 640  # 40rem, as on a screen
    end = listing.evaluate("one => one.getBoundingClientRect().top + one.scrollHeight")
    assert page.locator(".facts").evaluate("one => one.getBoundingClientRect().top") >= end


def test_the_page_of_one_game(lone: Path, visit: Open) -> None:
    page = visit(lone)
    said = page.locator(".said")
    assert said.inner_text() == "1... TSNd6 (ply 2 of 8)", "it opens where the game was decided"
    assert page.locator("h1 .name").all_inner_texts() == ["<!-- <script> Blue", "Bert Red"]
    assert page.locator("h1 .points").all_inner_texts() == ["0", "1"]
    for _ in screens(page):
        assert page.locator(".plot .cursor").is_visible()
        board = page.locator("svg.live").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] < 900, "the whole board is on the first screen"


def test_one_game_by_keys_alone(lone: Path, visit: Open) -> None:
    """Arrows need no focus there; what else has the focus keeps its keys."""
    page = visit(lone)
    said = page.locator(".said")
    page.keyboard.press("ArrowRight")
    assert said.inner_text() == "2. d2#-d3#-d4 (ply 3 of 8)"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert said.inner_text() == "1. TSNd2 (ply 1 of 8)"
    page.locator("button.ply[aria-current]").focus()
    page.keyboard.press("ArrowRight")
    assert said.inner_text() == "1... TSNd6 (ply 2 of 8)", "one step, not two"
    page.locator(".record summary").focus()
    page.keyboard.press("Enter")
    text = page.locator(".record pre")
    assert text.is_visible()
    assert "[%eval 0.95,2]" in text.inner_text()
    text.focus()
    page.keyboard.press("ArrowRight")
    assert said.inner_text() == "1... TSNd6 (ply 2 of 8)"


def test_one_game_without_a_script(lone: Path, visit: Open) -> None:
    page = visit(lone, java_script_enabled=False)
    assert page.locator("svg.final").is_visible()
    assert page.locator(".said").inner_text() == "4... c6#-c5"
    assert "d6#-d5#-e5" in page.locator(".moves").inner_text()
    assert page.locator(".course svg[role=img]").is_visible()


def test_a_notebook_replays_a_game_in_its_frame(
    record: Record, visit: Open, tmp_path: Path
) -> None:
    shown = GameRecord(record)._repr_html_()
    file = tmp_path / "notebook.html"
    file.write_text(f'<!doctype html><meta charset="utf-8"><body>{shown}</body>', encoding="utf-8")
    page = visit(file)
    frame = page.frames[1]
    forward = frame.get_by_role("button", name="Forward")
    frame.get_by_role("button", name="First position").click()
    forward.click()
    assert "TSNd2" in frame.locator("[aria-current]").first.inner_text()
    assert page.evaluate("() => document.querySelectorAll('script').length") == 0
    with pytest.raises(playwright.Error, match=r"Blocked a frame|cross-origin|SecurityError"):
        frame.evaluate("() => window.parent.document.title")
