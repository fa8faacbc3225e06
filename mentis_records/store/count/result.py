"""Ask the database for the numbers that statistics are made of; draws no conclusion.

Every function takes an open ``Database`` and returns rows as values. A position is meant by
its canonical key and a game by its slug. Where a selection is taken, only its games count.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.position.move_code import check_codes
from mentis_records.store.schema import setting_sql, setting_tags
from mentis_records.store.schema.nth_ply import nth_plies
from mentis_records.store.schema.record_sql import YEAR
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
class ClusterCount:
    """How many clusters of games have so many games won by the first side, drawn, and lost.

    Those that are not known are games of which it is not said to what cluster they belong, each
    for itself.
    """

    first: int
    draws: int
    second: int
    is_known: bool
    clusters: int


@dataclass(frozen=True, slots=True)
class FirstPly:
    """Results of the games that begin with a move; ``after`` is the canonical key after it."""

    after: int
    move_code: int
    result: str
    games: int


def fetch_totals(database: Database) -> Totals:
    """Return how much the collection holds."""
    rows = fetch_rows(
        database,
        """
        select (select count(*) from sources), (select count(*) from games),
            (select coalesce(sum(len(keys)), 0)::bigint from mainlines),
            (select count(*) from duplicates), (select count(*) from quarantine)
        """,
        {},
    )
    return Totals(*rows[0])


def fetch_results(database: Database, game: str, selection: Selection = EVERY_GAME) -> ResultCounts:
    """Return the numbers of games by result."""
    rows = fetch_rows(
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
        KeyError: the game has no setting with this tag.
    """
    if option not in setting_tags(game):
        raise KeyError(option)
    column = setting_sql(option)
    rows = fetch_rows(
        database,
        f"""
        from (
            select {column} as value, result, count(*) from {selection.games}
            where game = $game and {column} is not null
            group by all
        )
        order by try_cast(value as bigint), value, result
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, **selection.parameters},
    )
    return _by_first(rows)


def select_option(option: str, value: str) -> Selection:
    """Return the selection of the games in which an option has a value."""
    return Selection(
        f"{setting_sql(option)} = $selected_0", {"selected_0": value}, f"{option} {value}"
    )


def fetch_length_results(
    database: Database, game: str, width: int, selection: Selection = EVERY_GAME
) -> dict[int, ResultCounts]:
    """Return the numbers of games by band of length, then by result.

    Band 0 holds the games of no ply, band 1 those of up to ``width`` plies, band 2 those of up to
    twice as many.
    """
    rows = fetch_rows(
        database,
        f"""
        select (ply_count + $width - 1) // $width as band, result, count(*)
        from {selection.games}
        where game = $game
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "width": width, **selection.parameters},
    )
    return _by_first(rows)


def fetch_year_results(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> dict[int, ResultCounts]:
    """Return the numbers of games by year, then by result; without those of no known year."""
    rows = fetch_rows(
        database,
        f"""
        select year, result, count(*)
        from (
            select {YEAR} as year, result from {selection.games} where game = $game
        )
        where year is not null
        group by all
        order by all
        """,  # noqa: S608 - SQL from above, a selection's SQL
        {"game": game, **selection.parameters},
    )
    return _by_first(rows)


def fetch_pairings(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> list[ClusterCount]:
    """Return how many pairs of players have the same counts of results among themselves.

    It does not matter who had which side, and aliases are one player. The pair of a game whose
    players are not both known is not known.
    """
    pairs = """
        select game_id, [min(player), max(player)] as cluster
        from game_players group by game_id having count(*) = 2"""
    return _count_clusters(database, game, selection, pairs)


def fetch_events(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> list[ClusterCount]:
    """Return how many events have the same counts of results.

    An event is known by its name.
    """
    events = "select game_id, event as cluster from games where event not in ('', '?', '-')"
    return _count_clusters(database, game, selection, events)


def _count_clusters(
    database: Database, game: str, selection: Selection, members: str
) -> list[ClusterCount]:
    """Count clusters by their results; ``members`` is SQL for games with the cluster of each."""
    results = {"first": RESULT_FIRST, "draws": RESULT_DRAW, "second": RESULT_SECOND}
    counts = ", ".join(
        f"count(*) filter (result = '{result}') as {name}" for name, result in results.items()
    )
    rows = fetch_rows(
        database,
        f"""
        with members as ({members})
        select first, draws, second, is_known, count(*)
        from (
            select {counts}, any_value(cluster) is not null as is_known
            from {selection.games} as game left join members using (game_id)
            where game.game = $game
            group by cluster, case when cluster is null then game_id end
        )
        group by all
        order by all
        """,  # noqa: S608 - SQL from above, a selection's SQL
        {"game": game, **selection.parameters},
    )
    return [ClusterCount(*row) for row in rows]


def fetch_first_plies(
    database: Database, game: str, starts: Collection[int], selection: Selection = EVERY_GAME
) -> list[FirstPly]:
    """Return the first plies of the games that begin at one of the canonical keys.

    Raises:
        StoreError: the database cannot be read, or a mainline lacks plies or has what is no
            move.
    """
    rows = fetch_rows(
        database,
        f"""
        select first.key & -8, first.turn >> 3, game.result, count(*)
        from {nth_plies(1)} as first
        join {selection.games} as game on game.game_id = first.game_id
        where game.game = $game
            and game.start_key & -8 in (select unnest($starts::bigint[]))
        group by all
        order by all
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "starts": list(starts), **selection.parameters},
    )
    check_codes(game, [None if None in row else row[1] for row in rows])
    return [FirstPly(*row) for row in rows]


def fetch_latest_games(
    database: Database, game: str, result: str, limit: int, selection: Selection = EVERY_GAME
) -> list[int]:
    """Return the ids of the games with a result that were stored last, latest first."""
    rows = fetch_rows(
        database,
        f"""
        select game_id from {selection.games}
        where game = $game and result = $result
        order by game_id desc limit $limit
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game, "result": result, "limit": limit, **selection.parameters},
    )
    return [game_id for (game_id,) in rows]


def _by_first(rows: list[tuple[Any, ...]]) -> dict[Any, ResultCounts]:
    """Return rows of (group, result, games) by their first value."""
    groups: dict[Any, ResultCounts] = {}
    for group, result, games in rows:
        groups.setdefault(group, {})[result] = games
    return groups
