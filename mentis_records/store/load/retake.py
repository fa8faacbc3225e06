"""Retract sources: what they brought is removed, and what others share with it is loaded again.

A game may be made of records of several sources. Without one of them the others are told apart
again, and with them every game whose records might be one with theirs, in the order in which they
were loaded: then all is as if the source had never been there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import duckdb

from mentis_records.store.delete import RECORD_TABLES, drop_games
from mentis_records.store.duplicate.kinship import fetch_kin
from mentis_records.store.load.intake import Intake
from mentis_records.store.load.load_count import DUPLICATES, STORED, Tally
from mentis_records.store.position.index import remove_from_index, restart_index
from mentis_records.store.row.appending import appending
from mentis_records.store.row.former import Former, as_said, bare_record, read_duplicate
from mentis_records.store.row.place import Place
from mentis_records.store.row.record_builder import Assembly, Board
from mentis_records.store.row.record_row import own_options, own_said
from mentis_records.store.row.said import Said

_PREFIX = "former_"
"""What the temporary tables with the games that are retaken are called, before their names."""

_RECORDS_AT_ONCE = 1_000


def take_back(connection: duckdb.DuckDBPyConnection, sources: Sequence[int]) -> None:
    """Take back all that some sources have brought, with their rows, in the caller's transaction.

    The moves that no game has any more stay.
    """
    given = {"sources": list(sources)}
    touched = _fetch_ids(
        connection,
        """
        select game_id from games where source_id in (select unnest($sources::integer[]))
        union
        select game_id from duplicates where source_id in (select unnest($sources::integer[]))
        """,
        given,
    )
    shared = _fetch_ids(
        connection,
        """
        select game_id from (
            select game_id, source_id from games union all select game_id, source_id from duplicates
        )
        where game_id in (select unnest($touched::integer[]))
            and source_id not in (select unnest($sources::integer[]))
        """,
        {**given, "touched": list(touched)},
    )
    kin = fetch_kin(connection, shared)
    if kin:
        _put_aside(connection, kin)
    drop_games(connection, touched | kin)
    for name in ("quarantine", "sources"):
        connection.execute(
            f"delete from {name} where source_id in (select unnest($sources::integer[]))",  # noqa: S608
            given,
        )
    if not kin:
        remove_from_index(connection, list(touched))
        return
    _retake(connection, sources)
    _follow_index(connection, touched | kin)
    for table in RECORD_TABLES:
        connection.execute(f"drop table {_PREFIX}{table.name}")


def tell_apart_again(connection: duckdb.DuckDBPyConnection, game_ids: Collection[int]) -> None:
    """Take the records of some games again, in the caller's transaction, as they say by themselves.

    Games keep their numbers, and records that were games before get theirs again where these are
    free. The moves that no game has any more stay.
    """
    connection.execute(
        """
        update duplicates set former_id = null
        where game_id in (select unnest($ids::integer[]))
            and former_id in (select game_id from games)
        """,
        {"ids": list(game_ids)},
    )
    _put_aside(connection, game_ids)
    drop_games(connection, game_ids)
    _retake(connection, ())
    _follow_index(connection, set(game_ids))
    for table in RECORD_TABLES:
        connection.execute(f"drop table {_PREFIX}{table.name}")


def _put_aside(connection: duckdb.DuckDBPyConnection, kin: Collection[int]) -> None:
    """Copy all that is said of some games into temporary tables."""
    for table in RECORD_TABLES:
        connection.execute(
            f"""
            create temp table {_PREFIX}{table.name} as
            from {table.name} where game_id in (select unnest($kin::integer[]))
            """,
            {"kin": list(kin)},
        )


def _fetch_ids(
    connection: duckdb.DuckDBPyConnection, query: str, given: Mapping[str, object]
) -> set[int]:
    return {number for (number,) in connection.execute(query, dict(given)).fetchall()}


def _retake(connection: duckdb.DuckDBPyConnection, sources: Collection[int]) -> None:
    """Take the records of the other sources again, source by source as they were loaded."""
    rows = connection.execute(
        f"""
        select source_id, source_index, is_game
        from (
            select source_id, source_index, true as is_game from {_PREFIX}games
            union all
            select source_id, source_index, false from {_PREFIX}duplicates
        )
        left join sources using (source_id)
        where source_id not in (select unnest($sources::integer[]))
        order by loaded_at, source_id, source_index
        """,  # noqa: S608 - names of the schema
        {"sources": list(sources)},
    ).fetchall()
    by_source: dict[int, list[int]] = {}
    tally = Tally()
    for source_id, index, is_game in rows:
        by_source.setdefault(source_id, []).append(index)
        tally.add(source_id, STORED if is_game else DUPLICATES, -1)
    tally.write(connection)
    last = _fetch_ids(
        connection,
        f"""
        select greatest(
            (select coalesce(max(game_id), 0) from {_PREFIX}games),
            (select coalesce(max(former_id), 0) from {_PREFIX}duplicates)
        )
        """,  # noqa: S608 - names of the schema
        {},
    )
    boards: dict[str, Board] = {}
    given = 0
    for source_id, indices in by_source.items():
        intake = Intake(connection, {})
        intake.reserve(max(last), given)
        with appending(connection):
            for first in range(0, len(indices), _RECORDS_AT_ONCE):
                some = indices[first : first + _RECORDS_AT_ONCE]
                for former in _fetch_formers(connection, source_id, some, boards):
                    intake.take_again(former)
            intake.write()
        intake.finish()
        intake.tally.write(connection)
        given = intake.given


def _fetch_formers(
    connection: duckdb.DuckDBPyConnection,
    source_id: int,
    indices: Sequence[int],
    boards: dict[str, Board],
) -> Iterator[Former]:
    """Yield some records of a source in order."""
    found = {
        name: _fetch_rows(connection, name, source_id, indices) for name in ("games", "duplicates")
    }
    ids = {row["game_id"] for rows in found.values() for row in rows}
    assembly = Assembly(connection, sorted(ids), boards, _PREFIX)
    formers = [_former_game(row, assembly) for row in found["games"]]
    formers += [_former_duplicate(row, assembly) for row in found["duplicates"]]
    yield from sorted(formers, key=lambda former: former.place.index)


def _fetch_rows(
    connection: duckdb.DuckDBPyConnection, name: str, source_id: int, indices: Sequence[int]
) -> list[dict[str, Any]]:
    cursor = connection.execute(
        f"""
        from {_PREFIX}{name}
        where source_id = $source and source_index in (select unnest($indices::integer[]))
        """,
        {"source": source_id, "indices": list(indices)},
    )
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _former_game(row: dict[str, Any], assembly: Assembly) -> Former:
    record = assembly.record(row["game_id"])
    said = own_said(row)
    options = own_options(row)
    return Former(_place(row), as_said(record, said), options, said, None, row["game_id"])


def _former_duplicate(row: dict[str, Any], assembly: Assembly) -> Former:
    options = own_options(assembly.row(row["game_id"]))
    said = Said(row["tags"], row["is_open"], row["inherited"])
    record = None if row["text"] is None else read_duplicate(row["text"], options)
    if record is None:
        record = bare_record(assembly.record(row["game_id"]), row["ply_count"])
    number = row["former_id"] or 0
    return Former(_place(row), as_said(record, said), options, said, row["text"], number)


def _place(row: dict[str, Any]) -> Place:
    return Place(row["source_id"], row["source_index"], row["source_member"], row["source_line"])


def _follow_index(connection: duckdb.DuckDBPyConnection, dropped: set[int]) -> None:
    """Take out of the index what was dropped, but for games that are as they were."""
    same = _fetch_ids(
        connection,
        f"""
        select game_id
        from games semi join {_PREFIX}games using (game_id, source_id, source_index)
        """,  # noqa: S608 - names of the schema
        {},
    )
    remove_from_index(connection, list(dropped - same))
    fresh = _fetch_ids(
        connection,
        f"""
        select game_id
        from games semi join (
            select source_id, source_index from {_PREFIX}games
            union all
            select source_id, source_index from {_PREFIX}duplicates
        ) using (source_id, source_index)
        """,  # noqa: S608 - names of the schema
        {},
    )
    restart_index(connection, min(fresh - same, default=None))
