"""How far the positions index goes: the last game in it, and in how many stretches it is sorted."""

from __future__ import annotations

import duckdb

from mentis_records.store.database import Database, asking
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.game_tables import read_indexed_games
from mentis_records.store.schema import IS_INSTALLED, POSITIONS_BY_KEY, union_table

INDEXED, RUNS = "indexed_game", "index_runs"
"""The names by which ``meta`` has the last game, and the number of stretches."""


def indexed_game(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the number of the last game in the index: all up to it are in it, none after it.

    Raises:
        StoreError: what is written of it is no number.
    """
    return _read_fact(connection, INDEXED)


def is_wanted(connection: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether there is an index, or was one before it was emptied to be made again."""
    found = connection.execute(
        f"""
        select exists (from meta where key = $name)
            or exists (from {POSITIONS_BY_KEY.name})
        """,
        {"name": INDEXED},
    ).fetchone()
    return found is not None and bool(found[0])


def is_behind(connection: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether games have been loaded that are not in the index.

    Raises:
        StoreError: what is written of it is no number.
    """
    last = connection.execute("select coalesce(max(game_id), 0) from games").fetchone()
    return last is not None and bool(last[0] > indexed_game(connection))


def count_runs(connection: duckdb.DuckDBPyConnection) -> int:
    """Return how many stretches of positions are sorted by key, each by itself.

    Raises:
        StoreError: what is written of it is no number.
    """
    return _read_fact(connection, RUNS)


def occurrences(database: Database) -> str:
    """Return the query for the columns ``key``, ``game_id`` and ``ply`` of all positions.

    A condition on the key finds its positions in the index as far as that goes, and only the
    rest by looking at all.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database):
        indexed = indexed_game(database.connection)
    return f"""(
        select key, game_id, ply from {POSITIONS_BY_KEY.name}
        union all
        select key, game_id, ply from position_keys where game_id > {indexed}
    )"""  # noqa: S608 - the schema's name and a number


def _read_fact(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    found = connection.execute("select value from meta where key = $name", {"name": name})
    row = found.fetchone()
    try:
        return int(row[0]) if row else 0
    except (TypeError, ValueError):
        raise StoreError(f"table meta has no number for {name}; {DOCTOR}") from None


def write_extent(connection: duckdb.DuckDBPyConnection, name: str, value: int) -> None:
    """Write down one of the two numbers: the last game, or the stretches."""
    connection.execute(
        "insert into meta values ($name, $value) on conflict do update set value = excluded.value",
        {"name": name, "value": str(value)},
    )


def check_index(database: Database) -> None:
    """Refuse to answer when games are not in the index: they would be missing.

    Raises:
        StoreError: there are such games.
    """
    unions = [union_table(game).name for game in database.once(read_indexed_games)]
    described = "".join(f" - (select count(*) from {name})" for name in unions)  # noqa: S608
    row = database.connection.execute(
        f"""
        select greatest(count(*) filter (game_id > $indexed), count(*){described}) from games
        where {IS_INSTALLED}
        """,  # noqa: S608 - the schema's names
        {"indexed": indexed_game(database.connection)},
    ).fetchone()
    if row and row[0]:
        raise StoreError(
            f"{database.path}: {row[0]:,} games are not in the positions index; "
            f"bring it up to date: mentis index --db {database.path}"
        )
