"""Delete games with all that belongs to them, in one transaction; asks nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store import schema
from mentis_records.store.database import Database, transaction
from mentis_records.store.match.update import update_matches
from mentis_records.store.position.index import remove_from_index
from mentis_records.store.selection import Selection
from mentis_records.store.stale_mending import forget_stale

GAME_TABLES = tuple(
    table
    for table in schema.TABLES
    if table is not schema.GAMES_TABLE and any(column.name == "game_id" for column in table.columns)
)
"""The tables whose rows belong to games."""

RECORD_TABLES = (
    schema.GAMES_TABLE,
    *(table for table in GAME_TABLES if table is not schema.POSITIONS_BY_KEY),
)
"""The tables that say all of the games; the index follows from them."""

SOURCE_TABLES = tuple(
    table
    for table in schema.TABLES
    if table is not schema.SOURCES and any(column.name == "source_id" for column in table.columns)
)
"""The tables whose rows come from sources."""

PLAYED_MOVES = """
    select distinct game, move_code
    from (
        select game, unnest(turns[2:]) >> 3 as move_code
        from games join mainlines using (game_id)
        union all
        select game, turn >> 3 from games join variation_plies using (game_id)
    )
    """
"""SQL: the moves that the games have."""

UNPLAYED_MOVE = f"""
    not exists (
        from ({PLAYED_MOVES}) as played
        where played.game = moves.game and played.move_code = moves.move_code
    )
    """
"""SQL: a row of ``moves`` is no game's."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """What was deleted: games, the duplicates of them, and sources of which nothing was left."""

    games: int
    duplicates: int
    sources: int


def delete_games(database: Database, selection: Selection) -> Deletion:
    """Delete the selected games, and what belongs to them in any table.

    The duplicates of a game go with it. Both are counted as deleted in their sources, and a
    source of which no record is left is forgotten, so that it may be loaded again.

    Raises:
        StoreError: the database cannot be written; then nothing is deleted.
    """
    with transaction(database) as connection:
        return _delete(connection, selection)


def _delete(connection: duckdb.DuckDBPyConnection, selection: Selection) -> Deletion:
    losing = connection.execute(
        f"""
        select list(source_id) from (
            select source_id from {selection.games}
            union
            select source_id from duplicates
            where game_id in (select game_id from {selection.games})
        )
        """,  # noqa: S608 - a selection's SQL
        dict(selection.parameters),
    ).fetchone()
    games, duplicates = _discard_games(connection, selection)
    sources = connection.execute(
        """
        delete from sources
        where deleted > 0 and stored + duplicates + quarantined = 0
            and source_id in (select unnest($losing::integer[]))
        """,
        {"losing": losing[0] if losing else []},
    ).fetchone()
    update_matches(connection)
    forget_stale(connection)
    return Deletion(games, duplicates, int(sources[0]) if sources else 0)


def _discard_games(connection: duckdb.DuckDBPyConnection, selection: Selection) -> tuple[int, int]:
    """Delete games, and count them as deleted; return how many, and how many duplicates."""
    connection.execute(
        f"create temp table doomed as select game_id from {selection.games}",  # noqa: S608
        dict(selection.parameters),
    )
    for table, column in (("games", "stored"), ("duplicates", "duplicates")):
        connection.execute(
            f"""
            update sources set {column} = {column} - gone, deleted = deleted + gone
            from (
                select source_id, count(*) as gone
                from {table} semi join doomed using (game_id)
                group by source_id
            ) as lost
            where lost.source_id = sources.source_id
            """  # noqa: S608 - names of the schema
        )
    doomed = [game_id for (game_id,) in connection.execute("from doomed").fetchall()]
    connection.execute("drop table doomed")
    counts = drop_games(connection, doomed)
    remove_from_index(connection, doomed)
    discard_unplayed_moves(connection)
    return counts["games"], counts["duplicates"]


def drop_games(connection: duckdb.DuckDBPyConnection, game_ids: Collection[int]) -> dict[str, int]:
    """Delete games with their duplicates within the caller's transaction.

    The index, the sources and the moves are left to the caller.

    Returns:
        How many rows there were, by table.
    """
    given = {"ids": list(game_ids)}
    return {
        table.name: _run(
            connection,
            f"delete from {table.name} where game_id in (select unnest($ids::integer[]))",  # noqa: S608 - schema's
            given,
        )
        for table in RECORD_TABLES
    }


def discard_unplayed_moves(connection: duckdb.DuckDBPyConnection) -> None:
    """Delete the moves that no game has any more."""
    _run(connection, f"delete from moves where {UNPLAYED_MOVE}")  # noqa: S608 - ours


def _run(
    connection: duckdb.DuckDBPyConnection, statement: str, given: Mapping[str, object] | None = None
) -> int:
    """Run a statement that deletes; return how many rows."""
    found = connection.execute(statement, dict(given or {})).fetchone()
    return int(found[0]) if found else 0
