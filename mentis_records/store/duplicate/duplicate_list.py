"""What the collection knows of duplicates: those merged, and those that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking
from mentis_records.store.game_tables import has_table
from mentis_records.store.identity import UNKNOWN, contradictions, is_one_occasion, occasion_of
from mentis_records.store.row.record_row import stored_tags
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    IS_INSTALLED,
    PLAYER_COLUMNS,
    SHARED_COLUMNS,
    VERDICTS,
)
from mentis_records.store.schema.record_sql import folded_sql
from mentis_records.store.schema.views import RESOLVED
from mentis_records.store.selection import EVERY_GAME, Selection, select_ids


@dataclass(frozen=True, slots=True)
class Likeness:
    """A record that is like a kept game.

    ``kind`` is exact or prefix for one that is merged with the game, near for a game that is
    kept, too, under ``other_id``: same plies, but the tags contradict, or only one of both names
    players; ``differences`` says in which tags. One of them is ``plies`` if the other game has only
    the first plies of this one, or none. ``source`` and ``index`` tell where the record stands.
    """

    kind: str
    game_id: int
    game_source: str
    other_id: int | None
    source: str
    index: int
    ply_count: int
    differences: str


def fetch_merged(database: Database, selection: Selection = EVERY_GAME) -> list[Likeness]:
    """Return the records that are no games because a selected game has their plies.

    Raises:
        StoreError: the database cannot be read.
    """
    return _fetch(
        database,
        f"""
        select case when found.ply_count < game.ply_count then 'prefix' else 'exact' end,
            game_id, coalesce(kept.name, '?'), null, coalesce(source.name, '?'),
            found.source_index, found.ply_count, ''
        from duplicates as found
        join {selection.games} as game using (game_id)
        left join sources as kept on kept.source_id = game.source_id
        left join sources as source on source.source_id = found.source_id
        order by game_id, found.source_id, found.source_index
        """,  # noqa: S608 - a selection's SQL
        selection,
    )


_OCCASION = (*PLAYER_COLUMNS, "event", "round", "date")
_KNOWN = ", ".join(
    f"case when {folded_sql(name)} in (select unnest($unknown::varchar[])) then null"
    f" else {folded_sql(name)} end as {name}"
    for name in _OCCASION
)
_FACTS = f"""
    resolved as ({RESOLVED}),
    known as (
        select game_id, game, start_key, settings, result, ply_count, {_KNOWN}
        from games where {IS_INSTALLED}
    ),
    facts as (
        select known.* replace (
            coalesce(first.player, first_player) as first_player,
            coalesce(second.player, second_player) as second_player
        )
        from known
        left join resolved as first on first.name = first_player
        left join resolved as second on second.name = second_player
    )
    """  # noqa: S608 - column names of the schema
"""SQL: games with what is known of the occasion, and the players that merged names stand for."""

_PARTS = f"""
    unfinished as (
        select facts.*, keys[ply_count + 1] as key
        from facts join mainlines using (game_id) where result = '*' and ply_count > 0
    ),
    passed as (
        select facts.*, ply, keys[ply + 1] as key
        from facts
        join mainlines using (game_id)
        join (select distinct ply_count as ply from unfinished) as plies on ply < ply_count
    ),
    pairs as (
        select passed.game_id, other.game_id as other_id
        from unfinished as other
        join passed using (game, start_key, settings, key, {", ".join(PLAYER_COLUMNS)})
        where passed.ply = other.ply_count and {
    " and ".join(
        f"coalesce(passed.{name} = other.{name}, true)" for name in ("event", "round", "date")
    )
}
        union
        select whole.game_id, other.game_id
        from facts as other
        join facts as whole using (game, event, round, {", ".join(PLAYER_COLUMNS)})
        where other.ply_count = 0 and whole.ply_count > 0
    )
    """  # noqa: S608 - column names of the schema
"""SQL: games, each with one that may be its beginning; joins leave out what is not known."""

_SAME_PLAYERS = " and ".join(
    f"one.{column} is not distinct from another.{column}" for column in PLAYER_COLUMNS
)


def fetch_near(
    database: Database, selection: Selection = EVERY_GAME, is_judged: bool = False
) -> list[Likeness]:
    """Return the games that have the plies of an earlier one, but are kept apart.

    They contradict it, or only one of them names players, or they were told apart before they said
    the same. One of the two is selected. Games without a ply have the same players, too. Then come
    the games that may be the beginning of another one of the same known players: an unfinished one
    with its first plies, and one without a ply of the same event and round.

    Args:
        database: where they are.
        selection: which games.
        is_judged: whether pairs of which people have said that both are kept are among them.

    Raises:
        StoreError: the database cannot be read.
    """
    content = ("content_key", "game", "start_key", "ply_count", "settings")
    same = " and ".join(f"other.{column} is not distinct from game.{column}" for column in content)
    query = f"""
        with recursive selected as (select game_id from {selection.games}),
        {_FACTS},
        bare as (from facts where ply_count = 0),
        crowds as (
            select content_key from games where {IS_INSTALLED}
            group by content_key having count(*) > 1
        ),
        crowded as (
            select *, games as row, first_value(game_id) over (
                partition by {", ".join(content)} order by game_id
            ) as first_id
            from games semi join crowds using (content_key) where {IS_INSTALLED}
        )
        select game.row, other.row, coalesce(kept.name, '?'), coalesce(source.name, '?')
        from crowded as other
        join crowded as game on game.game_id = other.first_id and {same}
        left join bare as one on one.game_id = game.game_id
        left join bare as another on another.game_id = other.game_id
        left join sources as kept on kept.source_id = game.source_id
        left join sources as source on source.source_id = other.source_id
        where other.game_id > game.game_id
            and (game.ply_count > 0 or {_SAME_PLAYERS})
            and {"true" if is_judged else _not_judged(database)}
            and (game.game_id in (from selected) or other.game_id in (from selected))
        order by game.game_id, other.game_id
        """  # noqa: S608 - column names of the schema, a selection's SQL
    parts = f"""
        with recursive selected as (select game_id from {selection.games}),
        {_FACTS},
        {_PARTS},
        records as (select *, games as row from games)
        select game.row, other.row, coalesce(kept.name, '?'), coalesce(source.name, '?')
        from pairs
        join records as game on game.game_id = pairs.game_id
        join records as other on other.game_id = pairs.other_id
        left join sources as kept on kept.source_id = game.source_id
        left join sources as source on source.source_id = other.source_id
        where {"true" if is_judged else _not_judged(database)}
            and (game.game_id in (from selected) or other.game_id in (from selected))
        order by game.game_id, other.game_id
        """  # noqa: S608 - column names of the schema, a selection's SQL
    unknown = {"unknown": sorted(UNKNOWN)}
    return [
        Likeness(
            "near",
            game["game_id"],
            kept,
            other["game_id"],
            source,
            other["source_index"],
            other["ply_count"],
            " ".join(["plies"] * is_part + _differences(game, other)),
        )
        for is_part, found in (
            (False, _fetch_rows(database, query, selection, unknown)),
            (True, _fetch_rows(database, parts, selection, unknown)),
        )
        for game, other, kept, source in found
    ]


def fetch_namesake_pairs(database: Database) -> list[Likeness]:
    """Return the near pairs that differ only in names of merged players.

    Raises:
        StoreError: the database cannot be read.
    """
    near = fetch_near(database)
    ids = sorted({number for each in near for number in (each.game_id, each.other_id or 0)})
    with asking(database) as connection:
        rows = connection.execute(
            """
            select game_id, lower(side), player from game_players
            where game_id in (select unnest($ids::integer[]))
            """,
            {"ids": ids},
        ).fetchall()
    players: dict[int, dict[str, str]] = {number: {} for number in ids}
    for number, side, player in rows:
        players[number][side] = player

    def differs_in_names(each: Likeness) -> bool:
        tags = set(each.differences.split())
        return tags - {"plies"} <= players[each.game_id].keys() and tags != {"plies"}

    return [
        each
        for each in near
        if players[each.game_id]
        and players[each.game_id] == players[each.other_id or 0]
        and differs_in_names(each)
    ]


def fetch_same(database: Database, game_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of games, the earlier first, that are kept apart and say the same.

    One of the two has one of some numbers.

    Raises:
        StoreError: the database cannot be read.
    """
    found = fetch_near(database, select_ids(list(game_ids)))
    return [
        (each.game_id, each.other_id)
        for each in found
        if not each.differences and each.other_id is not None
    ]


