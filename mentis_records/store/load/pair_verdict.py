"""What people say of games that might be one: which is kept, or both; remembered, and taken back.

Verdicts are kept by the places of the records, which stay when numbers of games change.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, transaction
from mentis_records.store.delete import discard_unplayed_moves
from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import has_table, make_added
from mentis_records.store.load.intake import Intake, next_number
from mentis_records.store.load.retake import tell_apart_again
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.schema import VERDICTS

_Place = tuple[int, int]
"""The numbers of a source and of a record in it."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A verdict that was taken back: the numbers that the records have as games now.

    ``is_split`` tells that they were one game and are two again.
    """

    game_id: int
    other_id: int
    is_split: bool


def keep_one(database: Database, kept: int, other: int) -> None:
    """Make a game a duplicate of another one, which learns from it what it leaves open.

    Raises:
        StoreError: one of them is not there, or the database cannot be written.
    """
    with transaction(database) as connection:
        places = _fetch_places(connection, kept, other)
        _merge(connection, kept, other)
        _remember(connection, places, is_same=True)


def keep_both(database: Database, first: int, later: int) -> None:
    """Remember that two games are not one.

    Raises:
        StoreError: one of them is not there, or the database cannot be written.
    """
    with transaction(database) as connection:
        _remember(connection, _fetch_places(connection, first, later), is_same=False)


def undo_verdict(database: Database) -> Undone | None:
    """Take back the last verdict; records that were made one game are told apart again.

    Raises:
        StoreError: the database cannot be written.
    """
    with transaction(database) as connection:
        if not has_table(connection, VERDICTS):
            return None
        row = connection.execute(
            f"from {VERDICTS.name} order by verdict_id desc limit 1"
        ).fetchone()
        if row is None:
            return None
        number, kept_source, kept_index, other_source, other_index, is_same = row
        connection.execute(
            f"delete from {VERDICTS.name} where verdict_id = $number",  # noqa: S608 - the schema's name
            {"number": number},
        )
        places = ((kept_source, kept_index), (other_source, other_index))
        if is_same:
            whole = {_game_of(connection, place) for place in places}
            tell_apart_again(connection, whole)
            discard_unplayed_moves(connection)
            judge_again(connection)
        game_id, other_id = (_game_of(connection, place) for place in places)
    return Undone(game_id, other_id, is_same and game_id != other_id)


def judge_again(connection: duckdb.DuckDBPyConnection) -> None:
    """Make games one that people have said to be one, in the caller's transaction.

    They may have been told apart again, as when a source was read anew.
    """
    if not has_table(connection, VERDICTS):
        return
    rows = connection.execute(
        f"""
        select kept.game_id, other.game_id
        from {VERDICTS.name}
        join games as kept on kept.source_id = kept_source and kept.source_index = kept_index
        join games as other on other.source_id = other_source and other.source_index = other_index
        where is_same order by verdict_id
        """  # noqa: S608 - the schema's name
    ).fetchall()
    gone: set[int] = set()
    for kept, other in rows:
        if gone.isdisjoint((kept, other)):
            _merge(connection, kept, other)
            gone.add(other)


def _merge(connection: duckdb.DuckDBPyConnection, kept: int, other: int) -> None:
    intake = Intake(connection, {})
    intake.merge(kept, other)
    intake.finish()
    intake.tally.write(connection)


def _remember(
    connection: duckdb.DuckDBPyConnection, places: Sequence[_Place], is_same: bool
) -> None:
    """Write a verdict about two records, in the place of any earlier one about them."""
    kept, other = places
    make_added(connection, VERDICTS)
    connection.execute(
        f"""
        delete from {VERDICTS.name}
        where (kept_source = $a and kept_index = $b and other_source = $c and other_index = $d)
            or (kept_source = $c and kept_index = $d and other_source = $a and other_index = $b)
        """,  # noqa: S608 - the schema's name
        dict(zip("abcd", (*kept, *other), strict=True)),
    )
    number = next_number(connection, "verdict_id", VERDICTS)
    insert_rows(connection, VERDICTS, [(number, *kept, *other, is_same)])


def _fetch_places(connection: duckdb.DuckDBPyConnection, *game_ids: int) -> Sequence[_Place]:
    rows = connection.execute(
        """
        select game_id, source_id, source_index from games
        where game_id in (select unnest($ids::integer[]))
        """,
        {"ids": list(game_ids)},
    ).fetchall()
    places = {game_id: (source_id, index) for game_id, source_id, index in rows}
    for game_id in game_ids:
        if game_id not in places:
            raise StoreError(f"there is no game {game_id} any more")
    return [places[game_id] for game_id in game_ids]


def _game_of(connection: duckdb.DuckDBPyConnection, place: _Place) -> int:
    """Return the game that a record is, or is a duplicate of; 0 if it is neither."""
    row = connection.execute(
        """
        select game_id from games where source_id = $source and source_index = $index
        union all
        select game_id from duplicates where source_id = $source and source_index = $index
        """,
        {"source": place[0], "index": place[1]},
    ).fetchone()
    return int(row[0]) if row else 0
