"""From schema 11 to 12: games know whether their records end with a result, sources their options.

Of what was loaded before it is not known: tagged records are taken to have one, and no option to be
set. Those without any tag are listings, which never have one.
"""

from __future__ import annotations

import duckdb


def to_version_12(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 11 into one of schema 12."""
    for change in (
        "games add column is_open boolean default false",
        "sources add column defaults map(varchar, varchar) default map {}",
    ):
        connection.execute(f"alter table {change}")
    connection.execute(
        """
        update games set is_open = true
        where coalesce(event, site, date, round, blue, red) is null and cardinality(tags) = 0
        """
    )
