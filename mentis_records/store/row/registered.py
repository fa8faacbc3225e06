"""Columns in memory that SQL sees as a table, and that are given up as soon as it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import duckdb
import numpy


@contextmanager
def known(connection: duckdb.DuckDBPyConnection, name: str, table: object) -> Iterator[None]:
    """Let a table of this name be something that the engine can read while the block runs."""
    connection.register(name, table)
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # an aborted transaction refuses it, and hides why
            connection.unregister(name)


@contextmanager
def registered(
    connection: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, Any]
) -> Iterator[None]:
    """Let a table of this name be the columns while the block runs; they are empty thereafter.

    The engine remembers the arrays of a table that has been taken back until the transaction
    ends. So that a long one holds no more than a short one, arrays that own their values lose
    them here; views of other memory stay as they are.
    """
    try:
        with known(connection, name, columns):
            yield
    finally:
        for column in columns.values():
            if type(column) is numpy.ndarray and column.flags.owndata:
                if column.dtype == object:
                    column.fill(None)
                column.resize(0, refcheck=False)
