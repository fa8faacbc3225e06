"""The sides of the games, which views join: they must be those that the games have."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.schema import DESCRIPTION_OF


def check_sides(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield what differs in the table of the sides; write it anew if asked to."""
    known = {"games": list(DESCRIPTION_OF)}
    stored = connection.execute(
        """
        select game, side, name from sides
        where game is null or list_contains($games, game) order by all
        """,
        known,
    ).fetchall()
    played = connection.execute(
        "select distinct game from games where list_contains($games, game)", known
    ).fetchall()
    declared = {game for game, _, _ in stored if game} | {game for (game,) in played}
    right = sorted(
        (game, side, name)
        for game in declared
        for side, name in enumerate(DESCRIPTION_OF[game].sides)
    )
    if stored == right:
        return
    if is_repairing:
        connection.execute(
            "delete from sides where game is null or list_contains($games, game)", known
        )
        connection.executemany("insert into sides values (?, ?, ?)", right)
    yield Finding("sides", "all games", "rows: not the games' sides", len(stored), len(right))
