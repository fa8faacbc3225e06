"""The sides of the games, which views join: they must be those that the games have."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.schema import DESCRIPTIONS


def check_sides(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield what differs in the table of the sides; write it anew if asked to."""
    right = sorted(
        (game.slug, side, name) for game in DESCRIPTIONS for side, name in enumerate(game.sides)
    )
    stored = connection.execute("select game, side, name from sides order by all").fetchall()
    if stored == right:
        return
    if is_repairing:
        connection.execute("delete from sides")
        connection.executemany("insert into sides values (?, ?, ?)", right)
    yield Finding("sides", "all games", "rows: not the games' sides", len(stored), len(right))
