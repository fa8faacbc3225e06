"""From schema 3 to 4: the positions index has the board row by row, and a census of it.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_4(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 3 into one of schema 4."""
    drop_index(connection)
