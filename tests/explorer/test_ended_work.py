"""Work for a page ends at its time limit: within Python, and in functions of the engine."""

import asyncio
from pathlib import Path
from time import monotonic

import pytest
from explorer_kit import make_client, make_database

from mentis_records.explorer.lookup import Lookup, Lookups, ReaderLeftError, TimeIsUpError

pytestmark = pytest.mark.one_build


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
    "function", ["map(range(400000), range(400000))", "repeat('a', 900000000)"]
)
def test_a_statement_ends_whatever_it_calls(tmp_path: Path, function: str) -> None:
    (tmp_path / "a.mgn").write_text("1. TSNd2 TSNd6 *\n", encoding="utf-8")
    database = make_database(tmp_path / "d.duckdb", tmp_path / "a.mgn")
    client = make_client({"d": database}, seconds=0.3)
    began = monotonic()
    answer = client.get("/d/sql.json", params={"statement": f"select {function}"})
    assert answer.status_code == 503
    assert monotonic() - began < 10
