"""From schema 6 to 7: players gain no points against themselves, and impossible dates are none.

Both are said by the view ``players``.
"""

from __future__ import annotations

import duckdb


def to_version_7(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 6 into one of schema 7: its tables are the same."""
