"""Ask the database for what a collection is made of: lengths, ends, dates and sources of games.

Every function takes an open ``Database`` and counts the selected games of one kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.store.database import Database, asking
from mentis_records.store.schema.record_sql import MONTH, YEAR
from mentis_records.store.selection import EVERY_GAME, Selection


def fetch_lengths(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> dict[int, tuple[int, int]]:
    """Return by length in plies how many games have a result, and how many have none."""
    rows = _count(
        database,
        "ply_count, count(*) filter (result <> $unknown), count(*) filter (result = $unknown)",
        game,
        selection,
        {"unknown": RESULT_UNKNOWN},
    )
    return {plies: (ended, left) for plies, ended, left in rows}


def fetch_terminations(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> dict[tuple[str, str], int]:
    """Return the numbers of games by termination, or nothing if it is unknown, and result."""
    rows = _count(database, "coalesce(termination, ''), result, count(*)", game, selection, {})
    return {(termination, result): games for termination, result, games in rows}


def fetch_periods(
    database: Database, game: str, selection: Selection = EVERY_GAME, *, has_months: bool = False
) -> dict[str, int]:
    """Return the numbers of games by the year or the month of their date, ``2024`` or ``2024.01``.

    Games whose date does not say so much are counted under nothing.
    """
    period = MONTH if has_months else f"({YEAR})::varchar"
    rows = _count(database, f"coalesce({period}, '') as period, count(*)", game, selection, {})
    return dict(rows)


def fetch_sources(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> list[tuple[int, str, int]]:
    """Return number and name of the sources with the numbers of games that they brought."""
    with asking(database):
        return database.connection.execute(
            f"""
            select source.source_id, source.name, count(*)
            from {selection.games} as game
            join sources as source on source.source_id = game.source_id
            where game.game = $game
            group by all
            order by all
            """,  # noqa: S608 - a selection's SQL
            {"game": game, **selection.parameters},
        ).fetchall()


def fetch_landmarks(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> dict[str, int]:
    """Return the numbers of games that show the range of lengths, among those with a result.

    They are the shortest and the longest, and the first that is as long as the median; of equal
    ones the first.
    """
    rows = _count(
        database,
        "arg_min(game_id, (ply_count, game_id)), arg_max(game_id, (ply_count, -game_id)),"
        " quantile_disc(ply_count, 0.5)",
        game,
        selection,
        {"unknown": RESULT_UNKNOWN},
        "result <> $unknown",
    )
    shortest, longest, median = rows[0]
    if shortest is None:
        return {}
    ((typical,),) = _count(
        database,
        "min(game_id)",
        game,
        selection,
        {"unknown": RESULT_UNKNOWN, "median": median},
        "result <> $unknown and ply_count = $median",
    )
    return {"shortest": shortest, "median": typical, "longest": longest}


def _count(
    database: Database,
    columns: str,
    game: str,
    selection: Selection,
    parameters: Mapping[str, object],
    condition: str = "true",
) -> list[tuple[Any, ...]]:
    """Return columns, some of them aggregates, over the selected games of a kind, in order."""
    with asking(database):
        return database.connection.execute(
            f"""
            select {columns} from {selection.games}
            where game = $game and {condition}
            group by all
            order by all
            """,  # noqa: S608 - columns from above, a selection's SQL
            {"game": game, **parameters, **selection.parameters},
        ).fetchall()
