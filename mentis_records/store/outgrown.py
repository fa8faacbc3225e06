"""What a source was taken to say while it was shorter, and says no longer now that it has grown.

The last record of a text may have been read while it was being written: as a shorter game, as one
that ends with another ply, as one without plies, as a duplicate, or as one that had to be refused.
The grown text has it whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import duckdb

from mentis_records.store.delete import discard_games
from mentis_records.store.selection import select_ids

_OUTGROWN = "source_id in (select unnest($sources::integer[])) and source_index > $kept"
"""SQL: a row is of a record that is not the same any more."""


def discard_outgrown(
    connection: duckdb.DuckDBPyConnection, grown: int, sources: Sequence[int], kept: int
) -> int:
    """Take back the records that a source has no longer, as deleted from where they were.

    A game stays if another record has it whole. Those that begin it go over to what it has grown
    into, if they begin that, too. All stay while what they have grown into is refused.

    Args:
        connection: with a transaction begun; the grown source must have been written.
        grown: its number.
        sources: the numbers of those that it has grown out of.
        kept: how many records at the beginning are still the same.

    Returns:
        How many games, duplicates and refused records have gone.
    """
    outgrown = {"sources": list(sources), "kept": kept}
    gone = _discard(connection, "quarantine", "quarantined", outgrown)
    successor = {"grown": grown, "index": kept + 1}
    if _is_refused(connection, successor):
        return gone
    games = list(_find_games(connection, outgrown, successor))
    if games:
        discard_games(connection, select_ids(games))
    return gone + len(games) + _discard(connection, "duplicates", "duplicates", outgrown)


def _is_refused(connection: duckdb.DuckDBPyConnection, record: Mapping[str, object]) -> bool:
    query = "select 1 from quarantine where source_id = $grown and source_index = $index"
    return connection.execute(query, dict(record)).fetchone() is not None


def _find_games(
    connection: duckdb.DuckDBPyConnection,
    outgrown: Mapping[str, object],
    successor: Mapping[str, object],
) -> Iterator[int]:
    """Yield the games to discard, when the records that begin them have gone over."""
    rows = connection.execute(
        f"""
        select game_id, games.ply_count, max(witness.ply_count)
        from games
        left join (from duplicates where not ({_OUTGROWN})) as witness using (game_id)
        where games.source_id in (select unnest($sources::integer[]))
            and games.source_index > $kept
        group by all
        """,  # noqa: S608 - SQL from above
        dict(outgrown),
    ).fetchall()
    for game_id, plies, witnessed in rows:
        is_begun = witnessed is not None and witnessed < plies
        if witnessed is None or (
            is_begun and _hand_over(connection, game_id, witnessed, successor)
        ):
            yield game_id


def _hand_over(
    connection: duckdb.DuckDBPyConnection,
    game_id: int,
    plies: int,
    successor: Mapping[str, object],
) -> bool:
    """Give the duplicates of a game to its successor, if that begins with so many of its plies."""
    found = connection.execute(
        """
        select heir.game_id
        from (
            select game_id from games where source_id = $grown and source_index = $index
            union all
            select game_id from duplicates where source_id = $grown and source_index = $index
        ) as heir
        join mainlines as its using (game_id)
        join mainlines as old on old.game_id = $game
        where its.turns[:$positions] = old.turns[:$positions]
            and its.keys[:$positions] = old.keys[:$positions]
        """,
        {**successor, "game": game_id, "positions": plies + 1},
    ).fetchone()
    if found is None or found[0] == game_id:
        return False
    connection.execute(
        "update duplicates set game_id = $heir where game_id = $game",
        {"heir": found[0], "game": game_id},
    )
    return True


def _discard(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    count: str,
    outgrown: Mapping[str, object],
) -> int:
    """Delete the rows of a table, which a column of the sources counts; return how many."""
    connection.execute(
        f"""
        update sources set {count} = {count} - gone, deleted = deleted + gone
        from (
            select source_id, count(*) as gone from {table} where {_OUTGROWN} group by source_id
        ) as lost
        where lost.source_id = sources.source_id
        """,  # noqa: S608 - names of the schema
        dict(outgrown),
    )
    query = f"delete from {table} where {_OUTGROWN}"  # noqa: S608 - a name of the schema
    found = connection.execute(query, dict(outgrown)).fetchone()
    return int(found[0]) if found else 0
