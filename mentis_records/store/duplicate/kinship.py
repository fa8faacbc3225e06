"""Related games, whose records might be one game, found by plies; too many rather than too few.

Two records are one game if they have the same plies, or those of one begin the other's, or one
ends within a ply where the other goes on. So games are kin if they have the same plies as far as
the shortest record of either goes, where one that ends within a ply is a ply shorter.
"""

from __future__ import annotations

from collections.abc import Collection

import duckdb

from mentis_records.store.identity import UNKNOWN
from mentis_records.store.schema import PLAYER_COLUMNS
from mentis_records.store.schema.record_sql import folded_sql

_KNOWN = [
    f"case when {folded_sql(side)} not in (select unnest($unknown::varchar[]))"
    f" then {folded_sql(side)} end"
    for side in PLAYER_COLUMNS
]
ENDS = "record_ends"
_ENDS = f"""
    create temp table {ENDS} as
    with records as (
        select game_id, ply_count, coalesce(said_open, is_open) as is_open from games
        union all
        select game_id, ply_count, is_open from duplicates
    ),
    shortest as (
        select game_id, bool_or(ply_count = 0 or (is_open and ply_count = 1)) as is_bare,
            min(greatest(1, case when is_open then ply_count - 1 else ply_count end))
                filter (ply_count > 0) as ply
        from records
        group by game_id
    )
    select games.game_id, games.start_key, games.ply_count, shortest.ply,
        mainlines.keys[shortest.ply + 1] as key, shortest.is_bare,
        [{", ".join(_KNOWN)}] as players
    from games join shortest using (game_id) join mainlines using (game_id)
    """  # noqa: S608 - column names of the schema
"""SQL: how far the shortest record with plies goes of each game, and who played if known."""

_NEXT = """
    with own as (select record_ends.* from record_ends semi join kin_found using (game_id)),
    plies as (select distinct ply from own where ply is not null),
    longer as (
        select played.game_id
        from (
            select game_id, plies.ply, keys[plies.ply + 1] as key from mainlines, plies
        ) as played
        semi join own on own.ply = played.ply and own.key = played.key
    ),
    passed as (
        select distinct unnest(range(1, len(keys)))::integer as ply, unnest(keys[2:]) as key
        from mainlines semi join kin_found using (game_id)
    ),
    shorter as (select game_id from record_ends semi join passed using (ply, key)),
    unplayed as (
        select game_id from record_ends
        where ply_count = 0 and start_key in (select start_key from own where ply_count = 0)
    ),
    cut as (
        select other.game_id
        from own join record_ends as other using (start_key, players)
        where own.is_bare or other.is_bare
    )
    select game_id from (
        from longer union from shorter union from unplayed union from cut
    )
    """


def fetch_kin(connection: duckdb.DuckDBPyConnection, game_ids: Collection[int]) -> set[int]:
    """Return some games, their kin, the kin of these and so on."""
    found, new = set(game_ids), set(game_ids)
    if not new:
        return found
    make_ends(connection)
    while new:
        connection.execute(
            "create temp table kin_found as select unnest($ids::integer[]) as game_id",
            {"ids": list(new)},
        )
        new = {number for (number,) in connection.execute(_NEXT).fetchall()} - found
        found |= new
        connection.execute("drop table kin_found")
    connection.execute(f"drop table {ENDS}")
    return found


def make_ends(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the temporary table that has a row a game: how far its shortest record goes."""
    connection.execute(_ENDS, {"unknown": sorted(UNKNOWN)})
