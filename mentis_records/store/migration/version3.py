"""From schema 2 to 3: one row a mainline, with lists, in place of a row a position.

The positions index has a column more, and must be made anew: it is emptied.

The names of columns here are those of the two versions, whatever later ones call them.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index

_CHUNK_GAMES = 10_000


def to_version_3(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 2 into one of schema 3."""
    connection.execute(
        """
        create table mainlines (
            game_id integer,
            turns bigint[] using compression uncompressed,
            keys bigint[] using compression uncompressed
        )
        """
    )
    found = connection.execute("select max(game_id) from position_keys").fetchone()
    last = int(found[0]) if found and found[0] is not None else -1
    for first in range(0, last + 1, _CHUNK_GAMES):
        connection.execute(
            """
            insert into mainlines
            select game_id, list(turn order by ply), list(key order by ply)
            from position_keys
            where game_id between $first and $last
            group by game_id
            order by game_id
            """,
            {"first": first, "last": first + _CHUNK_GAMES - 1},
        )
    connection.execute("drop table position_keys")
    drop_index(connection)
