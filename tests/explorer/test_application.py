"""Addresses to pages, errors to words, and pages that take their time."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from explorer_kit import make_client, make_database
from starlette.testclient import TestClient

from mentis_records.core.game import NotOfferedError, PositionError
from mentis_records.explorer import application
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
