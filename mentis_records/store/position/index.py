"""The positions index: what stands on the boards, and all positions sorted by key.

It is made of ``position_keys`` and follows after loads: the games up to one number are in it,
later ones are not yet. It is written in transactions of some million positions, so that what was
interrupted goes on from there. What the columns mean is the games' business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import duckdb
import numpy

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.game_tables import (
    drop_index_tables,
    indexed_games,
    make_index_tables,
    own_index_tables,
)
from mentis_records.store.position.bulk import Column, cut_stretches, fetch_columns, order_rows
from mentis_records.store.position.describe import Block, Described, Describer
from mentis_records.store.position.index_extent import (
    INDEXED,
    RUNS,
    count_runs,
    indexed_game,
    is_wanted,
    write_extent,
)
from mentis_records.store.row.appending import appending
from mentis_records.store.row.registered import registered
from mentis_records.store.schema import (
    IS_INSTALLED,
    MOVE_CODE,
    POSITIONS_BY_KEY,
    excerpt_parts,
    feature_table,
    union_table,
)
from mentis_records.store.schema.record_sql import START_SQL

ROW_GROUP = 122_880
"""So many rows DuckDB stores together."""

BATCH_POSITIONS = ROW_GROUP
"""So many positions at most are described at a time, or those of one game.

They nearly fill a group of rows. Of others DuckDB would write many anew, to put them together when
it closes the file; with more of them at a time the least memory that may be set would not do.
"""

LEAST_POSITIONS = 4
"""A game counts as so many positions at least, as it has a row of its own in the unions."""

RUN_POSITIONS = 16 * BATCH_POSITIONS
"""So many positions at most are written in one transaction, and sorted by key together."""

MAX_RUNS = 64
"""More sorted stretches than this make a search slow, and are worth merging."""

_SORTED_BY = "(key >> 47)::usmallint"
"""The highest 16 of a key's 63 bits: they bring equal keys near each other in half the time."""

Progress = Callable[[int, int], None]
"""Told how many positions have been indexed, and how many there are to do."""


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What an update of the index added."""

    games: int
    positions: int


def update_index(database: Database, progress: Progress | None = None) -> IndexSummary:
    """Bring the index up to date: add the games that have been loaded since the last time.

    Records of games that are not installed are passed over until they are.

    Args:
        database: opened with ``create_database``.
        progress: is told from time to time how far the work has come.

    Raises:
        StoreError: the database cannot take it, or its positions do not fit its games. What was
            indexed by then stays, as after any other exception.
    """
    with transaction(database) as connection:
        restart_index(connection, _first_passed_over(connection))
        game_ids, sizes = fetch_games(connection, indexed_game(connection) + 1)
    total, games, done = int(sizes.sum()), 0, 0
    describer = Describer()

    def advance(more: int, positions: int) -> None:
        nonlocal games, done
        games += more
        done += positions
        if progress is not None:
            progress(done, total)

    batches = list(cut_batches(sizes))
    batch_sizes = numpy.array([int(weights_of(sizes[batch]).sum()) for batch in batches])
    for run in cut_stretches(batch_sizes, RUN_POSITIONS):
        with transaction(database) as connection:
            parts = [game_ids[batch] for batch in batches[run]]
            with appending(connection):
                _write_features(connection, describer, parts, advance)
            first, last = int(parts[0][0]), int(parts[-1][-1])
            _sort_positions(connection, first, last)
            write_extent(connection, INDEXED, last)
            write_extent(connection, RUNS, count_runs(connection) + 1)
    return IndexSummary(games, done)


def _first_passed_over(connection: duckdb.DuckDBPyConnection) -> int | None:
    """Return the first game that the index lacks, as its rules were not installed then, or None."""
    indexed = " union all ".join(
        f"select game_id from {union_table(game).name}"  # noqa: S608 - the schema's name
        for game in indexed_games(connection)
    )
    found = connection.execute(
        f"""
        select min(game_id) from games where game_id <= $last and {IS_INSTALLED}
        {f"and game_id not in ({indexed})" if indexed else ""}
        """,  # noqa: S608 - the schema's names
        {"last": indexed_game(connection)},
    ).fetchone()
    return None if found is None else found[0]


def weights_of(sizes: Column) -> Column:
    """Return what the games weigh in a batch, by how many positions they have."""
    weights: Column = numpy.maximum(sizes, LEAST_POSITIONS)
    return weights


def cut_batches(sizes: Column) -> Iterator[slice]:
    """Yield the games that are described at a time, by how many positions they have."""
    return cut_stretches(weights_of(sizes), BATCH_POSITIONS)


def rebuild_index(database: Database, progress: Progress | None = None) -> IndexSummary:
    """Make the index anew, its games' tables as they describe them now (see ``update_index``)."""
    with transaction(database) as connection:
        clear_index(connection)
        drop_index_tables(connection)
    return update_index(database, progress)


def merge_runs(database: Database) -> bool:
    """Sort all indexed positions by key together if there are many stretches of them.

    Returns:
        Whether there were.

    Raises:
        StoreError: the database cannot take it; it stays as it was.
    """
    with transaction(database) as connection:
        if count_runs(connection) <= MAX_RUNS:
            return False
        connection.execute(f"delete from {POSITIONS_BY_KEY.name}")  # noqa: S608 - schema's
        _sort_positions(connection, 0, indexed_game(connection))
        write_extent(connection, RUNS, 1)
    return True


