"""From schema 10 to 11: refused records keep their bytes where they are no UTF-8.

Of those refused before only the text is there, in which such bytes are escaped.
"""

from __future__ import annotations

import duckdb


def to_version_11(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 10 into one of schema 11."""
    connection.execute("alter table quarantine add column raw blob")
