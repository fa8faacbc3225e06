"""Ask the database for the numbers that statistics are made of; draws no conclusion.

Every function takes an open ``Database`` and returns rows as values. A position is meant by
its canonical key and a game by its slug. What is looked up by key is found through the index
(``index.occurrences``). Where a selection is taken, only its games count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import duckdb

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.index import occurrences
from mentis_records.store.schema import OPTION_COLUMNS
from mentis_records.store.selection import EVERY_GAME, Selection

ResultCounts = dict[str, int]
"""Numbers of games by the text of their result."""


@dataclass(frozen=True, slots=True)
class Totals:
    """How much a collection holds."""

    sources: int
    games: int
    positions: int
    duplicates: int
    quarantined: int


@dataclass(frozen=True, slots=True)
class MoveCount:
    """How often a move was played in a position.

    ``is_plain`` tells whether the position stood as asked for, not as a mirror image of it;
    ``after`` is the canonical key of the position that the move led to.
    """

    after: int
    move_code: int
    is_plain: bool
    played: int


@dataclass(frozen=True, slots=True)
class FirstPly:
    """Results of the games that begin with a move; ``after`` is the canonical key after it."""

    after: int
    move_code: int
    result: str
    games: int


def fetch_totals(database: Database) -> Totals:
    """Return how much the collection holds."""
    rows = _fetch(
        database,
        """
        select (select count(*) from sources), (select count(*) from games),
            (select count(*) from position_keys), (select count(*) from duplicates),
            (select count(*) from quarantine)
        """,
        {},
    )
    return Totals(*rows[0])


def fetch_results(database: Database, game: str, selection: Selection = EVERY_GAME) -> ResultCounts:
    """Return the numbers of games by result."""
    rows = _fetch(
        database,
        f"""
        select result, count(*)
        from {selection.games}
        where game = $game
        group by all
        order by all
        """,  # noqa: S608 - a selection's SQL
        {"game": game, **selection.parameters},
    )
    return dict(rows)


def fetch_option_results(
    database: Database, game: str, option: str, selection: Selection = EVERY_GAME
) -> dict[str, ResultCounts]:
    """Return the numbers of games by an option's value, then by result.

    Raises:
        KeyError: no registered game has an option with this tag.
    """
    column = OPTION_COLUMNS[option]
    rows = _fetch(
        database,
        f"""
        select {column}, result, count(*)
        from {selection.games}
        where game = $game and {column} is not null
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, **selection.parameters},
    )
    return _by_first(rows)


def fetch_length_results(
    database: Database, game: str, width: int, selection: Selection = EVERY_GAME
) -> dict[int, ResultCounts]:
    """Return the numbers of games by band of length, then by result.

    Band 0 holds the games of up to ``width`` plies, band 1 those of up to twice as many.
    """
    rows = _fetch(
        database,
        f"""
        select greatest(ply_count - 1, 0) // $width as band, result, count(*)
        from {selection.games}
        where game = $game
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "width": width, **selection.parameters},
    )
    return _by_first(rows)


def fetch_first_plies(
    database: Database, game: str, starts: Collection[int], selection: Selection = EVERY_GAME
) -> list[FirstPly]:
    """Return the first plies of the games that begin at one of the canonical keys."""
    rows = _fetch(
        database,
        f"""
        select first.key & -8, first.turn >> 3, game.result, count(*)
        from position_keys as first
        join {selection.games} as game on game.game_id = first.game_id
        where first.ply = 1 and game.game = $game
            and game.start_key & -8 in (select unnest($starts::bigint[]))
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "starts": list(starts), **selection.parameters},
    )
    return [FirstPly(*row) for row in rows]


def fetch_moves(
    database: Database, game: str, key: int, canonical_key: int, selection: Selection = EVERY_GAME
) -> list[MoveCount]:
    """Return the moves played in a position and in its mirror images."""
    rows = _fetch(
        database,
        f"""
        select after.key & -8, after.turn >> 3, here.key = $key as is_plain, count(*)
        from {occurrences(database)} as here
        join position_keys as after on after.game_id = here.game_id and after.ply = here.ply + 1
        join {selection.games} as game on game.game_id = here.game_id
        where here.key between $canonical_key and $canonical_key + 7 and game.game = $game
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "key": key, "canonical_key": canonical_key, **selection.parameters},
    )
    return [MoveCount(*row) for row in rows]


def fetch_move_results(
    database: Database, game: str, canonical_key: int, selection: Selection = EVERY_GAME
) -> dict[int, ResultCounts]:
    """Return, by the canonical key after the move, the results of the games that played it.

    A game counts once, however often it played the move.
    """
    rows = _fetch(
        database,
        f"""
        select after.key & -8, game.result, count(distinct game.game_id)
        from {occurrences(database)} as here
        join position_keys as after on after.game_id = here.game_id and after.ply = here.ply + 1
        join {selection.games} as game on game.game_id = here.game_id
        where here.key between $canonical_key and $canonical_key + 7 and game.game = $game
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "canonical_key": canonical_key, **selection.parameters},
    )
    return _by_first(rows)


