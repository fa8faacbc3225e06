"""What the collection knows of duplicates: those merged, and those that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import duckdb

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.identity import UNKNOWN
from mentis_records.store.schema import OPTION_COLUMNS, SIDE_TAGS, TEXT_COLUMNS
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class Likeness:
    """A record that is like a kept game.

    ``kind`` is exact or prefix for one that is merged with the game, near for a game that is
    kept, too, under ``other_id``: same plies, but the tags contradict, which
    ``differences`` names. ``source`` and ``index`` tell where the record stands.
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


def fetch_near(database: Database, selection: Selection = EVERY_GAME) -> list[Likeness]:
    """Return the games that have the plies of an earlier one, but contradict it.

    One of the two is selected.

    Raises:
        StoreError: the database cannot be read.
    """
    content = ("content_key", "game", "start_key", "ply_count", *OPTION_COLUMNS.values())
    same = " and ".join(f"other.{column} is not distinct from game.{column}" for column in content)
    tags = [*(TEXT_COLUMNS[side] for side in SIDE_TAGS), "event", "date", "round", "result"]
    differences = ", ".join(
        f"""
        case when game.{tag} <> other.{tag} and not list_contains($unknown, game.{tag})
            and not list_contains($unknown, other.{tag}) then '{tag}' end
        """
        for tag in tags
    )
    return _fetch(
        database,
        f"""
        with selected as (select game_id from {selection.games}),
        crowds as (
            select content_key from games group by content_key having count(*) > 1
        ),
        crowded as (
            select *, first_value(game_id) over (
                partition by {", ".join(content)} order by game_id
            ) as first_id
            from games semi join crowds using (content_key)
        )
        select 'near', game.game_id, coalesce(kept.name, '?'), other.game_id,
            coalesce(source.name, '?'), other.source_index, other.ply_count,
            concat_ws(' ', {differences})
        from crowded as other
        join games as game on game.game_id = other.first_id and {same}
        left join sources as kept on kept.source_id = game.source_id
        left join sources as source on source.source_id = other.source_id
        where other.game_id > game.game_id
            and (game.game_id in (from selected) or other.game_id in (from selected))
        order by game.game_id, other.game_id
        """,  # noqa: S608 - column names of the schema, a selection's SQL
        selection,
        {"unknown": list(UNKNOWN)},
    )


def _fetch(
    database: Database,
    query: str,
    selection: Selection,
    parameters: Mapping[str, object] = MappingProxyType({}),
) -> list[Likeness]:
    try:
        found = database.connection.execute(query, {**selection.parameters, **parameters})
        rows = found.fetchall()
        return [Likeness(*row) for row in rows]
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
