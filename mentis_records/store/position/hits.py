"""Answer which positions match: how many, in which games, at which plies; knows no query.

A match is SQL for columns ``game_id`` and ``ply``, each position once, which others have made,
and the games that it may be about. It is run in a database opened for reading, and all its
values are parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.game_list import bounded, list_columns, selected, sort_key
from mentis_records.store.game_tables import index_views, read_indexed_games
from mentis_records.store.position.game_set import GameSet, count_results, read_last_game
from mentis_records.store.position.index_extent import check_index
from mentis_records.store.position.sequence import Succession, find_succession
from mentis_records.store.schema import MOVE_CODE, feature_table, union_table
from mentis_records.store.selection import Selection

_FETCH_ROWS = 1_000

_FEW_GAMES = 1_000
"""So many games are chosen first, and only then what matches in them is listed."""

MATCHES = "matches"
"""The column with the number of positions of a game that match."""


@dataclass(frozen=True, slots=True)
class Match:
    """SQL for positions of a game's records, its parameters, and which records count.

    ``united``, if it is known, is SQL on the union of a game's positions that tells whether one
    matches: games are then found by it. ``sequence``, if there is one, finds the same positions
    of all games.
    """

    slug: str
    positions: str
    parameters: Mapping[str, object]
    selection: Selection
    united: str = ""
    succession: Succession | None = None

    @property
    def sql(self) -> str:
        """Return the SQL for the positions in the games that are selected."""
        if not self.selection.condition:
            return self.positions
        games = f"select game_id from {self.selection.games}"  # noqa: S608 - a selection's SQL
        return f"select game_id, ply from ({self.positions}) where game_id in ({games})"  # noqa: S608

    @property
    def values(self) -> dict[str, object]:
        """Return the parameters of the SQL."""
        return {**self.parameters, **self.selection.parameters}


@dataclass(frozen=True, slots=True)
class Found:
    """The games in which positions match, and how many positions do."""

    games: GameSet
    positions: int


@dataclass(frozen=True, slots=True)
class MatchCount:
    """How many games and positions match, and how many of the games each side won or drew."""

    games: int
    positions: int
    wins: tuple[int, ...]
    draws: int


def find_games(database: Database, match: Match) -> Found:
    """Return the games in which positions match, without their plies.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not _is_indexed(database, match):
        return Found(GameSet.of_bitstring(b"", database.once(read_last_game)), 0)
    if not match.selection.condition:
        if match.united:
            return _find_united(database, match)
        followed = _find_succession(database, match, match.succession) if match.succession else None
        if followed is not None:
            return followed
    bits, positions = _found_bits(database, match, match.sql)
    return Found(bits, positions)


def _find_succession(database: Database, match: Match, succession: Succession) -> Found | None:
    """Return the games in which positions match by looking at all positions in order.

    Returns:
        None if the rows of the index are not the games'.
    """
    with asking(database):
        database.once(check_index)
        found = find_succession(database, match.slug, succession)
    return found and Found(*found)


def _find_united(database: Database, match: Match) -> Found:
    """Return the games in which positions match by what is true of some position of theirs."""
    last = database.once(read_last_game)
    query = f"""
        select
            (
                select bitstring_agg(game_id, 1, $last)::blob
                from {union_table(match.slug).name} where {match.united}
            ),
            (select count(*) from ({match.sql}))
        """  # noqa: S608 - the schema's name, SQL of a match
    ((bits, positions),) = _rows(database, match, query, {"last": last})
    return Found(GameSet.of_bitstring(bits or b"", last), positions)


def _found_bits(
    database: Database, match: Match, sql: str, values: Mapping[str, object] | None = None
) -> tuple[GameSet, int]:
    """Return the games of some positions, and how many positions there are."""
    last = database.once(read_last_game)
    query = f"select bitstring_agg(game_id, 1, $last)::blob, count(*) from ({sql})"  # noqa: S608
    ((bits, positions),) = _rows(database, match, query, {**(values or {}), "last": last})
    return GameSet.of_bitstring(bits or b"", last), positions


