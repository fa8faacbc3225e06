"""Statements of the SQL page in a process of their own, which can be ended at any moment.

Some of DuckDB's functions cannot be interrupted, and take memory that only a process gives back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from mentis_records.store.error import StoreError

_TICK = 0.05
"""Seconds between looks whether the answer is still wanted."""

Rows = list[tuple[Any, ...]]


@contextmanager
def running(
    path: Path, memory_limit: int | None, sql: str, at_once: int, is_wanted: Callable[[], bool]
) -> Iterator[tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]]:
    """Give the names of a statement's columns, and its rows as they come; end the process after.

    Args:
        path: the file of the database.
        memory_limit: bytes that the process should use at most.
        sql: the statement.
        at_once: rows that are fetched together.
        is_wanted: returns False when the statement is to end.

    Raises:
        StoreError: the statement fails or is to end; rows raise it, too.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_work, args=(theirs, path, memory_limit, sql, at_once), daemon=True
    )
    process.start()
    theirs.close()
    try:
        names = _next(ours, is_wanted)
        yield names, _rows(ours, is_wanted)
    finally:
        process.kill()
        process.join()
        ours.close()


def _rows(ours: Connection, is_wanted: Callable[[], bool]) -> Iterator[tuple[Any, ...]]:
    while rows := _next(ours, is_wanted):
        yield from rows


def _next(ours: Connection, is_wanted: Callable[[], bool]) -> Any:
    """Ask for the next part of the answer and return it."""
    try:
        ours.send(None)
        while not ours.poll(_TICK):
            if not is_wanted():
                raise StoreError("interrupted")
        found = ours.recv()
    except (EOFError, OSError):
        raise StoreError(
            "the process of the statement ended: it may need too much memory"
        ) from None
    if isinstance(found, StoreError):
        raise found
    return found


def _work(theirs: Connection, path: Path, memory_limit: int | None, sql: str, at_once: int) -> None:
    """Answer in the process: names, then rows each time that more are asked for."""
    from itertools import islice

    from mentis_records.store.open import open_database
    from mentis_records.store.sql import run_sql

    theirs.recv()
    try:
        with (
            open_database(path, memory_limit) as database,
            run_sql(database, sql, is_written=True) as result,
        ):
            result.at_once = at_once
            theirs.send(result.names)
            coming = iter(result)
            while True:
                theirs.recv()
                theirs.send(list(islice(coming, at_once)))
    except StoreError as error:
        theirs.send(StoreError(str(error)))
    except EOFError:
        return
