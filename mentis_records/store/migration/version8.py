"""From schema 7 to 8: the positions index has the squares from which tiles could capture each way.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_8(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 7 into one of schema 8."""
    drop_index(connection)
