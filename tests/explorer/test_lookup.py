"""Work for readers: so much at once, for a limited time, while they stay."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from explorer_kit import make_database

from mentis_records.explorer.lookup import (
    BusyError,
    Lookup,
    Lookups,
    ReaderLeftError,
    TimeIsUpError,
)
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.open import open_database
from mentis_records.store.sql import run_sql

DATA = Path(__file__).parents[2] / "data"
ENDLESS = "select count(*) from range(1000000000000) one, range(1000000) two"


async def stays() -> bool:
    return False


async def leaves() -> bool:
    return True


def run(lookups: Lookups, work: Callable[[Lookup[Any]], Any], has_left: Any = stays) -> Any:
    async def ask() -> Any:
        return await lookups.run(Lookup(work), has_left)

    return asyncio.run(ask())


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return open_database(make_database(tmp_path / "club.duckdb", DATA / "rulebook.mgn"))


def test_an_answer() -> None:
    assert run(Lookups(), lambda lookup: 3) == 3


def test_an_error() -> None:
    def fail(lookup: Lookup[int]) -> int:
        raise LookupError("no such game")

    with pytest.raises(LookupError, match="no such game"):
        run(Lookups(), fail)


def endless(database: Database, ended: list[str]) -> Callable[[Lookup[Any]], Any]:
    def work(lookup: Lookup[Any]) -> Any:
        lookup.hold(database)
        try:
            return list(run_sql(database, ENDLESS))
        except StoreError as error:
            ended.append(str(error))
            raise

    return work


@pytest.mark.parametrize(
    ("seconds", "has_left", "error"), [(0.2, stays, TimeIsUpError), (60, leaves, ReaderLeftError)]
)
def test_a_statement_ends(
    database: Database,
    seconds: float,
    has_left: Callable[[], Awaitable[bool]],
    error: type[Exception],
) -> None:
    ended: list[str] = []
    with pytest.raises(error):
        run(Lookups(seconds=seconds), endless(database, ended), has_left)
    assert len(ended) == 1
    assert "nterrupted" in ended[0]
    with pytest.raises(StoreError, match="interrupted"):
        run_sql(database, "select 1")


def test_steps_end() -> None:
    def work(lookup: Lookup[int]) -> int:
        step = 0
        while True:
            lookup.progress(step := step + 1, None)

    with pytest.raises(TimeIsUpError, match=r"longer than 0\.1 seconds"):
        run(Lookups(seconds=0.1), work)


def test_the_queue() -> None:
    """One works, two wait; when another comes, the one who waits longest goes, and it is next."""
    gate = threading.Event()
    order: list[str] = []

    async def crowd() -> None:
        lookups = Lookups(at_once=1, queue=2)
        tasks = []
        for name in ("works", "goes", "waits", "comes"):

            def work(lookup: Lookup[None], name: str = name) -> None:
                gate.wait(10)
                order.append(name)

            tasks.append(asyncio.create_task(lookups.run(Lookup(work), stays)))
            await asyncio.sleep(0.02)
        with pytest.raises(BusyError, match="too many"):
            await tasks.pop(1)
        gate.set()
        await asyncio.gather(*tasks)
        assert await lookups.run(Lookup(lambda lookup: 3), stays) == 3

    asyncio.run(crowd())
    assert order == ["works", "comes", "waits"]


def test_patience_ends() -> None:
    gate = threading.Event()

    async def crowd() -> None:
        lookups = Lookups(at_once=1, patience=0.1)
        first = asyncio.create_task(lookups.run(Lookup(lambda lookup: gate.wait(10)), stays))
        await asyncio.sleep(0.02)
        with pytest.raises(BusyError, match="others are being served"):
            await lookups.run(Lookup(lambda lookup: 1), stays)
        with pytest.raises(ReaderLeftError):
            await lookups.run(Lookup(lambda lookup: 1), leaves)
        gate.set()
        assert await first

    asyncio.run(crowd())


def test_a_task_that_is_cancelled_ends_its_work(database: Database) -> None:
    ended: list[str] = []

    async def begin() -> None:
        task = asyncio.create_task(Lookups().run(Lookup(endless(database, ended)), stays))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(begin())
    assert len(ended) == 1
