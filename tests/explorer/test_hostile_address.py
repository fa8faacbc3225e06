"""Hostile paths, names and values: no page breaks, nothing of theirs acts, nothing leaks."""

import random
import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from explorer_kit import make_client
from hostile_kit import HOSTILE, make_hostile
from size_kit import sizes
from starlette.testclient import TestClient

from mentis_records.explorer.content import PAGES

NAMES = (
    *("rules", "where", "query", "sort", "page", "limit", "position", "moves", "setting", "depth"),
    *(
        "variant",
        "order",
        "ply",
        "at",
        "view",
        "format",
        "code",
        "source",
        "near",
        "event",
        "a",
        "b",
    ),
    *("statement", "action", "player", "facet", "tie-breaks", "system", "min-games", "verify"),
    *("count", "positions", "max-positions", "with-unplayed", "limits"),
)
"""Parameters that pages know."""

VALUES = (
    *HOSTILE[:-2],
    "../../../../etc/passwd",
    "\x1b[31m\u202e\u0007",
    "-1",
    "9" * 400,
    "1e309",
    "\u00b2",
    "nan",
    "(" * 600,
    'player = "' + "x" * 2_000 + '"',
    "select * from read_csv('/etc/passwd')",
    "copy games to '/tmp/x'",
    "pragma database_list; select 1",
    "attach '/tmp/x' as x",
    "select getenv('HOME')",
    "*",
    "1",
    "blue",
    "mentis",
    "start or " * 200 + "end",
    "count(any K on board) >= 99999999999999999999",
)
FIELD = re.compile(r"<input\b[^>]*>|<textarea\b.*?</textarea>", re.DOTALL)
"""What a reader may change, or sends on unseen, is as it was written."""

PATHS = (
    *("..", "../..", "%2e%2e", "%00", "%ff", "-/static/..%2fguard.py", "club/../../etc", "club//"),
    *(
        "club/games/../sql",
        "club/game/x",
        "club/game/-1",
        "club/game/" + "9" * 300,
        "club/game/1/2",
    ),
    *(
        "club/quarantine/1.1",
        "club/quarantine/../..",
        "club/matches/x",
        "club/<script>",
        "club/.json",
    ),
    *("club/games.json.json", "club/player/x", "club/page/games", "CLUB/games", "club/game.json"),
    *("club/tree/1", "club/sql/x", "-/palette/..css", "-/palette/<b>.css", "-/static/", "-"),
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return make_client({"club": make_hostile(tmp_path_factory.mktemp("hostile"))})


def check(client: TestClient, link: str) -> None:
    answer = client.get(f"http://127.0.0.1:8421/{link}")
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


@pytest.mark.parametrize("path", PATHS)
def test_paths(client: TestClient, path: str) -> None:
    check(client, path)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "game"])
def test_pages_of_hostile_records(client: TestClient, page: str) -> None:
    check(client, f"club/{page}")
    check(client, f"club/{page}.json")


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


@sizes("count", 4, 16)
@pytest.mark.parametrize("page", PAGES)
def test_values(client: TestClient, page: str, count: int) -> None:
    for link in links(page, count):
        check(client, link)


@sizes("step", 8, 2)
@pytest.mark.parametrize("name", NAMES)
def test_every_parameter(client: TestClient, name: str, step: int) -> None:
    """On pages in turn: in the suite on every eighth, in CI on every second."""
    for page in [*PAGES][NAMES.index(name) % step :: step]:
        place = f"club/{page}/1" if page == "game" else f"club/{page}"
        check(client, f"{place}?{name}={quote(HOSTILE[0])}")
