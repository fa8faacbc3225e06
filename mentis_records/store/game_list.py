"""List games a page at a time, sorted; knows the columns, but no record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from mentis_records.store.database import Database, asking
from mentis_records.store.game_tables import resolve_names
from mentis_records.store.schema import (
    ELO_COLUMNS,
    PLAYER_COLUMNS,
    own_names,
    setting_sql,
    setting_tags,
)
from mentis_records.store.schema.record_sql import IS_DATED, folded_sql
from mentis_records.store.selection import Selection
from mentis_records.store.statement_rows import Result


@cache
def list_columns(game: str | None) -> Mapping[str, str]:
    """Return what is listed of a game of a kind, each with its SQL; None stands for several kinds.

    The names are those that the game has for its sides and settings.
    """
    names = {} if game is None else own_names(game)
    players = {names.get(column, column): column for column in PLAYER_COLUMNS}
    ratings = {names.get(column, column): column for column in ELO_COLUMNS}
    if game is None:
        rules, settings = {"rules": "game"}, {"settings": "settings"}
    else:
        rules, settings = {}, {tag.lower(): setting_sql(tag) for tag in setting_tags(game)}
    return {
        "game": "game_id",
        **rules,
        "date": "date",
        **players,
        "result": "result",
        "termination": "termination",
        "plies": "ply_count",
        "event": "event",
        "site": "site",
        "round": "round",
        **settings,
        **ratings,
        "source": "(select name from sources where sources.source_id = games.source_id)",
    }


_NAMED = {*PLAYER_COLUMNS, "event", "site", "round"}
"""Columns in which ``?``, ``-``, ``*`` and nothing stand for what is not known."""


@cache
def known_columns(game: str | None) -> Mapping[str, str]:
    """Return ``list_columns``, null where what a record says is that it is not known.

    So are dates whose year is not known, or that no calendar has.
    """

    def known(sql: str) -> str:
        if sql == "date":
            return f"case when {IS_DATED} then date end"
        return f"case when trim({sql}) not in ('', '?', '-', '*') then {sql} end"

    found = list_columns(game)
    return {
        name: known(sql) if sql in _NAMED or sql == "date" else sql for name, sql in found.items()
    }


_ROUND = """
    case when round not in ('', '-', '?', '*') then list_transform(
        regexp_extract_all(lower(round), '[0-9]+|[^0-9]+'),
        lambda part: case when part similar to '[0-9]+'
            then '0' || lpad(len(ltrim(part, '0'))::varchar, 9, '0') || ltrim(part, '0')
            else '1' || part end
    ) end"""
"""SQL to sort rounds: their numbers as numbers, before words; null of what names none."""

ORDERS = {"date": f"case when {IS_DATED} then date end", "round": _ROUND}
"""SQL to sort by where it is not the column itself."""

_PLAYER = re.compile(rf"\b(?:{'|'.join(PLAYER_COLUMNS)})\b")

_MOST_ROWS = (1 << 63) - 1


def count_games(database: Database, selection: Selection) -> int:
    """Return how many games are selected.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"select count(*) from {selection.games}"  # noqa: S608 - a selection's SQL
    ((count,),) = _run(database, query, selection.parameters)
    return int(count)


def list_games(
    database: Database,
    selection: Selection,
    columns: Mapping[str, str],
    order: Sequence[str] = (),
    limit: int | None = None,
    offset: int = 0,
) -> Result:
    """Return the selected games with the values of their columns, fetched as they are taken.

    Args:
        database: where they are.
        selection: which ones.
        columns: ``list_columns`` of their kind.
        order: names of columns, with ``-`` before a name for the greatest first; games equal
            in all of them are in the order of their numbers; values that lack are last, and so
            are dates whose year is not known or that no calendar has. Rounds are in the order of
            the numbers in them: 1.2 before 1.10 before 2.
        limit: how many at most.
        offset: how many to leave out before.

    Raises:
        KeyError: a name in ``order`` is no column's.
        StoreError: the database cannot be read.
    """
    columns, merged = _with_players(database, columns)
    keys = [sort_key(name, columns) for name in order]
    query = f"""
        select {selected(columns)}
        from {selection.games} as games
        order by {", ".join([*keys, "game_id"])}
        limit $limit offset $offset
        """  # noqa: S608 - the schema's columns, a selection's SQL
    page = {"limit": bounded(limit), "offset": bounded(offset)}
    return _run(database, query, {**selection.parameters, **merged, **page})


def fetch_neighbours(
    database: Database,
    selection: Selection,
    columns: Mapping[str, str],
    order: Sequence[str],
    game_id: int,
) -> tuple[int | None, int | None]:
    """Return the numbers of the games before and after one in the list (``list_games``).

    Of a game that is not selected both are None.

    Raises:
        KeyError: a name in ``order`` is no column's.
        StoreError: the database cannot be read.
    """
    columns, merged = _with_players(database, columns)
    keys = ", ".join([*(sort_key(name, columns) for name in order), "game_id"])
    by_number = f"""
        select max(game_id) filter (where game_id < $game_id),
            min(game_id) filter (where game_id > $game_id)
        from {selection.games} having count(*) filter (where game_id = $game_id) > 0
        """  # noqa: S608 - a selection's SQL
    sorted_so = f"""
        select before, after from (
            select game_id, lag(game_id) over list as before, lead(game_id) over list as after
            from {selection.games} as games
            window list as (order by {keys})
        ) where game_id = $game_id
        """  # noqa: S608 - the schema's columns, a selection's SQL
    query = sorted_so if order else by_number
    given = {**selection.parameters, **(merged if order else {}), "game_id": game_id}
    rows = list(_run(database, query, given))
    return (rows[0][0], rows[0][1]) if rows else (None, None)


def _with_players(
    database: Database, columns: Mapping[str, str]
) -> tuple[Mapping[str, str], dict[str, object]]:
    """Return columns with the players that merged names stand for, and their parameters."""
    with asking(database) as connection:
        players = resolve_names(connection)
    if not players or not any(_PLAYER.search(sql) for sql in columns.values()):
        return columns, {}

    def player(found: re.Match[str]) -> str:
        known = f"map_extract(map($names::varchar[], $players::varchar[]), {folded_sql(found[0])})"
        return f"coalesce({known}[1], {found[0]})"

    merged = {name: _PLAYER.sub(player, sql) for name, sql in columns.items()}
    return merged, {"names": list(players), "players": list(players.values())}


def bounded(rows: int | None) -> int | None:
    """Return a number of rows, or one that the engine takes and no answer has."""
    return None if rows is None else min(rows, _MOST_ROWS)


def selected(columns: Mapping[str, str]) -> str:
    """Return SQL for columns with their names."""
    return ", ".join(f'{sql} as "{name}"' for name, sql in columns.items())


def sort_key(name: str, columns: Mapping[str, str]) -> str:
    """Return the SQL to sort by a column, with ``-`` before its name for the greatest first.

    Raises:
        KeyError: there is no such column.
    """
    column = columns[name.removeprefix("-")]
    return f"{ORDERS.get(column, column)} {'desc' if name.startswith('-') else 'asc'} nulls last"


def _run(database: Database, query: str, parameters: Mapping[str, object]) -> Result:
    cursor = database.cursor()
    with asking(database):
        return Result(cursor, query, parameters)
