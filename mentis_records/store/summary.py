"""What a database holds, in numbers that are quick to find; replays nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.period import PERIOD_BEGIN, PERIOD_END
from mentis_records.store.schema import OPTION_COLUMNS, TABLES
from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class GamesSummary:
    """Selected games in numbers.

    ``first_day`` and ``last_day`` bound the days on which they may have been played, or are
    None where no date is known. ``options`` counts games by the tag and value of each option.
    """

    games: int
    plies: int
    first_day: date | None
    last_day: date | None
    results: dict[str, int]
    options: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class FileSummary:
    """A database's file: its size in bytes, its facts (table ``meta``), its rows by table."""

    bytes: int
    facts: dict[str, str]
    rows: dict[str, int]


def summarise_file(database: Database) -> FileSummary:
    """Return the size, facts and numbers of rows of a database.

    Raises:
        StoreError: the database cannot be read.
    """
    counts = " union all ".join(
        f"select '{table.name}', count(*) from {table.name}"  # noqa: S608 - the schema's names
        for table in TABLES
    )
    facts = _fetch(database, "select key, value from meta order by key")
    rows = dict(_fetch(database, counts))
    return FileSummary(database.path.stat().st_size, dict(facts), rows)


def summarise_games(database: Database, selection: Selection) -> GamesSummary:
    """Return the selected games in numbers.

    Raises:
        StoreError: the database cannot be read.
    """
    parameters = dict(selection.parameters)
    ((games, plies),) = _fetch(
        database,
        f"select count(*), coalesce(sum(ply_count), 0)::bigint from {selection.games}",  # noqa: S608
        parameters,
    )
    ((first, last),) = _fetch(
        database,
        f"""
        select min({PERIOD_BEGIN}), max({PERIOD_END})
        from (select distinct date from {selection.games})
        """,  # noqa: S608 - a selection's SQL
        parameters,
    )
    options = {
        tag: _count_by(database, selection, column) for tag, column in OPTION_COLUMNS.items()
    }
    results = _count_by(database, selection, "result")
    return GamesSummary(games, plies, first, last, results, options)


def _count_by(database: Database, selection: Selection, column: str) -> dict[str, int]:
    query = f"""
        select {column}, count(*)
        from {selection.games}
        where {column} is not null
        group by all
        order by all
        """  # noqa: S608 - the schema's names, a selection's SQL
    return dict(_fetch(database, query, dict(selection.parameters)))


def _fetch(
    database: Database, query: str, parameters: dict[str, object] | None = None
) -> list[tuple[Any, ...]]:
    try:
        return database.connection.execute(query, parameters or {}).fetchall()
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
