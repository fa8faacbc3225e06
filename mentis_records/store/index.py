"""The positions index: what stands on the boards, and all positions sorted by key.

It is made of ``position_keys`` and follows after loads: the games up to one number are in it,
later ones are not yet. It is written in transactions of some million positions, so that what was
interrupted goes on from there. What the columns mean is the games' business.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import duckdb
import numpy

from mentis_records.core.feature_column import fill_columns
from mentis_records.core.game import AnyGame
from mentis_records.games import find_game
from mentis_records.store.bulk import (
    Column,
    StartSlots,
    cut_stretches,
    fetch_columns,
    order_rows,
)
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.registered import registered
from mentis_records.store.schema import FEATURE_TABLES, MOVE_CODE, POSITIONS_BY_KEY

RUN_POSITIONS = 4_000_000
"""A transaction ends when it has this many positions; they are sorted by key together."""

BATCH_POSITIONS = 500_000
"""So many positions are in memory at a time, or those of one game."""

MAX_RUNS = 32
"""More sorted stretches than this make a search slow, and are worth merging."""

Progress = Callable[[int, int], None]
"""Told how many positions have been indexed, and how many there are to do."""

_INDEXED, _RUNS = "indexed_game", "index_runs"


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What an update of the index added."""

    games: int
    positions: int


def update_index(database: Database, progress: Progress | None = None) -> IndexSummary:
    """Bring the index up to date: add the games that have been loaded since the last time.

    Args:
        database: opened with ``Database.create``.
        progress: is told from time to time how far the work has come.

    Raises:
        StoreError: the database cannot take it, or its positions do not fit its games. What was
            indexed by then stays, as after any other exception.
    """
    with transaction(database) as connection:
        game_ids, sizes = _fetch_games(connection)
    total, done = int(sizes.sum()), 0
    indexers: dict[str, _Indexer] = {}
    for run in cut_stretches(sizes, RUN_POSITIONS):
        with transaction(database) as connection:
            for part in cut_stretches(sizes[run], BATCH_POSITIONS):
                ids = game_ids[run][part]
                _index_games(connection, indexers, int(ids[0]), int(ids[-1]))
                done += int(sizes[run][part].sum())
                if progress is not None:
                    progress(done, total)
            first, last = int(game_ids[run][0]), int(game_ids[run][-1])
            _sort_positions(connection, first, last)
            _write_fact(connection, _INDEXED, last)
            _write_fact(connection, _RUNS, _read_fact(connection, _RUNS) + 1)
    return IndexSummary(len(game_ids), total)


def rebuild_index(database: Database, progress: Progress | None = None) -> IndexSummary:
    """Make the index anew (see ``update_index``)."""
    with transaction(database) as connection:
        clear_index(connection)
    return update_index(database, progress)


def merge_runs(database: Database) -> bool:
    """Sort all indexed positions by key together if there are many stretches of them.

    Returns:
        Whether there were.

    Raises:
        StoreError: the database cannot take it; it stays as it was.
    """
    with transaction(database) as connection:
        if _read_fact(connection, _RUNS) <= MAX_RUNS:
            return False
        connection.execute(f"delete from {POSITIONS_BY_KEY.name}")  # noqa: S608 - schema's
        _sort_positions(connection, 0, indexed_game(connection))
        _write_fact(connection, _RUNS, 1)
    return True


def clear_index(connection: duckdb.DuckDBPyConnection) -> None:
    """Empty the index within the caller's transaction, as when plies or keys have changed."""
    for table in (POSITIONS_BY_KEY, *FEATURE_TABLES.values()):
        connection.execute(f"delete from {table.name}")  # noqa: S608 - the schema's name
    facts = [_INDEXED, _RUNS]
    connection.execute("delete from meta where key in (select unnest($facts))", {"facts": facts})


def remove_from_index(connection: duckdb.DuckDBPyConnection, game_ids: Sequence[int]) -> None:
    """Take games out of the index within the transaction in which the caller deletes them.

    Numbers of games that are gone may be given to others: those are indexed in their turn.
    """
    if not game_ids:
        return
    gone = {"gone": list(game_ids)}
    for table in (POSITIONS_BY_KEY, *FEATURE_TABLES.values()):
        connection.execute(
            f"delete from {table.name} where game_id in (select unnest($gone::integer[]))",  # noqa: S608
            gone,
        )
    found = connection.execute(
        """
        select coalesce(max(game_id), 0) from games
        where game_id not in (select unnest($gone::integer[]))
        """,
        gone,
    ).fetchone()
    last = int(found[0]) if found else 0
    _write_fact(connection, _INDEXED, min(last, indexed_game(connection)))


