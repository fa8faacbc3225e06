"""A collection's file: made, opened and closed; knows no record and asks no question.

There are two ways in. ``Database.open`` gives a reader that cannot write, reach other files,
load extensions or change its settings, so that anybody's SQL may run in it. ``Database.create``
gives a writer. Both bring a file with an earlier schema up to date first. All failures are a
``StoreError`` in one line.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar, cast

import duckdb

from mentis_records import __version__
from mentis_records.store.error import StoreError, check_name, first_line
from mentis_records.store.file.connect import connect, connect_for_writing
from mentis_records.store.file.leftover import NEW, leftover, sweep
from mentis_records.store.schema import DESCRIPTIONS, SCHEMA_VERSION, TABLES, statements

_NAME_EVERY_COLUMN = " union all ".join(
    f"select 1 from (select {', '.join(column.name for column in table.columns)} from {table.name}) where false"  # noqa: E501, S608 - names of the schema
    for table in TABLES
)
"""Fails where a table or a column is missing; far cheaper than a look into the catalogue."""

ValueT = TypeVar("ValueT")

_FOREIGN = "a DuckDB database, but not one of mentis-records"


class Database:
    """An open collection; a context manager that closes it.

    ``earlier_version`` is the version of the schema that the file had when it was opened, if it has
    been brought up to date then, else 0.
    """

    def __init__(
        self,
        path: Path,
        connection: duckdb.DuckDBPyConnection,
        is_writable: bool,
        memory_limit: int | None = None,
    ) -> None:
        """Hold an open connection; use ``open`` or ``create`` instead."""
        self.path = path
        self._connection = connection
        self._is_closed = False
        self.is_writable = is_writable
        self.memory_limit = memory_limit
        self.earlier_version = 0
        self._known: dict[Callable[[Database], object], object] = {}

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """Return the connection to the file.

        Raises:
            StoreError: the file has been closed.
        """
        if self._is_closed:
            raise StoreError(f"{self.path}: closed; open it again")
        return self._connection

    def once(self, read: Callable[[Database], ValueT]) -> ValueT:
        """Return what a function reads; a reader calls it once, as nobody can change the file."""
        if self.is_writable:
            return read(self)
        if read not in self._known:
            self._known[read] = read(self)
        return cast(ValueT, self._known[read])

    @classmethod
    def open(cls, path: str | Path, memory_limit: int | None = None) -> Self:
        """Open a collection for reading.

        Args:
            path: the file.
            memory_limit: bytes that the whole program should use at most (``parse_size``).

        Raises:
            StoreError: there is none at this path, it is locked, damaged, or too new, or has an
                earlier schema and cannot be written.
        """
        place = Path(path)
        check_name(place)
        if not place.exists():
            raise StoreError(f"{place}: there is no such database; load records into it first")
        database = cls(place, connect(place, False, memory_limit), False, memory_limit)
        try:
            version = database._read_version()
            if not version:
                raise StoreError(f"{place}: an empty database; load records into it first")
        except BaseException:
            database.close()
            raise
        if version < SCHEMA_VERSION:
            database.close()
            try:
                connect(place, True, memory_limit).close()
            except StoreError as error:
                raise _too_old(place, version, str(error).removeprefix(f"{place}: ")) from None
            cls.create(place, memory_limit).close()
            database = cls(place, connect(place, False, memory_limit), False, memory_limit)
            database.earlier_version = version
        return database

    @classmethod
    def create(cls, path: str | Path, memory_limit: int | None = None) -> Self:
        """Open a collection for writing; make it if there is none.

        Args:
            path: the file.
            memory_limit: bytes that the whole program should use at most (``parse_size``).

        Raises:
            StoreError: the folder is missing or closed to us, the file is something else, is
                locked, damaged, or too new.
        """
        place = Path(path)
        check_name(place)
        if not place.parent.is_dir():
            raise StoreError(f"{place}: there is no folder {place.parent}")
        if not place.exists():
            cls._found(place)
        database = cls(place, connect_for_writing(place, memory_limit), True, memory_limit)
        sweep(place)
        try:
            version = database._read_version()
            if not version:
                database._make_schema()
            elif version < SCHEMA_VERSION:
                database._migrate(version)
                database.earlier_version = version
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def amend(cls, path: str | Path, memory_limit: int | None = None) -> Self:
        """Open a collection for writing that is there already.

        Args:
            path: the file.
            memory_limit: bytes that the whole program should use at most (``parse_size``).

        Raises:
            StoreError: as for ``open`` and for ``create``.
        """
        with cls.open(path) as found:
            version = found.earlier_version
        database = cls.create(path, memory_limit)
        database.earlier_version = version
        return database

    @classmethod
    def _found(cls, place: Path) -> None:
        """Make a collection beside its place and put it there whole, unless one is there now."""
        target = place.resolve()
        try:
            beside = leftover(target, NEW)
            with tempfile.TemporaryDirectory(dir=beside.parent, prefix=beside.name) as folder:
                new = Path(folder) / "new"
                with cls(place, connect(new, True), is_writable=True) as database:
                    database._make_schema()
                    database.connection.execute("checkpoint")
                try:
                    os.link(new, target)
                except FileExistsError:
                    return
                except OSError:  # a file system without links
                    new.rename(target)
        except (OSError, duckdb.Error, StoreError) as error:
            if target.exists():  # another program was faster, and has swept ours away
                return
            reason = getattr(error, "strerror", None) or first_line(error)
            raise StoreError(f"{place}: {reason}") from None

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self._connection.close()
        self._is_closed = True

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
            found = self.connection.execute(
                "select try_cast(value as integer) from meta where key = 'schema_version'"
            ).fetchone()
            version = int(found[0] or 0) if found else 0
        except (duckdb.BinderException, duckdb.CatalogException):
            if self._is_empty():
                return 0
            raise StoreError(f"{self.path}: {_FOREIGN}") from None
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None
        if version < 1:
            raise StoreError(f"{self.path}: {_FOREIGN}")
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path}: made by a newer mentis-records (schema {version}, "
                f"this one knows {SCHEMA_VERSION}); upgrade mentis-records"
            )
        if version == SCHEMA_VERSION:
            self._check_tables()
        return version

    def _check_tables(self) -> None:
        """Look whether the present schema's tables are there with their columns."""
        try:
            self.connection.execute(_NAME_EVERY_COLUMN)
        except duckdb.CatalogException:
            raise StoreError(f"{self.path}: {_FOREIGN}") from None
        except duckdb.BinderException as error:
            reason = f"its tables are not as they were made: {first_line(error)}"
            raise StoreError(f"{self.path}: {reason}") from None
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None

    def _is_empty(self) -> bool:
        """Tell whether there is no table and no view."""
        try:
            found = self.connection.execute(
                "select 1 from duckdb_columns() where not internal limit 1"
            ).fetchone()
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None
        return found is None

    def _migrate(self, version: int) -> None:
        from mentis_records.store.migration.registry import migrate

        try:
            migrate(self.connection, version)
        except (duckdb.Error, StoreError) as error:
            raise _too_old(self.path, version, first_line(error)) from None

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


def _too_old(path: Path, version: int, reason: str) -> StoreError:
    """Return that a file of an earlier schema stays as it is."""
    what = f"of schema {version}, and cannot be brought up to schema {SCHEMA_VERSION}"
    return StoreError(f"{path}: {what}: {reason}")


@contextmanager
def transaction(database: Database, is_writing: bool = True) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give the connection for changes that are made all together or, after any error, not at all.

    Args:
        database: where the changes are made.
        is_writing: False for questions that are to find one state of it.

    Raises:
        StoreError: the database was opened for reading, or cannot take the changes.
    """
    if is_writing and not database.is_writable:
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
