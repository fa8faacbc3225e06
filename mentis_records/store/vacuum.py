"""Give unused room in a database's file back, by writing the file anew; changes no row."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.file.connect import why_closed
from mentis_records.store.file.engine_name import plain_name
from mentis_records.store.file.leftover import VACUUM, leftover, swap_folder, sweep
from mentis_records.store.file.memory_limit import engine_bytes
from mentis_records.store.open import open_database


@dataclass(frozen=True, slots=True)
class Vacuuming:
    """The bytes of a file before and after."""

    before: int
    after: int


def vacuum(path: Path, memory_limit: int | None = None) -> Vacuuming:
    """Write a collection's file anew, without the room that deletions left.

    The file is locked meanwhile, and replaced at once at the end; until then it is as it was.
    A file that would not become smaller stays.

    Args:
        path: the file.
        memory_limit: bytes that the whole program should use at most (``parse_size``).

    Raises:
        StoreError: it is no collection, it is locked or damaged, or there is no room for the
            copy beside it; the file is then as it was.
    """
    open_database(path).close()
    place = path.resolve()
    before = place.stat().st_size
    copy = leftover(place, VACUUM)
    try:
        with _locked(place, memory_limit) as connection:
            sweep(place)
            try:
                _copy(connection, copy)
                shutil.copymode(place, copy)
                after = copy.stat().st_size
                if after < before:
                    os.replace(copy, place)
            finally:
                sweep(place)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    except duckdb.Error as error:
        raise StoreError(f"{path}: {first_line(error)}") from None
    return Vacuuming(before, min(before, after))


@contextmanager
def _locked(place: Path, memory_limit: int | None) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection in which the file is ``old``, and whole in itself.

    It stays locked until the block ends, so that nobody writes into one that has been replaced.
    """
    limit = {} if memory_limit is None else {"memory_limit": f"{engine_bytes(memory_limit)}B"}
    settings = {**limit, "temp_directory": str(swap_folder(place))}
    with duckdb.connect(config={**settings}) as connection:
        try:
            with plain_name(place) as name:
                connection.execute(f"attach {_quoted(name)} as old")
        except duckdb.Error as error:
            raise StoreError(f"{place}: {why_closed(place, error)}") from None
        connection.execute("checkpoint old")
        yield connection


def _copy(connection: duckdb.DuckDBPyConnection, copy: Path) -> None:
    """Copy tables, views and comments into a new file."""
    connection.execute(f"attach {_quoted(str(copy))} as new")
    connection.execute("copy from database old to new")
    connection.execute("checkpoint new")
    connection.execute("detach new")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
