"""Append rows from columns in memory to a table, without an extra copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb


@contextmanager
def appending(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Let the engine write the rows that it is given in the block where they are to stay.

    With several threads it would first collect what each of them brings, to keep the order, and
    copy that once more if it does not fill many groups of rows.
    """
    connection.execute("set threads = 1")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # an aborted transaction refuses it, and hides why
            connection.execute("reset threads")