def fetch_reached(
    database: Database,
    game: str,
    canonical_keys: Collection[int],
    selection: Selection = EVERY_GAME,
) -> dict[int, int]:
    """Return how many times each position came up, as a start too.

    For many positions one pass over all is quicker than to find each in the index.
    """
    rows = _fetch(
        database,
        f"""
        select position.key & -8 as canonical_key, count(*)
        from position_keys as position
        join {selection.games} as game on game.game_id = position.game_id
        where game.game = $game
            and position.key & -8 in (select unnest($keys::bigint[]))
        group by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "keys": list(canonical_keys), **selection.parameters},
    )
    return dict.fromkeys(canonical_keys, 0) | dict(rows)


def fetch_position_results(
    database: Database, game: str, canonical_key: int, selection: Selection = EVERY_GAME
) -> ResultCounts:
    """Return the results of the games in which a position came up, each game once."""
    rows = _fetch(
        database,
        f"""
        select game.result, count(*)
        from {selection.games} as game
        where game.game = $game and game.game_id in (
            select game_id from {occurrences(database)}
            where key between $canonical_key and $canonical_key + 7
        )
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "canonical_key": canonical_key, **selection.parameters},
    )
    return dict(rows)


def fetch_latest_games(
    database: Database, game: str, result: str, limit: int, selection: Selection = EVERY_GAME
) -> list[int]:
    """Return the ids of the games with a result that were stored last, latest first."""
    rows = _fetch(
        database,
        f"""
        select game_id from {selection.games}
        where game = $game and result = $result
        order by game_id desc limit $limit
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "result": result, "limit": limit, **selection.parameters},
    )
    return [game_id for (game_id,) in rows]


def fetch_typical_games(
    database: Database,
    game: str,
    start: int,
    followers: Collection[int],
    selection: Selection = EVERY_GAME,
) -> dict[int, int]:
    """Return for each first move the game with a result whose length is nearest the median.

    Start and positions after the first move are meant by their canonical keys; of games that
    are equally near, the first stored one is taken. A move without such games is left out.
    """
    rows = _fetch(
        database,
        f"""
        with played as (
            select first.key & -8 as after, game.game_id, game.ply_count
            from position_keys as first
            join {selection.games} as game on game.game_id = first.game_id
            where first.ply = 1 and first.key & -8 in (select unnest($followers::bigint[]))
                and game.game = $game and game.start_key & -8 = $start
                and game.result <> '{RESULT_UNKNOWN}'
        ), measured as (
            select *, abs(ply_count - median(ply_count) over (partition by after)) as distance
            from played
        )
        select after, game_id from measured
        qualify row_number() over (partition by after order by distance, game_id) = 1
        order by after
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "start": start, "followers": list(followers), **selection.parameters},
    )
    return dict(rows)


def fetch_longest_game(
    database: Database,
    game: str,
    results: Collection[str],
    selection: Selection = EVERY_GAME,
    *,
    is_shortest: bool = False,
) -> int | None:
    """Return the game with the most, or the fewest, plies among those with some results.

    Of games of one length, the first stored one is taken; None where there is no game.
    """
    rows = _fetch(
        database,
        f"""
        select game_id from {selection.games}
        where game = $game and result in (select unnest($results::varchar[])) and ply_count > 0
        order by ply_count {"asc" if is_shortest else "desc"}, game_id limit 1
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "results": list(results), **selection.parameters},
    )
    return rows[0][0] if rows else None


def _fetch(
    database: Database, query: str, parameters: Mapping[str, object]
) -> list[tuple[Any, ...]]:
    try:
        return database.connection.execute(query, dict(parameters)).fetchall()
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None


def _by_first(rows: list[tuple[Any, ...]]) -> dict[Any, ResultCounts]:
    """Return rows of (group, result, games) by their first value."""
    groups: dict[Any, ResultCounts] = {}
    for group, result, games in rows:
        groups.setdefault(group, {})[result] = games
    return groups
