"""From schema 11 to 12: games know whether their records have a result at the end.

Of those loaded before it is not known: they are taken to have one.
"""

from __future__ import annotations

import duckdb


def to_version_12(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 11 into one of schema 12."""
    connection.execute("alter table games add column is_open boolean default false")
