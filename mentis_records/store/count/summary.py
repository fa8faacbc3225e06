"""What a database holds, in numbers that are quick to find; replays nothing."""

from __future__ import annotations

from datetime import date

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.game_tables import added_tables, fetch_foreign, indexed_games
from mentis_records.store.schema import (
    MAINLINES,
    POSITION_KEYS,
    SETTING_TAGS,
    TABLES,
    TEXT_SETTINGS,
    setting_sql,
    union_table,
)
from mentis_records.store.schema.record_sql import PERIOD_BEGIN, PERIOD_END
from mentis_records.store.selection import IS_PLAYED, IS_UNRATED, Selection

_POSITIONS = "coalesce(sum(len(keys)), 0)::bigint"
"""SQL: how many positions the mainlines have; quicker than to count their rows."""


@dataclass(frozen=True, slots=True)
class GamesSummary:
    """Selected games in numbers.

    ``unplayed`` of them have no ply, and ``unrated`` the tag Unrated. ``plies`` counts those of
    all games, ``shortest`` and ``longest`` those of one that was played, or are None of no such
    game. ``players`` counts names that are one player's once. ``first_day`` and ``last_day`` bound
    the days on which they may have been played, or are None where no date is known; of ``undated``
    games no year is. ``results`` counts the games that were played by result, ``rules`` all by
    the slug of the game, and ``options`` by the tag and value of each setting; ``texts`` counts the
    different values of those that are texts.
    """

    games: int
    unplayed: int
    unrated: int
    plies: int
    shortest: int | None
    longest: int | None
    players: int
    undated: int
    first_day: date | None
    last_day: date | None
    results: dict[str, int]
    rules: dict[str, int]
    options: dict[str, dict[str, int]]
    texts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Extent:
    """How many games of each kind there are, by slug, and the days that bound their dates."""

    games: dict[str, int]
    first_day: date | None
    last_day: date | None


@dataclass(frozen=True, slots=True)
class RecordCounts:
    """What became of all records that were loaded: ``read`` is the sum of the others."""

    read: int
    stored: int
    duplicates: int
    quarantined: int
    deleted: int


@dataclass(frozen=True, slots=True)
class FileSummary:
    """A database's file: its size in bytes, its facts (table ``meta``), its rows.

    Rows are counted by table, and for the view with a row a position. ``indexed`` games are in
    the positions index; ``foreign`` counts those of games that are not installed, by slug.
    """

    bytes: int
    facts: dict[str, str]
    rows: dict[str, int]
    records: RecordCounts
    indexed: int
    foreign: dict[str, int]

    @property
    def lacking(self) -> int:
        """Return how many games are not in the positions index, but could be."""
        return self.rows["games"] - sum(self.foreign.values()) - self.indexed


def summarise_file(database: Database) -> FileSummary:
    """Return the size, facts and numbers of rows of a database.

    Raises:
        StoreError: the database cannot be read.
    """
    indexed_slugs = indexed_games(database.connection)
    foreign = fetch_foreign(database.connection)
    counts = " union all ".join(
        f"select '{table.name}', count(*) from {table.name}"  # noqa: S608 - the schema's names
        for table in (*TABLES, *added_tables(database.connection))
    )
    counts += f" union all select '{POSITION_KEYS.name}', {_POSITIONS} from {MAINLINES.name}"  # noqa: S608
    facts = fetch_rows(database, "select key, value from meta order by key")
    rows = dict(fetch_rows(database, counts))
    (sums,) = fetch_rows(
        database,
        """
        select coalesce(sum(records), 0)::bigint, coalesce(sum(stored), 0)::bigint,
            coalesce(sum(duplicates), 0)::bigint, coalesce(sum(quarantined), 0)::bigint,
            coalesce(sum(deleted), 0)::bigint
        from sources
        """,
    )
    size = database.path.stat().st_size
    indexed = sum(rows[union_table(game).name] for game in indexed_slugs)
    return FileSummary(size, dict(facts), rows, RecordCounts(*sums), indexed, foreign)


