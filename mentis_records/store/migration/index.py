"""Empty the positions index of a database whose steps change what is in it."""

from __future__ import annotations

import duckdb


def drop_index(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the tables of the index, which ``layout`` makes anew, and what is known of it."""
    for table in ("mentis_features", "mentis_attacks", "mentis_unions", "positions_by_key"):
        connection.execute(f"drop table if exists {table}")
    connection.execute("delete from meta where key in ('indexed_game', 'index_runs')")