def count_matches(
    database: Database, match: Match, sides: int, found: Found | None = None
) -> MatchCount:
    """Return how many games and positions match.

    Args:
        database: where they are.
        match: which ones.
        sides: how many sides the game has.
        found: what ``find_games`` has found, if that is known.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    found = found or find_games(database, match)
    *wins, draws = count_results(database, found.games, sides)
    return MatchCount(len(found.games), found.positions, tuple(wins), draws)


def list_matches(
    database: Database,
    match: Match,
    order: Sequence[str] = (),
    limit: int | None = None,
    found: Found | None = None,
) -> Iterator[tuple[Any, ...]]:
    """Yield the games that match, with ``list_columns``, the number of plies, and the plies.

    Args:
        database: where they are.
        match: which ones.
        order: names of ``list_columns`` or ``MATCHES``, with ``-`` before a name for the
            greatest first; games equal in all of them are in the order of their numbers.
        limit: how many games at most.
        found: what ``find_games`` has found, if that is known.

    Raises:
        KeyError: a name in ``order`` is no column's.
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not _is_indexed(database, match):
        return
    is_by_matches = any(name.removeprefix("-") == MATCHES for name in order)
    sql, values = match.sql, dict[str, object]()
    if limit is not None and limit <= _FEW_GAMES:
        if is_by_matches:
            chosen = _choose_by_matches(database, match, order, limit)
        else:
            chosen = _choose(database, match, order, limit, found)
        sql, values = _within(match, chosen)
    query = f"""
        select {selected(list_columns(match.slug))}, matches, plies_found
        from games
        join (
            select game_id as found_id, count(*) as matches, list(ply order by ply) as plies_found
            from ({sql}) group by game_id
        ) on found_id = game_id
        order by {_ordered(match, order)}
        limit $limit
        """  # noqa: S608 - the schema's columns, a match's SQL
    yield from _rows(database, match, query, {**values, "limit": bounded(limit)})


