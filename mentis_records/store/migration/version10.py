"""From schema 9 to 10: the index has what Wolves could capture, and stands apart where one could.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_10(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 9 into one of schema 10."""
    drop_index(connection)
