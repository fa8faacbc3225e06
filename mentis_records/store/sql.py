"""Run a user's query; the database must have been opened for reading.

Only statements that ask are let through: a sealed DuckDB would still write its own file's
companions (``copy ... to '<database>.wal'``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import duckdb

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line

FETCH_ROWS = 1_000

_EXPLAIN = re.compile(r"\s*explain(\s+analyze)?(\s*\([^()]*\))?", re.IGNORECASE)

Row = tuple[object, ...]


def run_sql(database: Database, sql: str) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Run one query and return its column names, and its rows as they are fetched.

    Raises:
        StoreError: it is not exactly one query, or fails; also while rows are fetched.
    """
    if database.is_writable:
        raise StoreError(f"{database.path}: queries run in a database opened for reading")
    cursor = database.connection.cursor()
    try:
        statement = _only_query(cursor, sql)
        cursor.execute(statement)
        names = tuple(column[0] for column in cursor.description or ())
    except duckdb.Error as error:
        cursor.close()
        raise StoreError(first_line(error)) from None
    except BaseException:
        cursor.close()
        raise
    return names, _rows(cursor)


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    try:
        while rows := cursor.fetchmany(FETCH_ROWS):
            yield from rows
    except duckdb.Error as error:
        raise StoreError(first_line(error)) from None
    finally:
        cursor.close()


def _only_query(cursor: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    statements = cursor.extract_statements(sql)
    if len(statements) != 1:
        raise StoreError("no query" if not statements else "one query at a time, please")
    statement = statements[0]
    asked = statement
    if asked.type == duckdb.StatementType.EXPLAIN:
        explained = _EXPLAIN.sub("", statement.query, count=1)
        found = cursor.extract_statements(explained)
        asked = found[0] if len(found) == 1 else asked
    if asked.type != duckdb.StatementType.SELECT:
        raise StoreError(f"only queries are run here (select, describe, show): not {_word(sql)}")
    return statement


def _word(sql: str) -> str:
    """Return the first word of a statement, for a message."""
    found = re.search(r"\w+", sql)
    return found[0].lower()[:20] if found else "this"