def fetch_extent(database: Database) -> Extent:
    """Return how many games a database has of each kind, foreign ones too, and when they were.

    Raises:
        StoreError: the database cannot be read.
    """
    counts = fetch_rows(database, "select game, count(*) from games group by all order by all")
    ((first, last),) = fetch_rows(
        database,
        f"select min({PERIOD_BEGIN}), max({PERIOD_END}) from (select distinct date from games)",  # noqa: S608 - the schema's
    )
    return Extent(dict(counts), first, last)


def summarise_games(database: Database, selection: Selection) -> GamesSummary:
    """Return the selected games in numbers.

    Raises:
        StoreError: the database cannot be read.
    """
    parameters = dict(selection.parameters)
    ((games, unplayed, unrated, plies, shortest, longest),) = fetch_rows(
        database,
        f"""
        select count(*), count(*) filter (not {IS_PLAYED}), count(*) filter ({IS_UNRATED}),
            coalesce(sum(ply_count), 0)::bigint, min(ply_count) filter ({IS_PLAYED}),
            max(ply_count) filter ({IS_PLAYED})
        from {selection.games}
        """,  # noqa: S608 - a selection's SQL
        parameters,
    )
    ((players,),) = fetch_rows(
        database,
        f"""
        select count(distinct player) from game_players
        where game_id in (select game_id from {selection.games})
        """,  # noqa: S608 - a selection's SQL
        parameters,
    )
    ((first, last, undated),) = fetch_rows(
        database,
        f"""
        select min({PERIOD_BEGIN}), max({PERIOD_END}),
            coalesce(sum(games) filter (({PERIOD_BEGIN}) is null), 0)::bigint
        from (select date, count(*) as games from {selection.games} group by date)
        """,  # noqa: S608 - a selection's SQL
        parameters,
    )
    options = {
        tag: _count_by(database, selection, setting_sql(tag))
        for tag in SETTING_TAGS
        if tag not in TEXT_SETTINGS
    }
    texts = {tag: _count_values(database, selection, setting_sql(tag)) for tag in TEXT_SETTINGS}
    results = _count_by(database, selection.played, "result")
    return GamesSummary(
        games,
        unplayed,
        unrated,
        plies,
        shortest,
        longest,
        players,
        undated,
        first,
        last,
        results,
        _count_by(database, selection, "game"),
        options,
        dict(sorted(texts.items())),
    )


def fetch_players_of(database: Database, selection: Selection) -> frozenset[str]:
    """Return the players of the selected games, each by one name.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"""
        select distinct player from game_players
        where game_id in (select game_id from {selection.games})
        """  # noqa: S608 - a selection's SQL
    return frozenset(name for (name,) in fetch_rows(database, query, selection.parameters))


def fetch_texts_of(database: Database, selection: Selection) -> dict[str, frozenset[str]]:
    """Return the different values of the settings that are texts, empty ones left out, by tag.

    Raises:
        StoreError: the database cannot be read.
    """
    found = {}
    for tag in sorted(TEXT_SETTINGS):
        column = f"nullif({setting_sql(tag)}, '')"
        query = (
            f"select distinct {column} as value from {selection.games} where {column} is not null"  # noqa: S608 - a selection's SQL
        )
        rows = fetch_rows(database, query, selection.parameters)
        found[tag] = frozenset(value for (value,) in rows)
    return found


def _count_by(database: Database, selection: Selection, column: str) -> dict[str, int]:
    query = f"""
        from (
            select {column} as value, count(*) from {selection.games}
            where {column} is not null
            group by all
        )
        order by try_cast(value as bigint), value
        """  # noqa: S608 - the schema's names, a selection's SQL
    return dict(fetch_rows(database, query, dict(selection.parameters)))


def _count_values(database: Database, selection: Selection, column: str) -> int:
    """Return how many values a column has, empty ones left out."""
    query = f"select count(distinct nullif({column}, '')) from {selection.games}"  # noqa: S608
    ((count,),) = fetch_rows(database, query, dict(selection.parameters))
    return int(count)
