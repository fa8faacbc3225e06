"""Give unused room in a database's file back, by writing the file anew; changes no row."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import duckdb

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.memory import engine_bytes


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
        memory_limit: bytes that the whole program should use at most (``memory.parse_size``).

    Raises:
        StoreError: it is no collection, it is locked or damaged, or there is no room for the
            copy beside it; the file is then as it was.
    """
    Database.open(path).close()
    place = path.resolve()
    before = place.stat().st_size
    try:
        with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}.") as folder:
            copy = Path(folder) / "copy"
            _copy(place, copy, memory_limit)
            shutil.copymode(place, copy)
            after = copy.stat().st_size
            if after < before:
                os.replace(copy, place)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    except duckdb.Error as error:
        raise StoreError(f"{path}: {first_line(error)}") from None
    return Vacuuming(before, min(before, after))


def _copy(place: Path, copy: Path, memory_limit: int | None) -> None:
    """Copy tables, views and comments into a new file."""
    limit = {} if memory_limit is None else {"memory_limit": f"{engine_bytes(memory_limit)}B"}
    with duckdb.connect(str(copy), config={**limit}) as connection:
        connection.execute(f"attach {_quoted(str(place))} as old")
        connection.execute("copy from database old to copy")
        connection.execute("detach old")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