def clear_index(connection: duckdb.DuckDBPyConnection) -> None:
    """Empty the index within the caller's transaction, as when plies or keys have changed.

    That there was one stays known (``is_wanted``).
    """
    has_been = is_wanted(connection)
    for table in _tables(connection):
        connection.execute(f"delete from {table}")  # noqa: S608 - the file's name
    connection.execute("delete from meta where key = $name", {"name": RUNS})
    if has_been:
        write_extent(connection, INDEXED, 0)


def remove_from_index(connection: duckdb.DuckDBPyConnection, game_ids: Sequence[int]) -> None:
    """Take games out of the index within the transaction in which the caller deletes them.

    Numbers of games that are gone may be given to others: those are indexed in their turn.
    """
    if not game_ids:
        return
    gone = {"gone": list(game_ids)}
    for table in _tables(connection):
        connection.execute(
            f"delete from {table} where game_id in (select unnest($gone::integer[]))",  # noqa: S608
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
    if is_wanted(connection):
        write_extent(connection, INDEXED, min(last, indexed_game(connection)))


def restart_index(connection: duckdb.DuckDBPyConnection, first: int | None) -> None:
    """Take a game and all later ones out of the index, if it is there: they are indexed again."""
    if first is None or first > indexed_game(connection):
        return
    for table in _tables(connection):
        connection.execute(f"delete from {table} where game_id >= $first", {"first": first})  # noqa: S608 - the schema's name
    write_extent(connection, INDEXED, first - 1)


def _tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of all tables of the index."""
    return [POSITIONS_BY_KEY.name, *own_index_tables(connection)]


def fetch_games(
    connection: duckdb.DuckDBPyConnection, first: int, last: int | None = None
) -> tuple[Column, Column]:
    """Return the games from one number on, or up to another, and how many positions each has."""
    found = fetch_columns(
        connection,
        """
        select game_id, greatest(coalesce(ply_count, 0), 0)::bigint + 1 as positions from games
        where game_id >= $first and ($last is null or game_id <= $last)
        order by 1
        """,
        {"first": first, "last": last},
    )
    return found["game_id"], found["positions"].astype("int64")


def _write_features(
    connection: duckdb.DuckDBPyConnection,
    describer: Describer,
    parts: Iterable[Column],
    advance: Callable[[int, int], None],
) -> None:
    """Write the features of all positions of games, a part being described while one is written.

    Args:
        connection: within the caller's transaction.
        describer: describes them.
        parts: the numbers of the games, ascending.
        advance: is told the games and positions of every part that has been written.
    """
    with ThreadPoolExecutor(1) as pool:
        pending: Future[list[Described]] | None = None
        for ids in parts:
            described = pool.submit(describer.describe, fetch_block(connection, ids))
            if pending is not None:
                _insert(connection, _result(pending), advance)
            pending = described
        if pending is not None:
            _insert(connection, _result(pending), advance)


def _result(pending: Future[list[Described]]) -> list[Described]:
    """Return what has been described, when it has.

    Raises:
        StoreError: the turns are not those of the games.
    """
    try:
        return pending.result()
    except ValueError as error:
        raise StoreError(f"{error}; {DOCTOR}") from None


def fetch_block(connection: duckdb.DuckDBPyConnection, ids: Column) -> Block:
    """Return games with all their positions.

    Args:
        connection: where they are.
        ids: all games from the first to the last of these, ascending; at least one.

    Raises:
        StoreError: the positions are not those of the games.
    """
    bounds = {"first": int(ids[0]), "last": int(ids[-1])}
    games = fetch_columns(
        connection,
        f"""
        select game_id, game, {START_SQL} as start_position from games
        where game_id between $first and $last
        order by game_id
        """,  # noqa: S608 - the schema's names
        bounds,
    )
    rows = fetch_columns(
        connection,
        "select game_id, ply, turn from position_keys where game_id between $first and $last",
        bounds,
    )
    ordered = order_rows(rows, games["game_id"])
    if ordered is None or not numpy.array_equal(ordered["turn"] < 0, ordered["ply"] == 0):
        first, last = bounds.values()
        raise StoreError(
            f"the positions of the games {first} to {last} do not fit the games; {DOCTOR}"
        )
    return Block(games, ordered)


def _insert(
    connection: duckdb.DuckDBPyConnection,
    described: Iterable[Described],
    advance: Callable[[int, int], None],
) -> None:
    for games in described:
        count, positions = len(games.unions["game_id"]), len(games.features[MOVE_CODE])
        if games.slug not in indexed_games(connection):
            make_index_tables(connection, games.slug)
        for parts, rows in (
            ([(feature_table(games.slug), "true")], games.features),
            (excerpt_parts(games.slug), games.excerpt),
            ([(union_table(games.slug), "true")], games.unions),
        ):
            if rows:
                with registered(connection, "new_rows", rows):
                    for table, condition in parts:
                        connection.execute(
                            f"insert into {table.name} by name from new_rows where {condition}"
                        )
        advance(count, positions)


def _sort_positions(connection: duckdb.DuckDBPyConnection, first: int, last: int) -> None:
    """Write the positions of the games between two, sorted by the highest bits of the key."""
    connection.execute(
        f"""
        insert into {POSITIONS_BY_KEY.name} by name
        select key, game_id, ply from position_keys
        where game_id between $first and $last
        order by {_SORTED_BY}
        """,  # noqa: S608 - the schema's name, SQL from above
        {"first": first, "last": last},
    )
