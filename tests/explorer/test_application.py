"""Addresses to pages, errors to words, slow pages, and hostile paths, names and values."""

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import pytest
from case_kit import cases_of
from explorer_kit import make_client, make_database
from hostile_kit import HOSTILE, make_hostile
from hypothesis import given
from hypothesis import strategies as st
from size_kit import sizes
from starlette.testclient import TestClient

from mentis_records.core.game import NotOfferedError, PositionError
from mentis_records.explorer import application
from mentis_records.explorer.address import MAX_PARAMETERS, Address, AddressError
from mentis_records.explorer.content import PAGES, Content, Elsewhere
from mentis_records.explorer.visit import Visit
from mentis_records.store.error import StoreError

CASES = cases_of(__file__)
DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    club = tmp_path_factory.mktemp("application") / "club.duckdb"
    return make_client({"club": make_database(club, DATA / "rulebook.mgn")})


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Visit], Any]], None]:
    """Let the pages do something else."""

    def pretend(work: Callable[[Visit], Any]) -> None:
        monkeypatch.setattr(application, "page_function", lambda page, name: work)

    return pretend


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let progress be shown soon."""
    monkeypatch.setattr(application, "_SHOWN_AFTER", 0.05)


def slow(visit: Visit) -> Content:
    for step in range(4):
        visit.progress(step * 1_000, 3_000)
        time.sleep(0.06)
    return Content("failure.html", {"words": "All is done", "detail": "", "games": ()})


@pytest.mark.usefixtures("soon")
def test_progress_is_shown_and_then_the_page(client: TestClient, pretend: Any) -> None:
    pretend(slow)
    page = client.get("/club/games")
    assert page.status_code == 200
    before, _, after = page.text.partition("<h1>All is done</h1>")
    assert before.count('<p class="waiting" role="status">') >= 2
    assert " of 3,000" in before
    assert "waiting" not in after
    assert after.rstrip().endswith("</html>")


@pytest.mark.usefixtures("soon")
def test_json_is_whole(client: TestClient, pretend: Any) -> None:
    pretend(slow)
    assert client.get("/club/games.json").status_code == 500
    assert "waiting" not in client.get("/club/games.json").text


@pytest.mark.usefixtures("soon")
def test_what_goes_wrong_late_is_told(client: TestClient, pretend: Any) -> None:
    def fail(visit: Visit) -> Content:
        time.sleep(0.2)
        raise StoreError("the disk has gone")

    pretend(fail)
    page = client.get("/club/games")
    assert "<h1>the disk has gone</h1>" in page.text
    assert page.text.rstrip().endswith("</html>")


@pytest.mark.usefixtures("soon")
def test_what_is_elsewhere_late_is_reached(client: TestClient, pretend: Any) -> None:
    def lead(visit: Visit) -> Elsewhere:
        time.sleep(0.2)
        return Elsewhere(visit.address.have(page=2))

    pretend(lead)
    page = client.get("/club/games").text
    assert '<meta http-equiv="refresh" content="0; url=/club/games?page=2">' in page
    assert '<a href="/club/games?page=2">' in page


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (
            StoreError("no <b>room</b>\x1b[31m"),
            500,
            "no &lt;b&gt;room&lt;/b&gt;\N{SYMBOL FOR ESCAPE}[31m",
        ),
        (PositionError(["no such square"]), 400, "no such square"),
        (NotOfferedError("it has no views"), 400, "it has no views"),
        (KeyError("no game 7"), 404, "no game 7"),
        (ZeroDivisionError("secret"), 500, "An error of this program: ZeroDivisionError"),
    ],
)
def test_errors(
    client: TestClient, pretend: Any, error: Exception, status: int, words: str
) -> None:
    def fail(visit: Visit) -> Content:
        raise error

    pretend(fail)
    page = client.get("/club/games")
    assert page.status_code == status
    assert f"<h1>{words}</h1>" in page.text
    assert "secret" not in page.text
    told = client.get("/club/games.json")
    assert told.status_code == status
    assert set(told.json()) == {"error", "detail"}


@pytest.mark.parametrize("path", CASES["nothing_there"])
def test_nothing_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_page_that_is_not_there_has_a_way_on(client: TestClient) -> None:
    page = client.get("/club/nothing").text
    assert "<h1>there is no such page</h1>" in page
    assert '<a href="/">' in page
    assert client.get("/club/nothing.json").json()["error"] == "there is no such page"


def test_a_database_has_a_first_page(client: TestClient) -> None:
    answer = client.get("/club")
    assert answer.headers["location"] == f"/club/{next(iter(PAGES))}"


@pytest.mark.parametrize(("link", "words"), CASES["what_cannot_be_read"])
def test_what_cannot_be_read(client: TestClient, link: str, words: str) -> None:
    page = client.get(link)
    assert page.status_code == 400
    assert words in page.text


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)
PARTS = WORDS.filter(lambda text: "/" not in text and not text.endswith(".json"))


def parse(link: str) -> Address:
    found = urlsplit(link)
    return Address.parse(unquote(found.path), found.query)


@given(PARTS, PARTS, st.lists(PARTS), st.lists(st.tuples(WORDS, WORDS), max_size=5), st.booleans())
def test_a_link_is_read_as_it_was_written(
    database: str, page: str, path: list[str], pairs: list[tuple[str, str]], is_json: bool
) -> None:
    given_pairs = tuple((name, value) for name, value in pairs if value.strip())
    address = Address(database, page, tuple(path), given_pairs, is_json)
    assert parse(str(address)) == address
    assert str(address).isascii()


def test_what_stays_from_page_to_page() -> None:
    address = Address.parse(
        "/club/games", "where=plies+>+3&where=player+%3D+%22A%22&sort=date&page=2"
    )
    assert address.go("game", 7) == Address(
        "club", "game", ("7",), (("where", "plies > 3"), ("where", 'player = "A"'))
    )
    assert address.lack("where", "plies > 3").all("where") == ['player = "A"']
    assert address.have(page=None, min_games=4).parameters[-1] == ("min-games", "4")


def test_empty_parameters_are_none() -> None:
    assert Address.parse("/club/games", "where=&sort=+&page=3").parameters == (("page", "3"),)


@pytest.mark.parametrize("query", ["page=-1", "page=1e3", "page=²", f"page={'9' * 5_000}"])
def test_numbers(query: str) -> None:
    with pytest.raises(AddressError, match=r"page: .* is no whole number"):
        Address.parse("/club/games", query).number("page", 1)


@pytest.mark.parametrize(
    "query", ["where=%ff", "where=%00", "&".join(f"a{at}=1" for at in range(MAX_PARAMETERS + 1))]
)
def test_no_address(query: str) -> None:
    with pytest.raises(AddressError):
        Address.parse("/club/games", query)


NAMES = CASES["names"]
"""Parameters that pages know."""
VALUES = (
    *HOSTILE[:-2],
    *("9" * 400, "(" * 600, 'player = "' + "x" * 2_000 + '"', "start or " * 200 + "end"),
    *CASES["values"],
)
FIELD = re.compile(r"<input\b[^>]*>|<textarea\b.*?</textarea>", re.DOTALL)
"""What a reader may change, or sends on unseen, is as it was written."""
PATHS = (*CASES["paths"], "club/game/" + "9" * 300)


@pytest.fixture(scope="module")
def hostile_client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return make_client({"club": make_hostile(tmp_path_factory.mktemp("hostile"))})


def check(hostile_client: TestClient, link: str) -> None:
    answer = hostile_client.get(f"http://127.0.0.1:8421/{link}")
    text = answer.text
    assert answer.status_code in (200, 300, 303, 307, 400, 404, 414, 503), f"{link}: {text[-400:]}"
    assert "An error of this program" not in text, f"{link}: {text[-400:]}"
    assert "root:" not in text, link
    assert "Traceback" not in text, link
    assert answer.headers["x-content-type-options"] == "nosniff"
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return
    text = FIELD.sub("", text)
    assert "<script>alert" not in text, link
    assert "<img src=x" not in text, link
    assert "\u202e" not in text, link
    assert "\x1b" not in text, link


@pytest.mark.ci
@pytest.mark.parametrize("path", PATHS)
def test_paths(hostile_client: TestClient, path: str) -> None:
    check(hostile_client, path)


@pytest.mark.ci
@pytest.mark.parametrize("page", [page for page in PAGES if page != "game"])
def test_pages_of_hostile_records(hostile_client: TestClient, page: str) -> None:
    check(hostile_client, f"club/{page}")
    check(hostile_client, f"club/{page}.json")


def links(page: str, count: int) -> Iterator[str]:
    """Yield addresses of a page with random parameters of random values."""
    chance = random.Random(page)
    place = f"club/{page}/1" if page == "game" else f"club/{page}"
    for _ in range(count):
        pairs = [
            f"{name}={quote(chance.choice(VALUES), safe='')}"
            for name in chance.sample(NAMES, chance.randrange(1, 4))
        ]
        yield f"{place}{chance.choice(['', '.json'])}?{'&'.join(pairs)}"


@pytest.mark.ci
@sizes("count", 4, 16)
@pytest.mark.parametrize("page", PAGES)
def test_values(hostile_client: TestClient, page: str, count: int) -> None:
    for link in links(page, count):
        check(hostile_client, link)


@pytest.mark.ci
@sizes("step", 8, 2)
@pytest.mark.parametrize("name", NAMES)
def test_every_parameter(hostile_client: TestClient, name: str, step: int) -> None:
    """On pages in turn: in the suite on every eighth, in CI on every second."""
    for page in [*PAGES][NAMES.index(name) % step :: step]:
        place = f"club/{page}/1" if page == "game" else f"club/{page}"
        check(hostile_client, f"{place}?{name}={quote(HOSTILE[0])}")