def list_positions(
    database: Database,
    match: Match,
    order: Sequence[str] = (),
    limit: int | None = None,
    found: Found | None = None,
) -> Iterator[tuple[int, int, str | None]]:
    """Yield the positions that match: game, ply, and the move that led there.

    Args:
        database: where they are.
        match: which ones.
        order: names of ``list_columns`` as for ``list_matches``; the positions of a game are in
            order of the ply.
        limit: how many positions at most.
        found: what ``find_games`` has found, if that is known.

    Raises:
        KeyError: a name in ``order`` is no column's.
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not _is_indexed(database, match):
        return
    keys = [sort_key(name, list_columns(match.slug)) for name in order]
    places = feature_table(match.slug).name
    sql, values = match.sql, dict[str, object]()
    if limit is not None and limit <= _FEW_GAMES:
        # Every game that was found has a position: no more games than positions are needed.
        sql, values = _within(match, _choose(database, match, order, limit, found))
        places = f"(from {places} where game_id in (select unnest($chosen::integer[])))"
    query = f"""
        select game_id, found.ply, notation
        from ({sql}) as found
        join games using (game_id)
        left join {places} as place on place.game_id = found.game_id and place.ply = found.ply
        left join moves on moves.game = games.game and moves.move_code = place.{MOVE_CODE}
        order by {", ".join([*keys, "game_id", "found.ply"])}
        limit $limit
        """  # noqa: S608 - the schema's columns, a match's SQL
    yield from _rows(database, match, query, {**values, "limit": bounded(limit)})


def _choose(
    database: Database, match: Match, order: Sequence[str], limit: int, found: Found | None
) -> list[int]:
    """Return the first of the games that match, in the order of their columns."""
    games = (found or find_games(database, match)).games
    if not order:
        return games.first(limit)
    query = f"""
        select game_id from games
        where get_bit($found::bit, game_id - 1) = 1
        order by {_ordered(match, order)}
        limit $limit
        """  # noqa: S608 - the schema's columns
    rows = database.connection.execute(query, {"found": games.bitstring, "limit": limit})
    return [game_id for (game_id,) in rows.fetchall()]


def _choose_by_matches(
    database: Database, match: Match, order: Sequence[str], limit: int
) -> list[int]:
    """Return the first of the games that match, in an order that asks how many positions do."""
    query = f"""
        select game_id
        from games
        join (
            select game_id as found_id, count(*) as matches from ({match.sql}) group by game_id
        ) on found_id = game_id
        order by {_ordered(match, order)}
        limit $limit
        """  # noqa: S608 - the schema's columns, a match's SQL
    return [game_id for (game_id,) in _rows(database, match, query, {"limit": limit})]


def _within(match: Match, chosen: Sequence[int]) -> tuple[str, dict[str, object]]:
    """Return the SQL for the positions that match in some games, with its further parameter.

    It sees no other games' features: sequences would be looked for in all of them.
    """
    games = "select unnest($chosen::integer[])"
    views = index_views(match.slug)
    tables = [feature_table(match.slug).name, *(view.name for view in views)]
    fewer = [f"{table} as (from main.{table} where game_id in ({games}))" for table in tables]
    sql = f"""
        with {", ".join(fewer)}
        select game_id, ply from ({match.sql}) where game_id in ({games})
        """  # noqa: S608 - the schema's name, a match's SQL
    return sql, {"chosen": list(chosen)}


def _ordered(match: Match, order: Sequence[str]) -> str:
    keys = [
        f"matches {'desc' if name.startswith('-') else 'asc'}"
        if name.removeprefix("-") == MATCHES
        else sort_key(name, list_columns(match.slug))
        for name in order
    ]
    return ", ".join([*keys, "game_id"])


def fetch_plies(database: Database, match: Match, game_ids: Sequence[int]) -> dict[int, set[int]]:
    """Return the plies that match in some games, by game.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not _is_indexed(database, match):
        return {}
    sql, values = _within(match, game_ids)
    query = f"select game_id, list(ply) from ({sql}) group by game_id"  # noqa: S608
    found = _rows(database, match, query, values)
    return {game_id: set(plies) for game_id, plies in found}


def fetch_sources(database: Database, game_ids: Sequence[int]) -> dict[int, str]:
    """Return the name of the source that each of some games was stored from.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = database.connection.execute(
        """
        select game_id, name from games join sources using (source_id)
        where game_id in (select unnest($wanted::integer[]))
        """,
        {"wanted": list(game_ids)},
    ).fetchall()
    return dict(rows)


def fetch_games(database: Database, match: Match) -> list[int]:
    """Return the numbers of the games that a match may be about, in order.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"select game_id from {match.selection.games} where game = $slug order by 1"  # noqa: S608
    parameters = {"slug": match.slug, **match.selection.parameters}
    with asking(database):
        rows = database.connection.execute(query, parameters).fetchall()
    return [game_id for (game_id,) in rows]


def explain_match(database: Database, match: Match) -> str:
    """Return the plan by which the database finds the positions.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not _is_indexed(database, match):
        raise StoreError(f"{database.path}: none of its games are played by these rules")
    row = next(_rows(database, match, f"explain {match.sql}", {}))
    return str(row[1])


def _is_indexed(database: Database, match: Match) -> bool:
    """Tell whether the game of a match has an index; without one, none of its records is there.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    with asking(database):
        database.once(check_index)
        return match.slug in database.once(read_indexed_games)


def _rows(
    database: Database, match: Match, query: str, parameters: Mapping[str, object]
) -> Iterator[tuple[Any, ...]]:
    if database.is_writable:
        raise StoreError(f"{database.path}: queries run in a database opened for reading")
    cursor = database.cursor()
    try:
        database.once(check_index)
        cursor.execute(query, {**match.values, **parameters})
        while rows := cursor.fetchmany(_FETCH_ROWS):
            yield from rows
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    finally:
        cursor.close()
