"""From schema 4 to 5: the positions index has the squares whose tiles could capture.

The index must be made anew: it is emptied.
"""

from __future__ import annotations

import duckdb

from mentis_records.store.migration.index import drop_index


def to_version_5(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 4 into one of schema 5."""
    drop_index(connection)
