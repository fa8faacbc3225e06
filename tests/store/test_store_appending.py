"""Rows are written by one thread, and all threads are there again after it, whatever happened."""

import duckdb
import pytest

from mentis_records.store.row.appending import appending


def threads(connection: duckdb.DuckDBPyConnection) -> int:
    found = connection.execute("select current_setting('threads')").fetchone()
    assert found is not None
    return int(found[0])


def test_one_thread_appends() -> None:
    with duckdb.connect() as connection:
        connection.execute("create table numbers (number integer)")
        usual = threads(connection)
        with appending(connection):
            assert threads(connection) == 1
            connection.execute("insert into numbers from range(10)")
        assert threads(connection) == usual


def test_an_error_is_told_as_it_is() -> None:
    with duckdb.connect() as connection:
        usual = threads(connection)
        with pytest.raises(ZeroDivisionError), appending(connection):
            raise ZeroDivisionError
        assert threads(connection) == usual
        connection.begin()
        with pytest.raises(duckdb.CatalogException), appending(connection):
            connection.execute("from nowhere")
