"""Write a database out as a shard: a Parquet file for each table that has rows."""

from __future__ import annotations

from pathlib import Path

import duckdb

from mentis_records.store.database import Database, asking
from mentis_records.store.duplicate.kinship import ENDS, make_ends
from mentis_records.store.schema import POSITIONS_BY_KEY
from mentis_records.store.schema.definition import quoted
from mentis_records.store.shard.shard_engine import connect_engine
from mentis_records.store.shard.shard_layout import KEY_PARTS, ShardPlace, key_bounds, shard_tables

ROW_GROUP = 30_720
"""So many rows of a file are read or passed over together."""

_OPTIONS = f"""
    format parquet, compression zstd, compression_level 1, dictionary_size_limit 1,
    row_group_size {ROW_GROUP}
    """
"""Without dictionaries, columns of positions are written in less time, and take less room."""

_LEFT_OUT = ("aliases", "saved_queries")
"""Tables of what users say of a whole database: a shard has none of it."""


def write_shard(database: Database, folder: Path, name: str) -> ShardPlace:
    """Write all tables of a database below a folder that is there, and return where they stand.

    Args:
        database: its index is complete, and its connection may write files (``connect_loose``).
        folder: gets the files; nothing else is in it.
        name: of the shard.

    Raises:
        StoreError: a table cannot be read, or a file cannot be written.
    """
    with asking(database) as connection:
        found = connection.execute("select table_name from duckdb_tables() where not internal")
        present = {table for (table,) in found.fetchall()}
        names = [table for table in shard_tables() if table in present and table not in _LEFT_OUT]
        names.remove(POSITIONS_BY_KEY.name)
        rows = {table: _count(connection, f"from {table}") for table in names}
        parts = tuple(_count(connection, _keys(part)) for part in range(KEY_PARTS))
        place = ShardPlace(folder, name, rows, parts, staged=True)
        for table in names:
            for file in place.files(table):
                file.parent.mkdir(parents=True, exist_ok=True)
                copy_to(connection, f"from {table}", file)
        for part, count in enumerate(parts):
            if count:
                place.keys(part).parent.mkdir(parents=True, exist_ok=True)
                copy_to(connection, f"{_keys(part)} order by key, game_id, ply", place.keys(part))
        place.tables().mkdir(parents=True, exist_ok=True)
        make_ends(connection)
        copy_to(connection, f"from {ENDS} order by key", place.ends())
    return place


def connect_loose(path: Path, memory_limit: int, threads: int = 1) -> Database:
    """Open a database of our own for reading in a connection that may write other files."""
    connection = connect_engine(memory_limit, path, threads=threads)
    return Database(path, connection, False, memory_limit)


def _keys(part: int) -> str:
    first, last = key_bounds(part)
    return f"from {POSITIONS_BY_KEY.name} where key between {first} and {last}"


def _count(connection: duckdb.DuckDBPyConnection, rows: str) -> int:
    found = connection.execute(f"select count(*) {rows}").fetchone()
    return int(found[0]) if found else 0


def copy_to(connection: duckdb.DuckDBPyConnection, query: str, file: Path) -> None:
    """Write what a query gives to a file.

    Raises:
        duckdb.Error: it cannot be written.
    """
    connection.execute(f"copy ({query}) to {quoted(str(file))} ({_OPTIONS})")
