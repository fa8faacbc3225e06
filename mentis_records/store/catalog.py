"""What can be asked in SQL: tables and views with their columns, and the words of the language."""

from __future__ import annotations

from typing import Any

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A column of a table or view: its name, its type, what it means."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table or view, with its columns in order."""

    name: str
    is_view: bool
    comment: str
    columns: tuple[ColumnEntry, ...]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All tables and views in order of their names, and the words of SQL in lower case."""

    tables: tuple[TableEntry, ...]
    keywords: tuple[str, ...]

    def find(self, name: str) -> TableEntry:
        """Return the table or view with this name, in any case.

        Raises:
            KeyError: there is none.
        """
        for table in self.tables:
            if table.name.lower() == name.lower():
                return table
        raise KeyError(name)


def fetch_catalog(database: Database) -> Catalog:
    """Return what can be asked in a database.

    Raises:
        StoreError: the database cannot be read.
    """
    tables = _fetch(
        database,
        """
        select table_name as name, false, coalesce(comment, '') from duckdb_tables()
        where not internal
        union all
        select view_name, true, coalesce(comment, '') from duckdb_views() where not internal
        order by name
        """,
    )
    columns: dict[str, list[ColumnEntry]] = {name: [] for name, *_ in tables}
    for table, *entry in _fetch(
        database,
        """
        select table_name, column_name, data_type, coalesce(comment, '') from duckdb_columns()
        where not internal
        order by table_name, column_index
        """,
    ):
        columns[table].append(ColumnEntry(*entry))
    words = _fetch(database, "select keyword_name from duckdb_keywords() order by 1")
    return Catalog(
        tuple(
            TableEntry(name, is_view, comment, tuple(columns[name]))
            for name, is_view, comment in tables
        ),
        tuple(word for (word,) in words),
    )


def _fetch(database: Database, query: str) -> list[tuple[Any, ...]]:
    with asking(database):
        return database.connection.execute(query).fetchall()
