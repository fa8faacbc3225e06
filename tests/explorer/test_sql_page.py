"""The page of SQL: its rows, its errors, its limits, and that it reads its database alone."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from explorer_kit import make_client
from hostile_kit import make_club
from starlette.testclient import TestClient

from mentis_records.explorer.address import Address


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
