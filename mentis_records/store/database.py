"""An open collection: its connection, and changes made all together; knows no record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar, cast
from weakref import WeakSet

import duckdb

from mentis_records.store.error import StoreError, first_line

ValueT = TypeVar("ValueT")


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
        """Hold an open connection; ``store.open`` makes it."""
        self.path = path
        self._connection = connection
        self._cursors: WeakSet[duckdb.DuckDBPyConnection] = WeakSet()
        self._is_closed = False
        self._is_stopped = False
        self.is_writable = is_writable
        self.memory_limit = memory_limit
        self.earlier_version = 0
        self._known: dict[Callable[[Database], object], object] = {}

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """Return the connection to the file.

        Raises:
            StoreError: the file has been closed, or may not be asked any more.
        """
        if self._is_closed:
            raise StoreError(f"{self.path}: closed; open it again")
        if self._is_stopped:
            raise StoreError(f"{self.path}: interrupted")
        return self._connection

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return a further connection to the file, for a statement whose rows come one by one.

        Raises:
            StoreError: as for ``connection``.
        """
        cursor = self.connection.cursor()
        self._cursors.add(cursor)
        return cursor

    def stop(self) -> None:
        """Interrupt what other threads ask; from now on nothing can be asked.

        A statement that begins at this moment may go on: call it again as long as one runs.
        """
        self._is_stopped = True
        for connection in (self._connection, *self._cursors):
            with suppress(duckdb.Error):
                connection.interrupt()

    def once(self, read: Callable[[Database], ValueT]) -> ValueT:
        """Return what a function reads; a reader calls it once, as nobody can change the file."""
        if self.is_writable:
            return read(self)
        if read not in self._known:
            self._known[read] = read(self)
        return cast(ValueT, self._known[read])

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


@contextmanager
def asking(database: Database) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give the connection for questions; what goes wrong in the engine becomes a line for the user.

    Raises:
        StoreError: the engine has failed.
    """
    try:
        yield database.connection
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None


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
        raise StoreError(f"{database.path}: opened read-only")
    with asking(database) as connection:
        connection.begin()
        try:
            yield connection
            connection.commit()
        except BaseException:
            with suppress(duckdb.Error):
                connection.rollback()
            raise
