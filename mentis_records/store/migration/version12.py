"""From schema 11 to 12: games know whether they may be cut short, sources how they were read.

Sources know also what they have grown from. Of what was loaded before all that is not known: tagged
records are taken to end with a result, no option to be set, and no source to have grown. Records
without any tag are listings: they have no result.
"""

from __future__ import annotations

import duckdb


def to_version_12(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 11 into one of schema 12."""
    for change in (
        "games add column is_open boolean default false",
        "sources add column defaults map(varchar, varchar) default map {}",
        "sources add column earlier struct(bytes bigint, sha256 varchar)[] default []",
        "games add column said map(varchar, varchar)",
        "games add column said_open boolean",
        "duplicates add column inherited integer default 0",
        "duplicates add column is_open boolean default false",
        "duplicates add column former_id integer",
    ):
        connection.execute(f"alter table {change}")
    connection.execute(
        """
        update games set is_open = true
        where coalesce(event, site, date, round, blue, red) is null and cardinality(tags) = 0
        """
    )
