"""Read a shard as a database: a view of each file, by the names of the schema, and no way out.

The files are anybody's: each column is cast to its type, nothing but the files of the shard can be
reached, and what goes wrong is a ``StoreError``.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.open import learn_moves
from mentis_records.store.schema import (
    DESCRIPTIONS,
    GAME_PLAYERS,
    NAMESAKES,
    POSITION_KEYS,
    TABLES,
    Table,
    excerpt_view,
    feature_table,
    index_tables,
    make_table,
    make_view,
)
from mentis_records.store.schema.definition import quoted
from mentis_records.store.shard.shard_engine import connect_engine
from mentis_records.store.shard.shard_layout import ShardPlace

_ASKED_VIEWS = (NAMESAKES, POSITION_KEYS, GAME_PLAYERS)
"""What is asked of a shard needs these; the views for users take time to make, and are left out."""

ENGINE_BYTES = 160_000_000
"""What the engine may use of memory while a shard is asked; the rest waits on disk."""


def open_shard(place: ShardPlace, memory: int = ENGINE_BYTES, threads: int = 1) -> Database:
    """Open a shard for reading.

    Args:
        place: where its files are.
        memory: the most bytes that the engine uses.
        threads: how many it uses.

    Raises:
        StoreError: a file is missing, damaged, or has other columns.
    """
    if missing := _missing(place):
        raise StoreError(
            f"shard {place.name}: {missing} file is missing: bring it back from a copy of the "
            "lake, or add its sources to a new one"
        )
    connection = connect_engine(memory, threads=threads)
    database = Database(place.tables(), connection, False, memory)
    try:
        _seal(connection, place)
        for table in TABLES:
            _declare(connection, table, place)
        for view in _ASKED_VIEWS:
            connection.execute(make_view(view))
        for game in DESCRIPTIONS:
            if place.rows.get(feature_table(game.slug).name):
                for table in index_tables(game.slug):
                    _declare(connection, table, place)
                if game.excerpt is not None:
                    connection.execute(make_view(excerpt_view(game.slug)))
        connection.execute("set lock_configuration = true")
        learn_moves(database)
    except duckdb.Error as error:
        database.close()
        raise StoreError(f"shard {place.name}: {first_line(error)}") from None
    return database


def _missing(place: ShardPlace) -> str:
    """Return the first table of which a file is not there, or nothing."""
    return next(
        (name for name in _names(place) if not all(file.exists() for file in place.files(name))), ""
    )


def _seal(connection: duckdb.DuckDBPyConnection, place: ShardPlace) -> None:
    files = [file for table in _names(place) for file in place.files(table)]
    listed = ", ".join(quoted(str(file)) for file in files)
    connection.execute(f"set allowed_paths = [{listed}]")
    connection.execute("set enable_external_access = false")


def _names(place: ShardPlace) -> list[str]:
    return [
        *(table.name for table in TABLES),
        *(table.name for game in DESCRIPTIONS for table in index_tables(game.slug)),
    ]


def _declare(connection: duckdb.DuckDBPyConnection, table: Table, place: ShardPlace) -> None:
    """Make a view of a table's files, or an empty table if there are none."""
    files = place.files(table.name)
    if not files:
        connection.execute(make_table(table))
        return
    columns = ", ".join(
        f"cast({each.name} as {each.type}) as {each.name}" for each in table.columns
    )
    connection.execute(
        f"create view {table.name} as select {columns} from read_parquet({_listed(files)})"  # noqa: S608 - the schema's names
    )


def _listed(files: list[Path]) -> str:
    return f"[{', '.join(quoted(str(file)) for file in files)}]"
