"""Pages end at their time limit, in Python and in the engine; unknown parameters are refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from socket import create_connection
from threading import Event, Semaphore
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
from explorer_kit import make_client, make_database
from served_kit import served
from size_kit import sampled
from starlette.testclient import TestClient

from mentis_records.explorer.content import PAGES, PARAMETERS
from mentis_records.explorer.lookup import Lookup, Lookups, ReaderLeftError, TimeIsUpError
from mentis_records.explorer.page import standings

RECORD = '[Event "x"]\n[Blue "Ann"]\n[Red "Bob"]\n\n1. TSNd2 TSNd6 1-0\n'
pytestmark = pytest.mark.one_build


MINUTES = "levenshtein(repeat('a', 400000), repeat('b', 400000))"
"""A call of one function that takes minutes, and does not listen meanwhile."""


def counting(lookup: Lookup[int]) -> int:
    number = 0
    while number >= 0:
        number += 1
    return number


@pytest.mark.parametrize(("left", "error"), [(False, TimeIsUpError), (True, ReaderLeftError)])
def test_work_in_python_ends(left: bool, error: type[Exception]) -> None:
    async def has_left() -> bool:
        return left

    async def ask() -> int:
        lookups = Lookups(at_once=1, seconds=0.2)
        with pytest.raises(error):
            await lookups.run(Lookup(counting), has_left)
        return await lookups.run(Lookup(lambda _: 7), has_left)

    began = monotonic()
    assert asyncio.run(ask()) == 7, "the thread is free again, and nothing is raised in it"
    assert monotonic() - began < 10


@pytest.mark.parametrize(
    "function", ["map(range(400000), range(400000))", "repeat('a', 900000000)", MINUTES]
)
def test_a_statement_ends_whatever_it_calls(tmp_path: Path, function: str) -> None:
    (tmp_path / "a.mgn").write_text("1. TSNd2 TSNd6 *\n", encoding="utf-8")
    database = make_database(tmp_path / "d.duckdb", tmp_path / "a.mgn")
    client = make_client({"d": database}, seconds=0.3)
    began = monotonic()
    answer = client.get("/d/sql.json", params={"statement": f"select {function}"})
    assert answer.status_code == 503
    assert monotonic() - began < 10


def test_a_page_that_takes_long_keeps_no_other_database_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.mgn").write_text(RECORD, encoding="utf-8")
    files = {name: make_database(tmp_path / name, tmp_path / "a.mgn") for name in ("d", "other")}
    begun, has_answered, rank = Semaphore(0), Event(), standings.rank

    def work(*arguments: Any) -> Any:
        begun.release()
        while not has_answered.is_set():
            pass
        return rank(*arguments)

    monkeypatch.setattr(standings, "rank", work)
    with served(files) as address, ThreadPoolExecutor() as readers:
        waiting = [readers.submit(urlopen, f"{address}/d/standings.json") for _ in range(2)]
        assert all(begun.acquire(timeout=20) for _ in waiting)
        try:
            assert urlopen(f"{address}/other/games.json", timeout=20).status == 200
        finally:
            has_answered.set()
        assert [each.result(20).status for each in waiting] == [200, 200]


@sampled("page", [("sql.json",), ("sql",)], 2)
def test_a_statement_ends_with_its_reader(tmp_path: Path, page: str) -> None:
    (tmp_path / "a.mgn").write_text("1. TSNd2 TSNd6 *\n", encoding="utf-8")
    database = make_database(tmp_path / "d.duckdb", tmp_path / "a.mgn")
    statement = f"select {MINUTES}"
    with served({"d": database}) as address:
        place = urlsplit(address)
        with create_connection((place.hostname, place.port)) as connection:
            asked = f"GET /d/{page}?{urlencode({'statement': statement})} HTTP/1.1"
            connection.sendall(f"{asked}\r\nHost: {place.netloc}\r\n\r\n".encode())
            assert comes_true(active_children, within=20), "the process of the statement"
            sleep(0.2)
            assert active_children(), "it works for as long as its reader stays"
        assert comes_true(lambda: not active_children(), within=3)
        answer = urlopen(f"{address}/d/sql.json?statement=select+7+as+n")
        assert json.loads(answer.read()) == [{"n": 7}]


def comes_true(is_so: Callable[[], object], within: float) -> bool:
    """Return True as soon as something is so, or False after some seconds."""
    until = monotonic() + within
    while monotonic() < until:
        if is_so():
            return True
        sleep(0.02)
    return False


# Parameters that a page does not have are refused, with those that it has


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    folder = tmp_path_factory.mktemp("unknown")
    (folder / "a.mgn").write_text('[Blue "Ann"]\n\n1. TSNd2 TSNd6 1-0\n', encoding="utf-8")
    return make_client({"d": make_database(folder / "d.duckdb", folder / "a.mgn")})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "rest", ["wher=x", "Where=x", "result=1-0", "wher=", "where=plies>0&page1=2"]
)
def test_unknown_parameters_are_refused(client: TestClient, page: str, rest: str) -> None:
    for ending in ("", ".json"):
        answer = client.get(f"/d/{page}{ending}?{rest}")
        assert answer.status_code == 400
        assert "has no parameter" in answer.text
        for name in ("where", *PARAMETERS[page]):
            assert name in answer.text


def test_every_page_says_which_parameters_it_has() -> None:
    assert list(PARAMETERS) == list(PAGES)


@pytest.mark.parametrize("place", ["/?wher=x", "/d?wher=x"])
def test_the_way_to_a_page_passes_no_parameter_over(client: TestClient, place: str) -> None:
    assert client.get(place, follow_redirects=True).status_code == 400
