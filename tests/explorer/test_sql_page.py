"""The page of SQL: its rows, its errors, its limits, and that it reads its database alone."""

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from explorer_kit import MEMORY, PORT, make_client
from hostile_kit import make_club
from starlette.testclient import TestClient

from mentis_records.explorer.address import Address
from mentis_records.explorer.application import Explorer, make_application
from mentis_records.explorer.guard import Entrance


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {"club": make_club(tmp_path_factory.mktemp("sql"))}


@pytest.fixture(scope="module")
def client(files: dict[str, Path]) -> TestClient:
    return make_client(files)


def place(statement: str) -> Address:
    return Address("club", "sql", (), (("statement", statement),))


def shown(client: TestClient, address: Address) -> str:
    answer = client.get(str(address))
    assert answer.status_code == 200, answer.text
    return answer.text


def test_errors_of_a_statement_say_where(client: TestClient) -> None:
    html = shown(client, place("select result\nfrom gomes"))
    assert "gomes" in html
    assert "(line 2, column 6)" in html
    assert "from gomes\n     ^" in html
    assert client.get(str(place("from gomes").as_json)).status_code == 400


def test_a_statement_gives_all_rows_page_by_page(client: TestClient) -> None:
    statement = "select i from range(450) as t(i) order by i"
    found: list[int] = []
    address: str | None = str(place(statement))
    while address:
        html = client.get(address).text
        found += map(int, re.findall(r'<tr><td class="number"><bdi>(\d+)', html))
        following = re.findall(r'<a href="([^"]*)" rel="next"', html)
        address = unescape(following[0]) if following else None
    assert found == list(range(450))


def test_long_values_are_cut_with_a_word(client: TestClient) -> None:
    html = shown(client, place("select repeat('ab', 5000) as long"))
    assert "(10,000 characters)" in html
    assert "ab" * 150 not in html


@pytest.mark.parametrize(
    "statement",
    [
        "from read_text('/etc/passwd')",
        "copy games to 'games.csv'",
        "attach 'other.duckdb' as other",
        "set lock_configuration = false",
        "delete from games",
        "install httpfs",
        "from enable_logging()",
    ],
)
def test_a_statement_reaches_nothing_but_its_database(client: TestClient, statement: str) -> None:
    assert 'role="alert"' in shown(client, place(statement))
    assert client.get(str(place(statement).as_json)).status_code == 400


@pytest.mark.parametrize("suffix", ["", ".json"])
def test_a_cross_join_ends_when_its_time_is_up(files: dict[str, Path], suffix: str) -> None:
    statement = "select count(*) from range(1000000000) a, range(1000000000) b"
    client = make_client(files, seconds=0.3)
    answer = client.get(f"/club/sql{suffix}", params={"statement": statement})
    assert answer.status_code == 503
    assert "takes longer than 0.3 seconds" in answer.text


def test_a_cross_join_ends_when_its_reader_has_left(files: dict[str, Path]) -> None:
    statement = "select count(*) from range(1000000000) a, range(1000000000) b"
    address = str(place(statement).as_json)
    path, _, query = address.partition("?")
    host = f"127.0.0.1:{PORT}".encode()
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", host)],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    application = make_application(Explorer(files, MEMORY, 3_600), Entrance(PORT))
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 499


def test_rows_without_end_are_refused_as_json_and_turned_over_as_a_page(client: TestClient) -> None:
    endless = place("select i, repeat('x', 100) from range(100000000) as t(i)")
    answer = client.get(str(endless.as_json))
    assert answer.status_code == 400
    assert "more than 100,000 rows" in answer.json()["error"]
    assert "Rows 1 to 200, and there are more" in shown(client, endless)


def test_a_statement_may_be_as_long_as_an_address(client: TestClient) -> None:
    long = place(f"select length('{'x' * 7_800}') as n")
    assert client.get(str(long.as_json)).json() == [{"n": 7_800}]
    longer = place(f"select length('{'x' * 8_000}') as n")
    assert client.get(str(longer)).status_code == 414
