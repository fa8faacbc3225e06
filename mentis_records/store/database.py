"""A collection's file: made, opened and closed; knows no record and asks no question.

There are two ways in. ``Database.open`` gives a reader that cannot write, reach other files,
load extensions or change its settings, so that anybody's SQL may run in it. ``Database.create``
gives a writer. All failures are a ``StoreError`` in one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

from mentis_records import __version__
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.schema import DESCRIPTIONS, SCHEMA_VERSION, statements

_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
}


class Database:
    """An open collection; a context manager that closes it."""

    def __init__(
        self, path: Path, connection: duckdb.DuckDBPyConnection, is_writable: bool
    ) -> None:
        """Hold an open connection; use ``open`` or ``create`` instead."""
        self.path = path
        self.connection = connection
        self.is_writable = is_writable

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a collection for reading.

        Raises:
            StoreError: there is none at this path, it is locked, damaged, or too new.
        """
        place = Path(path)
        if not place.exists():
            raise StoreError(f"{place}: there is no such database; load records into it first")
        database = cls(place, _connect(place, is_writable=False), is_writable=False)
        try:
            if not database._read_version():
                raise StoreError(f"{place}: an empty database; load records into it first")
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """Open a collection for writing; make it if there is none.

        Raises:
            StoreError: the folder is missing or closed to us, the file is something else, is
                locked, damaged, or too new.
        """
        place = Path(path)
        if not place.parent.is_dir():
            raise StoreError(f"{place}: there is no folder {place.parent}")
        database = cls(place, _connect(place, is_writable=True), is_writable=True)
        try:
            if not database._read_version():
                database._make_schema()
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self.connection.close()

    def __enter__(self) -> Self:
        """Return the database itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def _read_version(self) -> int:
        """Return the version of the schema, or 0 in a database without any table."""
        try:
            names = self.connection.execute(
                "select table_name from duckdb_tables() where not internal"
            ).fetchall()
            if not names:
                return 0
            found = None
            if ("meta",) in names:
                found = self.connection.execute(
                    "select try_cast(value as integer) from meta where key = 'schema_version'"
                ).fetchone()
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None
        if found is None or found[0] is None:
            raise StoreError(f"{self.path}: a DuckDB database, but not one of mentis-records")
        version = int(found[0])
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path}: made by a newer mentis-records (schema {version}, "
                f"this one knows {SCHEMA_VERSION}); upgrade mentis-records"
            )
        return version

    def _make_schema(self) -> None:
        try:
            self.connection.begin()
            for statement in statements():
                self.connection.execute(statement)
            facts = {"schema_version": str(SCHEMA_VERSION), "made_by": __version__}
            for game in DESCRIPTIONS:
                facts[f"rules_version.{game.slug}"] = game.rules_version
                for side, name in enumerate(game.sides):
                    self.connection.execute(
                        "insert into sides values (?, ?, ?)", [game.slug, side, name]
                    )
            for key, value in facts.items():
                self.connection.execute("insert into meta values (?, ?)", [key, value])
            self.connection.commit()
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None


def _connect(place: Path, is_writable: bool) -> duckdb.DuckDBPyConnection:
    try:
        if is_writable:
            return duckdb.connect(str(place), config=dict(_SEALED))
        sealed = {**_SEALED, "lock_configuration": "true"}
        return duckdb.connect(str(place), read_only=True, config=sealed)
    except (duckdb.Error, RuntimeError) as error:
        raise StoreError(f"{place}: {_reason(place, first_line(error))}") from None


def _reason(place: Path, message: str) -> str:
    """Return why a file cannot be opened, in the user's words where the cause is known."""
    if place.is_dir():
        return "a folder, not a database"
    if "lock" in message:
        holder = message.partition("held in ")[2].partition(". See")[0]
        return "another program has it open" + (f": {holder}" if holder else "")
    if "different configuration" in message or "Unique file handle" in message:
        return "this program has it open already"
    if "not a valid DuckDB" in message:
        return "not a database of mentis-records"
    if "Could not read enough bytes" in message:
        return "damaged: the file is shorter than it should be"
    return message


@contextmanager
def transaction(database: Database) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give the connection for changes that are made all together or, after any error, not at all.

    Raises:
        StoreError: the database was opened for reading, or cannot take the changes.
    """
    if not database.is_writable:
        raise StoreError(f"{database.path}: opened for reading only")
    connection = database.connection
    try:
        connection.begin()
        try:
            yield connection
            connection.commit()
        except BaseException:
            with suppress(duckdb.Error):
                connection.rollback()
            raise
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
