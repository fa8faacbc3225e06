"""Look at a shard: how many rows it has, whose they are, and whether its games keep the rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from mentis_records.store.database import Database, asking
from mentis_records.store.doctor.replay import Replay

_OF_SOURCES = ("games", "duplicates", "quarantine")
"""The tables with a row for each record."""


def count_rows(database: Database, tables: Mapping[str, int]) -> dict[str, int]:
    """Return how many rows the tables of a shard have that should have some.

    Raises:
        StoreError: one cannot be read.
    """
    found = {}
    with asking(database) as connection:
        known = {
            name
            for (name,) in connection.execute(
                "select view_name from duckdb_views() where not internal"
            ).fetchall()
        }
        for table, rows in tables.items():
            if rows and table in known:
                ((found[table],),) = connection.execute(
                    f"select count(*) from {table}"  # noqa: S608 - the schema's name
                ).fetchall()
    return found


def count_by_source(database: Database) -> dict[tuple[str, str], int]:
    """Return how many records there are by the table that has them, and the hash of the source.

    Raises:
        StoreError: the shard cannot be read.
    """
    counts: dict[tuple[str, str], int] = {}
    with asking(database) as connection:
        for table in _OF_SOURCES:
            rows = connection.execute(
                f"""
                select coalesce(sha256, ''), count(*)
                from {table} left join sources using (source_id)
                group by all
                """  # noqa: S608 - the schema's name
            ).fetchall()
            counts.update({(table, sha256): count for sha256, count in rows})
    return counts


def replay_games(database: Database, sample: int | None, chance: Random) -> tuple[int, list[str]]:
    """Replay some games that follow one another, or all, and return how many, and what differs.

    Raises:
        StoreError: the shard cannot be read.
    """
    with asking(database) as connection:
        ids = [
            game_id
            for (game_id,) in connection.execute(
                "select game_id from games order by game_id"
            ).fetchall()
        ]
        if not ids:
            return 0, []
        replay = Replay(connection, is_repairing=False)
        if sample is None:
            return len(ids), [f"{found.where}: {found.what}" for found in replay.run()]
        first = chance.randrange(max(1, len(ids) - sample + 1))
        some = ids[first : first + sample]
        told = [f"{each.where}: {each.what}" for each in replay.run_between(some[0], some[-1])]
        return len(some), told
