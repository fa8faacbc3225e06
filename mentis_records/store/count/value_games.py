"""Ask the database how many of the selected games say each value of something; most first."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.game_list import bounded
from mentis_records.store.schema import NOBODY, PLAYER_COLUMNS
from mentis_records.store.schema.record_sql import folded_sql
from mentis_records.store.schema.views import RESOLVED
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class ValueGames:
    """Values with the numbers of games, ``different`` of them in all; ``unsaid`` games say none."""

    values: Sequence[tuple[str, int]]
    different: int
    unsaid: int


def fetch_value_games(
    database: Database,
    column: str,
    selection: Selection = EVERY_GAME,
    limit: int | None = None,
    offset: int = 0,
    order: str = "games desc",
    *,
    is_text: bool = False,
) -> ValueGames:
    """Return the values of a column, those of most games first.

    Args:
        database: where they are.
        column: SQL on ``games``.
        selection: which games count.
        limit: how many values at most.
        offset: how many to leave out before.
        order: SQL on ``value`` and ``games`` to sort by.
        is_text: whether values are one if they are compared as one (``folded``).

    Raises:
        StoreError: the database cannot be read.
    """
    value = folded_sql("written") if is_text else "written"
    counts = f"""
        select {value} as value, sum(games)::bigint as games
        from (
            select ({column})::varchar as written, count(*) as games
            from {selection.games} group by all
        )
        group by all
        """  # noqa: S608 - the schema's column, a selection's SQL
    return _fetch(database, counts, selection, limit, offset, order)


def fetch_player_games(
    database: Database,
    columns: Sequence[str] = PLAYER_COLUMNS,
    selection: Selection = EVERY_GAME,
    limit: int | None = None,
    offset: int = 0,
) -> ValueGames:
    """Return the players, by the name that stands for all of theirs.

    Args:
        database: where they are.
        columns: the columns of players that count.
        selection: which games count.
        limit: how many players at most.
        offset: how many to leave out before.

    Raises:
        StoreError: the database cannot be read.
    """
    names = ", ".join(columns)
    folded = ", ".join(map(folded_sql, columns))
    counts = f"""
        with recursive resolved as ({RESOLVED}),
        seats as (
            select row_number() over () as row, games, unnest(list_distinct([{folded}])) as name
            from (select {names}, count(*) as games from {selection.games} group by all)
        ),
        named as (
            select distinct row, games,
                case when lower(seats.name) in {NOBODY} then null
                    else coalesce(resolved.player, seats.name) end as value
            from seats left join resolved on resolved.name = seats.name
        ),
        known as (select row, max(value) is not null as is_known from named group by row)
        select value, sum(games)::bigint as games from named join known using (row)
        where value is not null or not is_known
        group by all
        """  # noqa: S608 - the schema's columns, a selection's SQL
    return _fetch(database, counts, selection, limit, offset, "games desc")


def _fetch(
    database: Database,
    counts: str,
    selection: Selection,
    limit: int | None,
    offset: int,
    order: str,
) -> ValueGames:
    rows = fetch_rows(
        database,
        f"""
        with counts as materialized ({counts}),
        chosen as (
            from counts where value is not null
            order by {order}, value limit $limit offset $offset
        )
        select false as is_sum, count(value)::varchar as value,
            coalesce(sum(games) filter (value is null), 0)::bigint as games
        from counts
        union all
        select true, value, games from chosen
        order by is_sum, {order}, value
        """,  # noqa: S608 - SQL from above
        {**selection.parameters, "limit": bounded(limit), "offset": bounded(offset)},
    )
    (_, different, unsaid), *values = rows
    return ValueGames([(value, games) for _, value, games in values], int(different), unsaid)
