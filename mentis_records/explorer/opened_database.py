"""A database opened for one visit, and closed behind it: others may write it in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from mentis_records.store.database import Database
from mentis_records.store.error import HeldError
from mentis_records.store.open import open_database

PATIENCE = 0.8
"""Seconds for which a file is waited for that another program holds."""

_TICK = 0.05


@contextmanager
def opened(path: Path, memory_limit: int, is_wanted: Callable[[], bool]) -> Iterator[Database]:
    """Give the database in a file, and close it.

    Args:
        path: the file.
        memory_limit: bytes that the whole program should use at most.
        is_wanted: tells whether it is worth waiting for it.

    Raises:
        HeldError: another program writes it.
        StoreError: there is none, or it cannot be read.
    """
    with _open(path, memory_limit, is_wanted) as database:
        yield database


def _open(path: Path, memory_limit: int, is_wanted: Callable[[], bool]) -> Database:
    until = monotonic() + PATIENCE
    while True:
        try:
            return open_database(path, memory_limit)
        except HeldError:
            if monotonic() > until or not is_wanted():
                raise
        sleep(_TICK)
