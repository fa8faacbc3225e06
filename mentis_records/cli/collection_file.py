"""Open the database file of a command: long waits show a bar, and errors end the command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.progress import waiting_bar

if TYPE_CHECKING:
    from pathlib import Path

    from mentis_records.store.database import Database


class Use(StrEnum):
    """What a command wants of the file; the values are the functions of ``store.open``."""

    READ = "open_database"
    CHANGE = "amend_database"
    FILL = "create_database"


_read: dict[Path, Database] = {}
"""The databases that are open for reading, by path."""


@contextmanager
def _readable(path: Path, database: Database, use: Use) -> Iterator[None]:
    """Let those who want to read a database have this one in the block."""
    if use is Use.READ:
        _read[path] = database
    try:
        yield
    finally:
        _read.pop(path, None)


@contextmanager
def opened(path: Path, memory_limit: int | None = None, use: Use = Use.READ) -> Iterator[Database]:
    """Give the database in a file, brought up to date if it is of an earlier schema.

    One that is open for reading is given again to whoever wants to read it meanwhile.
    A ``StoreError``, here or in what is done with it, becomes a line and exit code 2, and so does
    any other error if the doctor finds that what is stored makes no sense.
    """
    if use is Use.READ and path in _read:
        yield _read[path]
        return
    from mentis_records.store import open as ways
    from mentis_records.store.error import StoreError

    try:
        with waiting_bar("opening the database"):
            database: Database = getattr(ways, use)(path, memory_limit)
        with database:
            if database.earlier_version:
                _tell_upgrade(database)
            _tell_foreign(database)
            with _readable(path, database, use):
                yield database
    except StoreError as error:
        output.fail(str(error))
    except _FAULTS as error:
        damage = _find_damage(path, memory_limit) if _is_fault(error) else ""
        if damage:
            output.fail(damage)
        raise


def _tell_upgrade(database: Database) -> None:
    """Say that a file has been brought up to date, and what that has cost."""
    from mentis_records.core.text import printable
    from mentis_records.store.position.index_extent import is_behind
    from mentis_records.store.schema import SCHEMA_VERSION

    path = printable(str(database.path))
    told = f"{path}: of schema {database.earlier_version} before, of schema {SCHEMA_VERSION} now"
    if is_behind(database.connection):
        told += f"; the positions index lacks games until the next load or mentis index --db {path}"
    output.talk(f"mentis: {told}")


def _tell_foreign(database: Database) -> None:
    """Say which records most commands pass over, as their game is not installed."""
    from mentis_records.core.text import counted, printable
    from mentis_records.store.database import asking
    from mentis_records.store.game_tables import fetch_foreign

    path = printable(str(database.path))
    with asking(database) as connection:
        for slug, count in fetch_foreign(connection).items():
            games = counted(count, "game")
            _tell_once(f"{path} holds {games} of {slug}, which is not installed")


@cache
def _tell_once(text: str) -> None:
    output.talk(f"mentis: {text}")


_FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code ends with that was given something else than it may expect."""


def _is_fault(error: Exception) -> bool:
    """Tell whether an error may come of what is stored: not if it has words for the user."""
    from mentis_records.core.game import PositionError

    return isinstance(error, PositionError) or type(error).__module__ == "builtins"


def _find_damage(path: Path, memory_limit: int | None) -> str:
    """Return what the doctor finds first in a database, or nothing."""
    from mentis_records.store.doctor.checkup import examine
    from mentis_records.store.error import DOCTOR, StoreError
    from mentis_records.store.open import open_database

    try:
        with waiting_bar("examining the database"), open_database(path, memory_limit) as database:
            found = next(examine(database), None)
    except StoreError as error:
        return str(error)
    return f"{path}: damaged: {found.where}: {found.what}; {DOCTOR}" if found else ""
