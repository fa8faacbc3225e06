"""What a database has of each game by itself: its sides, its views, the tables of its index.

They are made when they are first needed, so that a game can be registered at any time, and so are
the tables of evaluations, edits and verdicts.
"""

from __future__ import annotations

import re

import duckdb

from mentis_records.games import DEFAULT_GAME
from mentis_records.store.database import Database, asking
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    EDITS,
    EVALUATIONS,
    FEATURES,
    IS_INSTALLED,
    MATCH_GAMES,
    POSITIONS_BY_KEY,
    SIDES,
    TABLES,
    VERDICTS,
    Table,
    View,
    describe_table,
    describe_view,
    excerpt_view,
    games_view,
    index_tables,
    make_table,
    make_view,
    matches_view,
    positions_view,
)
from mentis_records.store.schema.views import RESOLVED

_ADDED = (EVALUATIONS, EDITS, VERDICTS)
"""The tables that are made when they are first written, but for those of the index."""


def declare_game(connection: duckdb.DuckDBPyConnection, game: str) -> None:
    """Enter a game's sides and the version of its rules, and make its views, unless they are there.

    Args:
        connection: within the caller's transaction.
        game: the slug of a registered game.
    """
    if game in declared_games(connection):
        return
    description = DESCRIPTION_OF[game]
    for side, name in enumerate(description.sides):
        connection.execute(f"insert into {SIDES.name} values (?, ?, ?)", [game, side, name])  # noqa: S608 - the schema's name
    connection.execute(
        "insert into meta values (?, ?) on conflict do nothing",
        [f"rules_version.{game}", description.rules_version],
    )
    for view in record_views(game):
        _make_view(connection, view)


def declared_games(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Return the registered games whose sides the database knows."""
    rows = connection.execute(f"select distinct game from {SIDES.name}").fetchall()  # noqa: S608 - the schema's name
    return frozenset(game for (game,) in rows if game in DESCRIPTION_OF)


def make_index_tables(connection: duckdb.DuckDBPyConnection, game: str) -> None:
    """Make the tables and views of a game's index, which is not there yet."""
    for table in index_tables(game):
        connection.execute(make_table(table))
        for statement in describe_table(table):
            connection.execute(statement)
    for view in index_views(game):
        _make_view(connection, view)


def drop_index_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the tables and views of all games' indexes, whatever they are (``own_index_tables``)."""
    tables = own_index_tables(connection)
    own = _own_prefixes(connection)
    views = connection.execute("select view_name, sql from duckdb_views() where not internal")
    for name, sql in views.fetchall():
        if name.startswith(own) and not set(tables).isdisjoint(re.findall(r"\w+", sql)):
            connection.execute(f'drop view "{name}"')
    for name in tables:
        connection.execute(f'drop table "{name}"')


def own_index_tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of the tables that games' indexes have by themselves, as the file has them.

    Among them are those of games that are not installed, and of an excerpt that a game has no more.
    Tables without a comment are somebody else's.
    """
    own = _own_prefixes(connection)
    rows = connection.execute(
        """
        select table_name from duckdb_tables()
        where not internal and not temporary and comment is not null order by 1
        """
    ).fetchall()
    common = {table.name for table in TABLES}
    return [name for (name,) in rows if name.startswith(own) and name not in common]


def _own_prefixes(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Return what the names of games' own tables and views begin with."""
    rows = connection.execute(f"select distinct game from {SIDES.name} where game is not null")  # noqa: S608 - the schema's name
    return tuple(f"{game}_" for game in {*DESCRIPTION_OF, *(game for (game,) in rows.fetchall())})


def record_views(game: str) -> tuple[View, ...]:
    """Return the views of a game's records, and of its matches if it has some."""
    if game not in MATCH_GAMES:
        return (games_view(game),)
    return (games_view(game), matches_view(game))


def index_views(game: str) -> tuple[View, ...]:
    """Return the views of a game's index."""
    if DESCRIPTION_OF[game].excerpt is None:
        return (positions_view(game),)
    return (positions_view(game), excerpt_view(game))


def indexed_games(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Return the registered games that have an index, in the order of the registry."""
    rows = connection.execute(
        """
        select table_name from duckdb_tables() where not internal
        union all
        select view_name from duckdb_views() where not internal
        """
    )
    names = {name for (name,) in rows.fetchall()}
    return tuple(game for game in DESCRIPTION_OF if f"{game}{FEATURES}" in names)


def read_indexed_games(database: Database) -> tuple[str, ...]:
    """Return the same of an open database (``Database.once``)."""
    return indexed_games(database.connection)


def stored_games(database: Database) -> tuple[str, ...]:
    """Return the slugs of the registered games that the records are of.

    Raises:
        StoreError: the database cannot be read.
    """
    query = "select distinct game from games where game is not null order by all"
    with asking(database):
        rows = database.connection.execute(query).fetchall()
    return tuple(game for (game,) in rows if game in DESCRIPTION_OF)


def fetch_foreign(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return how many records are of games that are not installed, by their slugs."""
    query = (
        f"select game, count(*) from games where not ({IS_INSTALLED}) group by game order by game"  # noqa: S608 - the schema's
    )
    return dict(connection.execute(query).fetchall())


def sole_game(database: Database) -> str | None:
    """Return the game of all records, or None of several; of none it is the default one.

    Raises:
        StoreError: the database cannot be read.
    """
    stored = database.once(stored_games) or (DEFAULT_GAME,)
    return stored[0] if len(stored) == 1 else None


def all_index_tables(connection: duckdb.DuckDBPyConnection) -> tuple[Table, ...]:
    """Return the tables of the index that are there: of all games together, then of each."""
    own = (table for game in indexed_games(connection) for table in index_tables(game))
    return (POSITIONS_BY_KEY, *own)


def added_tables(connection: duckdb.DuckDBPyConnection) -> tuple[Table, ...]:
    """Return the tables that are there of those that are made when they are first written."""
    own = (table for game in indexed_games(connection) for table in index_tables(game))
    common = (table for table in _ADDED if has_table(connection, table))
    return (*own, *common)


def has_table(connection: duckdb.DuckDBPyConnection, table: Table) -> bool:
    """Tell whether a table is there; one without a comment is somebody else's."""
    found = connection.execute(
        """
        select 1 from duckdb_tables()
        where table_name = $name and not internal and not temporary and comment is not null
        """,
        {"name": table.name},
    ).fetchone()
    return found is not None


def make_added(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
    """Make a table within the caller's transaction, unless it is there."""
    if has_table(connection, table):
        return
    connection.execute(make_table(table))
    for statement in describe_table(table):
        connection.execute(statement)


def has_evaluations(connection: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether there is a table of evaluations."""
    return has_table(connection, EVALUATIONS)


def make_evaluations(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the table of evaluations within the caller's transaction, unless it is there."""
    make_added(connection, EVALUATIONS)


def own_views(connection: duckdb.DuckDBPyConnection) -> list[View]:
    """Return the views that the database has, or should have, of each of its games by itself."""
    views = [view for game in sorted(declared_games(connection)) for view in record_views(game)]
    return [*views, *(view for game in indexed_games(connection) for view in index_views(game))]


def _make_view(connection: duckdb.DuckDBPyConnection, view: View) -> None:
    connection.execute(make_view(view))
    for statement in describe_view(view):
        connection.execute(statement)


def resolve_names(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the player that each merged name stands for."""
    rows = connection.execute(f"with recursive resolved as ({RESOLVED}) from resolved").fetchall()
    return dict(rows)
