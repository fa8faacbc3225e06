"""Ask the database of the games that reached a position: when they were played, how they ended.

A position is meant by its canonical key, its images with it. Each game counts once.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.position.index_extent import occurrences
from mentis_records.store.schema.record_sql import START_SQL, YEAR, split_start
from mentis_records.store.selection import EVERY_GAME, Selection

_HERE = "key between $key and $key + 7"


@dataclass(frozen=True, slots=True)
class YearGames:
    """Games of a year, or of no known one, by result."""

    year: int | None
    results: dict[str, int]


@dataclass(frozen=True, slots=True)
class EndedGames:
    """Games whose last position this is, by result and by what ended them."""

    result: str
    termination: str | None
    games: int


@dataclass(frozen=True, slots=True)
class StartGames:
    """A start position, the settings that hold beside it, and how many games begin there."""

    position: str
    settings: dict[str, str]
    games: int


def select_here(database: Database, game: str, canonical_key: int) -> Selection:
    """Return the selection of a game's records in which a position came up, found by the index.

    Raises:
        StoreError: the database cannot be read.
    """
    condition = f"""game = $selected_0 and game_id in (
        select game_id from {occurrences(database)}
        where key between $selected_1 and $selected_1 + 7)"""  # noqa: S608 - the schema's names
    return Selection(condition, {"selected_0": game, "selected_1": canonical_key}, "the position")


def fetch_years(
    database: Database, game: str, canonical_key: int, selection: Selection = EVERY_GAME
) -> list[YearGames]:
    """Return the games that reached a position by year, those of no known one last.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select {YEAR} as year, result, count(*) from {selection.games}
        where game = $game
            and game_id in (select game_id from {occurrences(database)} where {_HERE})
        group by all order by year nulls last, result
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "key": canonical_key, **selection.parameters},
    )
    years: dict[int | None, dict[str, int]] = {}
    for year, result, games in rows:
        years.setdefault(year, {})[result] = games
    return [YearGames(year, results) for year, results in years.items()]


def fetch_ended(
    database: Database, game: str, canonical_key: int, selection: Selection = EVERY_GAME
) -> list[EndedGames]:
    """Return the games that ended in a position, the most frequent ends first.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select result, termination, count(*) as games
        from (select game_id, ply from {occurrences(database)} where {_HERE}) as here
        join {selection.games} as game using (game_id)
        where game.game = $game and here.ply = game.ply_count
        group by all order by games desc, result, termination
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "key": canonical_key, **selection.parameters},
    )
    return [EndedGames(*row) for row in rows]


def fetch_arrivals(
    database: Database, canonical_key: int, game_ids: Sequence[int]
) -> dict[int, int]:
    """Return the ply at which each of some games first reached a position.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select game_id, min(ply) from {occurrences(database)}
        where {_HERE} and game_id in (select unnest($game_ids::integer[]))
        group by game_id
        """,  # noqa: S608 - the schema's names
        {"key": canonical_key, "game_ids": list(game_ids)},
    )
    return dict(rows)


def fetch_place(database: Database, game: str, key: int) -> tuple[int, int] | None:
    """Return a game with a position, not an image of it, and at which ply, or None.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select game_id, ply from {occurrences(database)} as here
        join games using (game_id) where key = $key and game = $game
        order by game_id, ply limit 1
        """,  # noqa: S608 - the schema's names
        {"game": game, "key": key},
    )
    return (rows[0][0], rows[0][1]) if rows else None


def fetch_common_starts(
    database: Database, game: AnyGame, limit: int, selection: Selection = EVERY_GAME
) -> list[StartGames]:
    """Return from where most games begin.

    Raises:
        StoreError: the database cannot be read.
    """
    slug = game.description.slug
    rows = fetch_rows(
        database,
        f"""
        select {START_SQL} as start, count(*) as games
        from {selection.games} where game = $game
        group by start order by games desc, start limit $limit
        """,  # noqa: S608 - the schema's SQL, a selection's SQL
        {"game": slug, "limit": limit, **selection.parameters},
    )
    return [StartGames(*split_start(game.description, start), games) for start, games in rows]
