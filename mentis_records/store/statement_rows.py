"""What a statement gives: rows as they are fetched, or as Arrow or pandas keep them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self, TypeVar

import duckdb

from mentis_records.store.error import StoreError, first_line

if TYPE_CHECKING:
    import pandas
    import pyarrow

FETCH_ROWS = 1_000
"""Rows fetched at once, unless ``Result.at_once`` says another number."""

Row = tuple[Any, ...]
Parameters = Sequence[object] | Mapping[str, object]
"""Values for the parameters of a statement, in order or by name."""

ValueT = TypeVar("ValueT")


class Result:
    """The rows of a statement, each of which can be taken once; a context manager.

    ``names`` are those of the columns. ``at_once`` rows are fetched together; whoever keeps only
    parts of large values has less in memory by fetching few. The statement runs while the caller
    waits in a thread of its own, so that Ctrl-C (``KeyboardInterrupt``) ends it at once.
    """

    names: tuple[str, ...]
    at_once: int = FETCH_ROWS

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        statement: duckdb.Statement | str,
        parameters: Parameters = (),
    ) -> None:
        """Run a statement on a cursor that the result closes; DuckDB's errors pass."""
        self._cursor = cursor
        self._worker = ThreadPoolExecutor(1)
        values = dict(parameters) if isinstance(parameters, Mapping) else list(parameters)
        try:
            self._await(lambda: cursor.execute(statement, values))
        except BaseException:
            self.close()
            raise
        self.names = tuple(column[0] for column in cursor.description or ())

    def __enter__(self) -> Self:
        """Return the result itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the statement."""
        self.close()

    def close(self) -> None:
        """End the statement; rows that have not been taken are lost."""
        self._worker.shutdown()
        self._cursor.close()

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows, fetched as they are needed, and end the statement.

        Raises:
            StoreError: the statement fails meanwhile.
        """
        try:
            while rows := self._fetch(lambda: self._cursor.fetchmany(self.at_once)):
                yield from rows
        finally:
            self.close()

    def arrow(self) -> pyarrow.Table:
        """Return the rows as a table of Arrow's.

        Raises:
            MissingExtraError: pyarrow is not installed.
            StoreError: the statement fails meanwhile.
        """
        require("pyarrow", "arrow")
        with self:
            return self._fetch(self._to_arrow)

    def df(self) -> pandas.DataFrame:
        """Return the rows as a data frame of pandas.

        Raises:
            MissingExtraError: pandas is not installed.
            StoreError: the statement fails meanwhile.
        """
        require("pandas", "pandas")
        with self:
            return self._fetch(self._cursor.df)

    def _to_arrow(self) -> Any:
        cursor: Any = self._cursor
        fetch = getattr(cursor, "to_arrow_table", None) or cursor.fetch_arrow_table
        with warnings.catch_warnings():
            # DuckDB warns of one more copy, which only queries without parameters can spare.
            warnings.filterwarnings("ignore", "Arrow output", UserWarning)
            return fetch()

    def _fetch(self, work: Callable[[], ValueT]) -> ValueT:
        try:
            return self._await(work)
        except duckdb.Error as error:
            raise StoreError(first_line(error)) from None
        except (ArithmeticError, ValueError) as error:
            raise StoreError(f"a value that cannot be fetched: {first_line(error)}") from None

    def _await(self, work: Callable[[], ValueT]) -> ValueT:
        """Return what work gives that another thread does; Ctrl-C ends it."""
        done = self._worker.submit(work)
        try:
            return done.result()
        except BaseException:
            if not done.done():
                self._cursor.interrupt()
                done.exception()
            raise


class MissingExtraError(ImportError):
    """A library is not installed that an extra of this package brings."""


def require(library: str, extra: str) -> Any:
    """Return a library that an extra brings.

    Raises:
        MissingExtraError: it is not installed; the message says how to install it.
    """
    from importlib import import_module

    try:
        return import_module(library)
    except ImportError:
        how = f"pip install 'mentis-records[{extra}]'"
        raise MissingExtraError(f"{library} is not installed: {how}", name=library) from None