def indexed_game(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the number of the last game in the index: all up to it are in it, none after it."""
    return _read_fact(connection, _INDEXED)


def occurrences(database: Database) -> str:
    """Return the query for the columns ``key``, ``game_id`` and ``ply`` of all positions.

    A condition on the key finds its positions in the index as far as that goes, and only the
    rest by looking at all.

    Raises:
        StoreError: the database cannot be read.
    """
    try:
        indexed = indexed_game(database.connection)
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    return f"""(
        select key, game_id, ply from {POSITIONS_BY_KEY.name}
        union all
        select key, game_id, ply from position_keys where game_id > {indexed}
    )"""  # noqa: S608 - the schema's name and a number


class _Indexer:
    """Computes the features of one game's positions; remembers start positions."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._kernel = game.kernel(())
        self._slots = StartSlots(game, self._kernel)
        self._columns: array[int] = array("q")

    def describe(self, starts: Sequence[str], turns: Column) -> dict[str, Column]:
        """Return the features of positions as columns; they are overwritten the next time.

        Args:
            starts: the position string before the first ply of each game.
            turns: what led to each position, as ``position_keys`` has it.
        """
        size, width = len(turns), self._kernel.feature_count
        if len(self._columns) < size * width:
            self._columns = array("q", bytes(8 * size * width))
        fill_columns(self._kernel, self._slots.find(starts), turns.data, self._columns)
        found = numpy.frombuffer(self._columns, "int64", size * width).reshape(width, size)
        names = [feature.name for feature in self._game.description.features]
        return dict(zip(names, found, strict=True))


def _fetch_games(connection: duckdb.DuckDBPyConnection) -> tuple[Column, Column]:
    """Return the games that are not in the index, and how many positions each has."""
    found = fetch_columns(
        connection,
        "select game_id, ply_count + 1 as positions from games where game_id > $indexed order by 1",
        {"indexed": indexed_game(connection)},
    )
    return found["game_id"], found["positions"].astype("int64")


def _index_games(
    connection: duckdb.DuckDBPyConnection, indexers: dict[str, _Indexer], first: int, last: int
) -> None:
    """Write the features of all positions of the games between two."""
    bounds = {"first": first, "last": last}
    games = fetch_columns(
        connection,
        """
        select game_id, game, start_position from games
        where game_id between $first and $last
        order by game_id
        """,
        bounds,
    )
    rows = fetch_columns(
        connection,
        "select game_id, ply, turn from position_keys where game_id between $first and $last",
        bounds,
    )
    ordered = order_rows(rows, games["game_id"])
    if ordered is None:
        raise StoreError(f"the positions of the games {first} to {last} do not fit the games")
    for slug in dict.fromkeys(games["game"].tolist()):
        is_chosen = games["game"] == slug
        chosen = ordered
        if not is_chosen.all():
            is_row = numpy.isin(ordered["game_id"], games["game_id"][is_chosen])
            chosen = {name: column[is_row] for name, column in ordered.items()}
        indexer = indexers.setdefault(slug, _Indexer(find_game(slug)))
        columns = indexer.describe(games["start_position"][is_chosen].tolist(), chosen["turn"])
        places = {name: chosen[name] for name in ("game_id", "ply")}
        _insert(connection, slug, places | {MOVE_CODE: chosen["turn"] >> 3} | columns)


def _insert(connection: duckdb.DuckDBPyConnection, slug: str, columns: dict[str, Column]) -> None:
    with registered(connection, "new_rows", columns):
        connection.execute(f"insert into {FEATURE_TABLES[slug].name} by name from new_rows")


def _sort_positions(connection: duckdb.DuckDBPyConnection, first: int, last: int) -> None:
    """Write the positions of the games between two, sorted by key."""
    connection.execute(
        f"""
        insert into {POSITIONS_BY_KEY.name} by name
        select key, game_id, ply from position_keys
        where game_id between $first and $last
        order by key
        """,  # noqa: S608 - the schema's name
        {"first": first, "last": last},
    )


def _read_fact(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    found = connection.execute("select value from meta where key = $name", {"name": name})
    row = found.fetchone()
    return int(row[0]) if row else 0


def _write_fact(connection: duckdb.DuckDBPyConnection, name: str, value: int) -> None:
    connection.execute(
        "insert into meta values ($name, $value) on conflict do update set value = excluded.value",
        {"name": name, "value": str(value)},
    )
