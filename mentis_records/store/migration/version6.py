"""From schema 5 to 6: the unions of games have sets of squares for tiles of a side and heights.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_6(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 5 into one of schema 6."""
    drop_index(connection)
