"""Tell games of several shards apart, all together, as one database would have done.

Games that may be one are copied into a database, in which their records are taken again in the
order in which they were added. What comes out otherwise than the shards have it is their change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

import duckdb
import numpy

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, transaction
from mentis_records.store.delete import RECORD_TABLES
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.load.retake import tell_apart_again
from mentis_records.store.open import create_database, learn_moves
from mentis_records.store.position.index import update_index
from mentis_records.store.row.registered import registered
from mentis_records.store.schema import DUPLICATES, GAMES_TABLE, SOURCES, Table
from mentis_records.store.schema.definition import quoted
from mentis_records.store.schema.tables import MOVES
from mentis_records.store.shard.shard_engine import connect_engine
from mentis_records.store.shard.shard_layout import ShardPlace

_OWN = ("game_id", "match_id", "round_number")
"""Columns of a game that say nothing of its record."""

_SAID = [column.name for column in GAMES_TABLE.columns if column.name not in _OWN]
_REPEATED = [
    column.name for column in DUPLICATES.columns if column.name not in ("game_id", "former_id")
]


@dataclass(frozen=True, slots=True)
class RelatedShard:
    """Games of a shard that may be one with others; ``order`` ranks its sources by their numbers.

    Sources that were added first have the lowest ranks among all, from 1.
    """

    place: ShardPlace
    game_ids: tuple[int, ...]
    order: tuple[int, ...]


@dataclass(slots=True)
class ShardChange:
    """What becomes of a shard: numbers are its own, those behind them of the database.

    ``gone`` games are duplicates of others now, ``changed`` ones have learned, ``fresh`` ones were
    duplicates. ``kept`` are all games that were looked at and stay, with the ``fresh`` ones.
    """

    gone: list[int] = field(default_factory=list)
    changed: dict[int, int] = field(default_factory=dict)
    fresh: dict[int, int] = field(default_factory=dict)
    kept: dict[int, int] = field(default_factory=dict)
    is_touched: bool = False


def relate_games(file: Path, shards: Sequence[RelatedShard], memory: int) -> list[ShardChange]:
    """Return what becomes of each shard; the database stays in the file.

    Args:
        file: where there is none yet.
        shards: those with games that may be one.
        memory: the most bytes that the program uses (``file.memory_limit``).

    Raises:
        StoreError: a shard cannot be read, or the database not be written.
    """
    create_database(file, memory).close()
    try:
        with _open(file, memory) as database:
            _gather(database.connection, shards)
            learn_moves(database)
            with transaction(database) as connection:
                numbers = _fetch(connection, "select number from numbers where number > 0")
                tell_apart_again(connection, [number for (number,) in numbers])
            changes = _compare(database.connection, shards)
            if any(change.fresh for change in changes):
                update_index(database)
            return changes
    except duckdb.Error as error:
        raise StoreError(f"{file}: {first_line(error)}") from None


@contextmanager
def _open(file: Path, memory: int) -> Iterator[Database]:
    from mentis_records.store.file.memory_limit import engine_bytes

    connection = connect_engine(engine_bytes(memory), file, is_writable=True)
    with Database(file, connection, True, memory) as database:
        yield database


def _fetch(connection: duckdb.DuckDBPyConnection, query: str) -> list[tuple[int, ...]]:
    return connection.execute(query).fetchall()


def _gather(connection: duckdb.DuckDBPyConnection, shards: Sequence[RelatedShard]) -> None:
    """Copy the games with all that belongs to them; they are numbered in the order of records."""
    connection.execute("create table wanted (shard integer, game_id integer)")
    for at, shard in enumerate(shards):
        ids = numpy.array(shard.game_ids, "int32")
        columns = {"shard": numpy.full(len(ids), at, "int32"), "game_id": ids}
        with registered(connection, "given", columns):
            connection.execute("insert into wanted from given")
    ranks = [(at, number, rank) for at, each in enumerate(shards)
             for number, rank in enumerate(each.order, 1)]  # fmt: skip
    connection.execute(
        """
        create table ranks as
        select unnest($at::integer[]) as shard, unnest($number::integer[]) as source_id,
            unnest($rank::integer[]) as rank
        """,
        dict(zip(("at", "number", "rank"), map(list, zip(*ranks, strict=True)), strict=True)),
    )
    games = " union all ".join(
        f"select {at} as shard, game_id, source_id, source_index from {_rows(shard, GAMES_TABLE)}"  # noqa: S608 - the schema's
        for at, shard in enumerate(shards)
    )
    connection.execute(
        f"""
        create table numbers as
        select shard, game_id, row_number() over (order by rank, source_index) as number
        from ({games}) join wanted using (shard, game_id) join ranks using (shard, source_id)
        """  # noqa: S608 - the schema's names
    )
    for at, shard in enumerate(shards):
        for table in RECORD_TABLES:
            if shard.place.files(table.name):
                _copy(connection, table, at, shard)
        if shard.place.files(MOVES.name):
            connection.execute(
                f"""
                insert into {MOVES.name}
                select * from {_rows(shard, MOVES)} as new
                where not exists (
                    from {MOVES.name} as old
                    where old.game = new.game and old.move_code = new.move_code
                )
                """  # noqa: S608 - the schema's names
            )
        _copy_sources(connection, at, shard)
    connection.execute("create table former_games as from games")
    connection.execute("create table former_duplicates as from duplicates")


def _rows(shard: RelatedShard, table: Table) -> str:
    """Return SQL for the rows of a shard's table, its columns cast to their types."""
    files = ", ".join(quoted(str(file)) for file in shard.place.files(table.name))
    columns = ", ".join(
        f"cast({each.name} as {each.type}) as {each.name}" for each in table.columns
    )
    return f"(select {columns} from read_parquet([{files}]))"  # noqa: S608 - the schema's names


