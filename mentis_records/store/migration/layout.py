"""Give a migrated database the order, types, comments and views that the schema states.

What the columns hold is the business of the steps: a table whose columns have other names than
the schema's is refused here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import duckdb

from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import added_tables, own_views
from mentis_records.store.schema import (
    TABLES,
    VIEWS,
    Table,
    describe_table,
    describe_view,
    descriptions,
    make_table,
    make_view,
)


def lay_out(connection: duckdb.DuckDBPyConnection) -> None:
    """Make missing tables and all views, and make anew the tables that are laid out otherwise.

    Raises:
        StoreError: a table has not the columns that it must have.
    """
    own = added_tables(connection)
    stated = _stated_layouts((*TABLES, *own))
    found = _layouts(connection)
    for table in (*TABLES, *own):
        if table.name not in found:
            connection.execute(make_table(table))
        elif found[table.name] != stated[table.name]:
            _make_anew(connection, table)
    views = own_views(connection)
    for view in (*VIEWS, *views):
        connection.execute(make_view(view))
    for statement in chain(descriptions(), *map(describe_table, own), *map(describe_view, views)):
        connection.execute(statement)


def _stated_layouts(tables: Iterable[Table]) -> dict[str, str]:
    """Return what the engine makes of tables."""
    with duckdb.connect() as connection:
        for table in tables:
            connection.execute(make_table(table))
        return _layouts(connection)


def _layouts(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    rows = connection.execute("select table_name, sql from duckdb_tables() where not internal")
    return dict(rows.fetchall())


def _make_anew(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
    found = connection.execute(
        "select column_name from duckdb_columns() where table_name = $name", {"name": table.name}
    ).fetchall()
    missing = {column.name for column in table.columns} ^ {name for (name,) in found}
    if missing:
        names = ", ".join(sorted(missing))
        raise StoreError(f"its table {table.name} differs from what it should be: {names}")
    old = f"old_{table.name}"
    connection.execute(f"alter table {table.name} rename to {old}")
    connection.execute(make_table(table))
    connection.execute(f"insert into {table.name} by name from {old}")
    connection.execute(f"drop table {old}")
