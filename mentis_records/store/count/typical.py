"""Ask the database for games that stand for others: typical ones, extreme ones.

Every function takes an open ``Database`` and returns numbers of games, the same ones whenever it is
asked: of games that are equally fit it is the one that was stored first. A position is meant by its
canonical key and a game by its slug. Where a selection is taken, only its games count.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.schema import MAINLINES, SETTING_TAGS, setting_sql
from mentis_records.store.schema.nth_ply import nth_plies
from mentis_records.store.schema.record_sql import YEAR
from mentis_records.store.selection import EVERY_GAME, Selection

GROUPS = {
    "result": "result",
    "period": f"{YEAR} // $width * $width",
    "length": "greatest(ply_count - 1, 0) // $width",
    **{tag.lower(): setting_sql(tag) for tag in SETTING_TAGS},
}
"""By what games are grouped: the result, first years of periods, bands of length, options."""

_NEAREST = """
    select place, game_id
    from (
        select *, abs(ply_count - median(ply_count) over (partition by place)) as distance
        from played
    )
    qualify row_number() over (partition by place order by distance, game_id) = 1
    order by place"""


def fetch_typical_by(
    database: Database, game: str, group: str, selection: Selection = EVERY_GAME, *, width: int = 1
) -> dict[Any, int]:
    """Return for each group of games the one with a result whose length is nearest the median.

    Groups without a game with a result are left out.

    Args:
        database: opened for reading.
        game: of which game.
        group: one of ``GROUPS``.
        selection: which games count.
        width: years of a period, or plies of a band; bands begin with 0.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        with played as (
            select {GROUPS[group]} as place, game_id, ply_count
            from {selection.games}
            where game = $game and result <> '{RESULT_UNKNOWN}' and place is not null
                and $width > 0
        )
        {_NEAREST}
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "width": width, **selection.parameters},
    )
    return dict(rows)


def fetch_typical_games(
    database: Database,
    game: str,
    start: int,
    followers: Collection[int],
    selection: Selection = EVERY_GAME,
) -> dict[int, int]:
    """Return for each first move the game with a result whose length is nearest the median.

    Start and positions after the first move are meant by their canonical keys. A move without
    such games is left out.
    """
    rows = fetch_rows(
        database,
        f"""
        with played as (
            select first.key & -8 as place, game.game_id, game.ply_count
            from {nth_plies(1)} as first
            join {selection.games} as game on game.game_id = first.game_id
            where first.key & -8 in (select unnest($followers::bigint[]))
                and game.game = $game and game.start_key & -8 = $start
                and game.result <> '{RESULT_UNKNOWN}'
        )
        {_NEAREST}
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

    It has a ply at least; None where there is no such game.
    """
    rows = fetch_rows(
        database,
        f"""
        select game_id from {selection.games}
        where game = $game and result in (select unnest($results::varchar[])) and ply_count > 0
        order by ply_count {"asc" if is_shortest else "desc"}, game_id limit 1
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "results": list(results), **selection.parameters},
    )
    return rows[0][0] if rows else None


def fetch_richest_games(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> dict[str, tuple[int, int]]:
    """Return for each kind of action the game with the most plies of it, and how many those are.

    Kinds that were never played are left out.
    """
    rows = fetch_rows(
        database,
        f"""
        with counted as (
            select kind, game_id, count(*) as plies
            from (
                select game_id, unnest(turns[2:]) >> 3 as move_code
                from {MAINLINES.name}
                where game_id in (select game_id from {selection.games} where game = $game)
            )
            join (from moves where game = $game) using (move_code)
            group by all
        )
        select kind, arg_max(game_id, (plies, -game_id)), max(plies)
        from counted group by kind order by kind
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, **selection.parameters},
    )
    return {kind: (game_id, plies) for kind, game_id, plies in rows}
