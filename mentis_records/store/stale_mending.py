"""Edits and verdicts of records that are not there any more."""

from __future__ import annotations

import duckdb

from mentis_records.store.game_tables import has_table
from mentis_records.store.schema import EDITS, VERDICTS

_IS_GONE = """
    ({0}, {1}) not in (
        select (source_id, source_index) from games
        union all select (source_id, source_index) from duplicates
        union all select (source_id, source_index) from quarantine
    )
    """
_STALE = {
    EDITS: _IS_GONE.format("source_id", "source_index"),
    VERDICTS: f"{_IS_GONE.format('kept_source', 'kept_index')} or "
    f"{_IS_GONE.format('other_source', 'other_index')}",
}


def forget_stale(connection: duckdb.DuckDBPyConnection) -> None:
    """Forget edits of, and verdicts about, records that have gone, in the caller's transaction."""
    for table, condition in _STALE.items():
        if has_table(connection, table):
            connection.execute(f"delete from {table.name} where {condition}")  # noqa: S608 - ours
