"""From schema 8 to 9: the bits that say what could capture what stand in another order.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_9(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 8 into one of schema 9."""
    drop_index(connection)
