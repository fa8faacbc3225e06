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


@dataclass(frozen=True, slots=True)
class Vacuuming:
    """The bytes of a file before and after."""

    before: int
    after: int


def vacuum(path: Path) -> Vacuuming:
    """Write a collection's file anew, without the room that deletions left.

    The file is locked meanwhile, and replaced at once at the end; until then it is as it was.
    A file that would not become smaller stays.

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
            _copy(place, copy)
            shutil.copymode(place, copy)
            after = copy.stat().st_size
            if after < before:
                os.replace(copy, place)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    except duckdb.Error as error:
        raise StoreError(f"{path}: {first_line(error)}") from None
    return Vacuuming(before, min(before, after))


def _copy(place: Path, copy: Path) -> None:
    """Copy tables, views and comments into a new file."""
    with duckdb.connect(str(copy)) as connection:
        connection.execute(f"attach {_quoted(str(place))} as old")
        connection.execute("copy from database old to copy")
        connection.execute("detach old")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
