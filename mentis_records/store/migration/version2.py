"""From schema 1 to 2: one turn and one key a position, known sources of deletions, openings.

The names of columns here are those of the two versions, whatever later ones call them.
"""

from __future__ import annotations

import duckdb

from mentis_records.games import find_game
from mentis_records.notation.record_field import OPENING
from mentis_records.store.identity import Content, opening_keys

_CHUNK_GAMES = 10_000

_KEY = "({canonical} & -8) + ({key} <> {canonical})::bigint"
"""The key of schema 2: that of the image with the smaller one, and which image it is of."""

_START_KEY = _KEY.format(key="start_key", canonical="start_canonical_key")
_PLY_KEY = _KEY.format(key="key", canonical="canonical_key")

_STATEMENTS = (
    "alter table sources add column deleted integer",
    "update sources set deleted = 0",
    "alter table duplicates add column ply_count integer",
    """
    update duplicates set ply_count = games.ply_count
    from games where games.game_id = duplicates.game_id
    """,
    f"""
    create or replace table games as
    select * exclude (start_canonical_key, final_position) replace (
            {_START_KEY} as start_key,
            map_from_entries([
                entry for entry in map_entries(tags)
                if entry.key <> 'Source' and not (
                    entry.key = 'PlyCount' and entry.value = (ply_count - inherited)::varchar
                )
            ]) as tags
        ),
        tags['Source'] as source, null::bigint as opening_key
    from games
    """,  # noqa: S608 - SQL of this module
    f"""
    create or replace table position_keys as
    select game_id, ply, coalesce(move_code << 3 | side, -1) as turn, {_PLY_KEY} as key
    from position_keys
    order by game_id, ply
    """,  # noqa: S608 - SQL of this module
    f"""
    create or replace table variation_plies as
    select game_id, line, ply, move_code << 3 | side as turn, {_PLY_KEY} as key
    from variation_plies
    """,  # noqa: S608 - SQL of this module
)


def to_version_2(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 1 into one of schema 2."""
    for statement in _STATEMENTS:
        connection.execute(statement)
    _add_openings(connection)


def _add_openings(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the hashes of openings, which schema 1 had not."""
    found = connection.execute("select coalesce(max(game_id), 0) from games").fetchone()
    last = int(found[0]) if found else 0
    for first in range(1, last + 1, _CHUNK_GAMES):
        rows = connection.execute(
            """
            select game_id, any_value(game), any_value(start_key), any_value(blue), any_value(red),
                list(turn >> 3 order by ply) filter (ply between 1 and $opening)
            from games join position_keys using (game_id)
            where game_id between $first and $last
            group by game_id
            """,
            {"opening": OPENING, "first": first, "last": first + _CHUNK_GAMES - 1},
        ).fetchall()
        openings: list[tuple[int, int]] = []
        for game_id, slug, start_key, *players, codes in rows:
            content = Content(find_game(slug).description.slug, (), start_key, tuple(codes or ()))
            keys = opening_keys(content, players)
            if keys:
                openings.append((game_id, keys[-1]))
        if openings:
            connection.execute(
                """
                update games set opening_key = found.key
                from (select unnest($1::integer[]) as id, unnest($2::bigint[]) as key) as found
                where game_id = found.id
                """,
                [list(column) for column in zip(*openings, strict=True)],
            )
