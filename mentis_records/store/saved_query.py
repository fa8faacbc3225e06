"""Saved queries: their texts by name; knows no query."""

from __future__ import annotations

from mentis_records.store.database import Database, asking
from mentis_records.store.position.index_extent import check_index
from mentis_records.store.schema import SAVED_QUERIES

_TABLE = SAVED_QUERIES.name


def read_shelf(database: Database) -> dict[str, str]:
    """Return the texts of all saved queries by name, in order of the names.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database):
        rows = database.connection.execute(f"select name, text from {_TABLE} order by name")  # noqa: S608
        return dict(rows.fetchall())


def read_indexed_shelf(database: Database) -> dict[str, str]:
    """Return the texts of all saved queries, which can be asked of all games.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    check_index(database)
    return read_shelf(database)


def save_query(database: Database, name: str, text: str) -> None:
    """Save a query under a name, in place of one that has it.

    Raises:
        StoreError: the database cannot take it.
    """
    _write(
        database,
        f"insert into {_TABLE} values ($name, $text) on conflict do update set text = $text",  # noqa: S608
        {"name": name, "text": text},
    )


def forget_query(database: Database, name: str) -> None:
    """Delete a saved query, if there is one of this name.

    Raises:
        StoreError: the database cannot be written.
    """
    _write(database, f"delete from {_TABLE} where name = $name", {"name": name})  # noqa: S608


def _write(database: Database, statement: str, parameters: dict[str, str]) -> None:
    with asking(database):
        database.connection.execute(statement, parameters)