def _copy(
    connection: duckdb.DuckDBPyConnection, table: Table, at: int, shard: RelatedShard
) -> None:
    told = {
        "game_id": "numbers.number",
        "source_id": "rank",
        "match_id": "null",
        "round_number": "null",
        "former_id": "null",
    }
    columns = ", ".join(told.get(each.name, f"each.{each.name}") for each in table.columns)
    has_source = any(column.name == "source_id" for column in table.columns)
    ranked = f"join ranks on ranks.shard = {at} and ranks.source_id = each.source_id"
    connection.execute(
        f"""
        insert into {table.name} select {columns}
        from {_rows(shard, table)} as each
        join numbers on numbers.shard = {at} and numbers.game_id = each.game_id
        {ranked if has_source else ""}
        order by numbers.number
        """  # noqa: S608 - the schema's names
    )


def _copy_sources(connection: duckdb.DuckDBPyConnection, at: int, shard: RelatedShard) -> None:
    """Copy sources in the order in which they were added; all their records are here as stored."""
    told = {
        "source_id": "rank",
        "loaded_at": "make_timestamp(rank::bigint * 1000000)",
        "earlier": "[]",
    }
    columns = ", ".join(told.get(each.name, each.name) for each in SOURCES.columns)
    connection.execute(
        f"""
        insert into {SOURCES.name} select {columns}
        from {_rows(shard, SOURCES)} as each join ranks using (source_id)
        where shard = {at} and rank not in (select source_id from {SOURCES.name})
        """  # noqa: S608 - the schema's names
    )


def _compare(
    connection: duckdb.DuckDBPyConnection, shards: Sequence[RelatedShard]
) -> list[ShardChange]:
    changes = [ShardChange() for _ in shards]
    said = ", ".join(f"new.{name}" for name in _SAID), ", ".join(f"old.{name}" for name in _SAID)
    rows = connection.execute(
        f"""
        select shard, numbers.game_id, new.game_id, ({said[0]}) is distinct from ({said[1]})
        from former_games as old
        join numbers on number = old.game_id
        left join games as new using (source_id, source_index)
        """  # noqa: S608 - the schema's names
    ).fetchall()
    for at, own, number, has_learned in rows:
        change = changes[at]
        if number is None:
            change.gone.append(own)
            change.is_touched = True
            continue
        change.kept[own] = number
        if has_learned:
            change.changed[own] = number
            change.is_touched = True
    fresh = connection.execute(
        """
        select shard, new.game_id
        from games as new
        join former_duplicates as old using (source_id, source_index)
        join numbers on number = old.game_id
        order by all
        """
    ).fetchall()
    last = {at: _last_number(connection, shards[at]) for at, _ in fresh}
    for at, number in fresh:
        last[at] += 1
        changes[at].fresh[last[at]] = changes[at].kept[last[at]] = number
        changes[at].is_touched = True
    _mark_repeated(connection, changes)
    return changes


def _last_number(connection: duckdb.DuckDBPyConnection, shard: RelatedShard) -> int:
    ((last,),) = _fetch(
        connection,
        f"select coalesce(max(game_id), 0) from {_rows(shard, GAMES_TABLE)}",  # noqa: S608 - the schema's
    )
    return last


def _mark_repeated(connection: duckdb.DuckDBPyConnection, changes: Sequence[ShardChange]) -> None:
    """Mark the shards whose games have other duplicates than before."""
    names = ", ".join(_REPEATED)
    where = {number: at for at, change in enumerate(changes) for number in change.kept.values()}
    found: defaultdict[int, list[tuple[object, ...]]] = defaultdict(list)
    former = f"""
        select number, shard, {names} from former_duplicates as each
        join numbers on number = each.game_id
        """  # noqa: S608 - the schema's names
    present = f"select game_id, -1, {names} from duplicates"  # noqa: S608 - the schema's names
    for query, is_former in ((former, True), (present, False)):
        for number, at, *row in connection.execute(query).fetchall():
            place = at if is_former else where[number]
            found[place * 2 + is_former].append((_plain(row),))
    for at, change in enumerate(changes):
        if sorted(found[at * 2], key=repr) != sorted(found[at * 2 + 1], key=repr):
            change.is_touched = True


def _plain(row: Sequence[object]) -> str:
    return repr([sorted(each.items()) if isinstance(each, dict) else each for each in row])