_NOT_JUDGED = f"""
    not exists (
        from {VERDICTS.name}
        where not is_same and (
            (kept_source, kept_index, other_source, other_index) = (
                game.source_id, game.source_index, other.source_id, other.source_index
            )
            or (other_source, other_index, kept_source, kept_index) = (
                game.source_id, game.source_index, other.source_id, other.source_index
            )
        )
    )
    """
"""SQL: nobody has said that two games are not one."""


def _not_judged(database: Database) -> str:
    with asking(database) as connection:
        return _NOT_JUDGED if has_table(connection, VERDICTS) else "true"


def _differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return in what two games with the same plies differ: tags, by their columns' names if any.

    Where nothing contradicts, it is the players, if only one of them names some.
    """
    first, second = (
        occasion_of(row["game"], stored_tags(row), row["result"]) for row in (one, other)
    )
    game = DESCRIPTION_OF[one["game"]]
    tags = contradictions(first, second)
    if not tags and not is_one_occasion(game, first, second):
        tags = list(game.sides)
    return [SHARED_COLUMNS.get(tag, tag.lower()) for tag in tags]


def _fetch(database: Database, query: str, selection: Selection) -> list[Likeness]:
    return [Likeness(*row) for row in _fetch_rows(database, query, selection)]


def _fetch_rows(
    database: Database,
    query: str,
    selection: Selection,
    further: Mapping[str, object] = MappingProxyType({}),
) -> list[Any]:
    with asking(database):
        return database.connection.execute(query, {**selection.parameters, **further}).fetchall()
