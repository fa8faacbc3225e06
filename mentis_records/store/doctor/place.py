"""The places of records: each stands once, as a game, a duplicate or in quarantine."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.schema import DUPLICATES, GAMES_TABLE, QUARANTINE

_TABLES = (GAMES_TABLE.name, DUPLICATES.name, QUARANTINE.name)


def check_places(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield records of one place, and places that no source has; nothing can be derived."""
    rows = connection.execute(
        f"""
        select min(kind), source_id, source_index, count(*)
        from ({
            " union all ".join(
                f"select '{name}' as kind, source_id, source_index, source_line from {name}"
                for name in _TABLES
            )
        })
        where source_id is not null
        group by source_id, source_index
        having count(*) > 1 or coalesce(source_index < 1 or min(source_line) < 1, true)
        order by all
        """  # noqa: S608 - names of the schema
    ).fetchall()
    for kind, source_id, index, count in rows:
        where = f"record {source_id}.{index}"
        if count > 1:
            yield Finding(kind, where, "rows: more than one of a record", count, 1, False)
        else:
            what = "source_index, source_line: no place of a source"
            yield Finding(kind, where, what, None, None, False)
