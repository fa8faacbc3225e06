"""The sums of the sources: each record is a game, a duplicate, in quarantine, or deleted."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.store.doctor.finding import Advance, Finding

_COUNTED = {"stored": "games", "duplicates": "duplicates", "quarantined": "quarantine"}
"""The counts of a source, each with the table whose rows it counts."""


def check_sources(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield counts of sources that differ from the rows; correct them if asked to.

    Records that are missing from all tables count as deleted.
    """
    counts = ", ".join(
        f"(select count(*) from {table} as row where row.source_id = sources.source_id)"  # noqa: S608
        for table in _COUNTED.values()
    )
    rows = connection.execute(
        f"""
        select source_id, records, deleted, {", ".join(_COUNTED)}, {counts}
        from sources
        order by source_id
        """  # noqa: S608 - the schema's names
    ).fetchall()
    for source_id, records, deleted, *numbers in rows:
        stored, counted = numbers[: len(_COUNTED)], numbers[len(_COUNTED) :]
        right = dict(zip(_COUNTED, counted, strict=True))
        right["deleted"] = max(0, (records or 0) - sum(counted))
        right["records"] = sum(right.values())
        found = dict(zip(_COUNTED, stored, strict=True)) | {"deleted": deleted, "records": records}
        differing = {name: value for name, value in right.items() if found[name] != value}
        for name, value in differing.items():
            yield Finding("sources", f"source {source_id}", name, found[name], value)
        if differing and is_repairing:
            names = ", ".join(f"{name} = ${name}" for name in differing)
            connection.execute(
                f"update sources set {names} where source_id is not distinct from $source_id",  # noqa: S608 - ours
                {**differing, "source_id": source_id},
            )
