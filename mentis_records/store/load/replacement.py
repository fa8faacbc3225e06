"""Change stored games: fill in what duplicates know, remove those that longer ones replace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb

from mentis_records.core.record import Record
from mentis_records.core.text import encodable
from mentis_records.games import find_game
from mentis_records.notation.write import WriteError, format_record
from mentis_records.store import schema
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.position.index import remove_from_index
from mentis_records.store.record import iterate_records
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.row.former import bare_record
from mentis_records.store.row.record_row import further_tags, opening_key, points_values, tag_values
from mentis_records.store.row.replayed_points import replayed_points
from mentis_records.store.schema import (
    ELO_COLUMNS,
    GAMES_TABLE,
    POINTS_COLUMNS,
    TEXT_COLUMNS,
    Table,
)
from mentis_records.store.schema.record_sql import START_SQL, read_start

_LEARNED = (
    "game_id",
    *TEXT_COLUMNS,
    *ELO_COLUMNS,
    "result",
    "termination",
    *POINTS_COLUMNS,
    "is_open",
    "opening_key",
    "tags",
    "said",
    "said_open",
)
_NEW = Table(
    "learned", "", tuple(column for column in GAMES_TABLE.columns if column.name in _LEARNED)
)
_DETAILS = (
    GAMES_TABLE,
    schema.MAINLINES,
    schema.VARIATIONS,
    schema.VARIATION_PLIES,
    schema.ANNOTATIONS,
    schema.COMMENTS,
)
"""The tables that have rows of a game because it is kept."""


def update_games(connection: duckdb.DuckDBPyConnection, changed: Mapping[int, Candidate]) -> None:
    """Write the tags and results of stored games anew, by their numbers."""
    if not changed:
        return
    types = ", ".join(f"{column.name} {column.type}" for column in _NEW.columns)
    connection.execute(f"create temp table {_NEW.name} ({types})")
    starts = _fetch_starts(connection, changed)
    insert_rows(connection, _NEW, [_row(*pair, starts) for pair in changed.items()])
    values = ", ".join(f"{column.name} = learned.{column.name}" for column in _NEW.columns)
    connection.execute(
        f"update games set {values} from learned where games.game_id = learned.game_id"  # noqa: S608
    )
    connection.execute(f"drop table {_NEW.name}")


def _fetch_starts(
    connection: duckdb.DuckDBPyConnection, changed: Mapping[int, Candidate]
) -> dict[int, str]:
    """Return what those games begin from that have points (``start_text``)."""
    ids = [
        game_id
        for game_id, found in changed.items()
        if schema.DESCRIPTION_OF[found.content.game].has_points
    ]
    if not ids:
        return {}
    rows = connection.execute(
        f"""
        select game_id, {START_SQL} from games
        where game_id in (select unnest($ids::integer[]))
        """,  # noqa: S608 - an expression of our own
        {"ids": ids},
    )
    return dict(rows.fetchall())


def _row(game_id: int, found: Candidate, starts: Mapping[int, str]) -> tuple[object, ...]:
    tags = {name: encodable(value) for name, value in found.tags.items()}
    values: dict[str, Any] = {"game_id": game_id, "result": found.result}
    values |= tag_values(found.content.game, tags)
    values["termination"] = None if found.termination is None else encodable(found.termination)
    points = None
    if game_id in starts:
        game = found.content.game
        start = read_start(find_game(game), starts[game_id])
        points = replayed_points(game, start, found.content.codes, found.result, found.termination)
    values |= points_values(points)
    values["is_open"] = found.is_open
    values["said"] = {name: encodable(value) for name, value in found.said.tags.items()}
    values["said_open"] = found.said.is_open
    values["opening_key"] = opening_key(found.content, tags)
    values["tags"] = further_tags(found.content.game, tags, len(found.content.codes))
    return tuple(values[column.name] for column in _NEW.columns)


def remove_games(
    connection: duckdb.DuckDBPyConnection, keepers: Mapping[int, tuple[int, int]]
) -> dict[int, str]:
    """Remove games for whom others are kept, to whom their duplicates then belong.

    Args:
        connection: with a transaction begun; nothing of the games may wait to be written.
        keepers: by the number of a game to remove that of the game that is kept, and how many
            plies at the beginning of both are the same.

    Returns:
        The texts of the games that say more than tags and plies, by number.
    """
    if not keepers:
        return {}
    texts = _fetch_texts(connection, keepers)
    connection.execute(
        """
        update duplicates set game_id = moved.keeper, ply_count = least(ply_count, moved.common)
        from (
            select unnest($old::integer[]) as old, unnest($new::integer[]) as keeper,
                unnest($common::integer[]) as common
        ) as moved
        where duplicates.game_id = moved.old
        """,
        {
            "old": list(keepers),
            "new": [keeper for keeper, _ in keepers.values()],
            "common": [common for _, common in keepers.values()],
        },
    )
    for table in _DETAILS:
        connection.execute(
            f"delete from {table.name} where game_id in (select unnest($ids::integer[]))",  # noqa: S608
            {"ids": list(keepers)},
        )
    remove_from_index(connection, list(keepers))
    return texts


def _fetch_texts(
    connection: duckdb.DuckDBPyConnection, keepers: Mapping[int, tuple[int, int]]
) -> dict[int, str]:
    """Return the texts of games that say more than their keepers and their tags do.

    Duplicates with plies that the keeper has not are written out as well.
    """
    rows = connection.execute(
        """
        select distinct game_id
        from (
            select game_id from comments
            union all select game_id from annotations
            union all select game_id from variations
            union all
            select game_id
            from games join (
                select unnest($ids::integer[]) as game_id, unnest($common::integer[]) as common
            ) using (game_id)
            where ply_count > common
        )
        where game_id in (select unnest($ids::integer[]))
        order by 1
        """,
        {"ids": list(keepers), "common": [common for _, common in keepers.values()]},
    ).fetchall()
    chosen = [game_id for (game_id,) in rows]
    texts = {}
    for game_id, record in zip(chosen, iterate_records(connection, chosen), strict=True):
        if len(record.plies) > keepers[game_id][1]:
            _write_out_duplicates(connection, game_id, record, keepers[game_id][1])
        texts[game_id] = _text_of(record)
    return texts


def _write_out_duplicates(
    connection: duckdb.DuckDBPyConnection, game_id: int, record: Record, common: int
) -> None:
    """Keep the texts of a game's duplicates that have more of its plies than are common."""
    counts = connection.execute(
        """
        select distinct ply_count from duplicates
        where game_id = $game and ply_count > $common and text is null
        """,
        {"game": game_id, "common": common},
    ).fetchall()
    for (count,) in counts:
        connection.execute(
            """
            update duplicates set text = $text
            where game_id = $game and ply_count = $count and text is null
            """,
            {"game": game_id, "count": count, "text": _text_of(bare_record(record, count))},
        )


def _text_of(record: Record) -> str:
    """Return a stored game as a record file has it.

    Raises:
        StoreError: no record file can hold it.
    """
    try:
        return format_record(record, find_game(record.game).description, is_literal=True)
    except WriteError as error:
        raise StoreError(f"a game that is to be replaced: {error}; {DOCTOR}") from None
