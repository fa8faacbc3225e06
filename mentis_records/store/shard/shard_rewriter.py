"""Write a shard anew after its games were told apart from those of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import numpy

from mentis_records.store.duplicate.kinship import ENDS, make_ends
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.row.registered import registered
from mentis_records.store.schema import (
    DUPLICATES,
    GAMES_TABLE,
    MATCHES,
    POSITIONS_BY_KEY,
    SOURCES,
    Table,
)
from mentis_records.store.schema.definition import quoted
from mentis_records.store.schema.tables import MOVES
from mentis_records.store.shard.shard_engine import connect_engine
from mentis_records.store.shard.shard_layout import KEY_PARTS, ShardPlace, key_bounds, shard_tables
from mentis_records.store.shard.shard_relation import ShardChange
from mentis_records.store.shard.shard_writer import copy_to

_NUMBERS = ("gone", "changed", "fresh", "kept")

SourceCounts = dict[tuple[str, str], int]
"""How many records there are by the hash of the source and the table that has them."""


def rewrite_shard(
    place: ShardPlace,
    change: ShardChange,
    file: Path,
    ranks: Sequence[int],
    folder: Path,
    name: str,
    memory: int,
) -> tuple[ShardPlace, list[str], SourceCounts, SourceCounts]:
    """Write a shard anew below a folder.

    Args:
        place: of the shard as it is.
        change: what becomes of it.
        file: the database in which games were told apart.
        ranks: of the shard's sources there.
        folder: gets the files.
        name: of the new shard.
        memory: the most bytes that the engine uses.

    Returns:
        The new shard, the hashes of its sources in order, and what both have of each source.

    Raises:
        StoreError: the shard cannot be read, or not be written.
    """
    try:
        with connect_engine(memory) as connection:
            connection.execute(f"attach {quoted(str(file))} as told (read_only)")
            _declare(connection, place, change, ranks)
            before = _count_by_source(connection, "old_")
            written = _Rewriter(connection, place, ShardPlace(folder, name, {}, (), staged=True))
            made = written.write()
            hashes = connection.execute("select sha256 from sources order by source_id").fetchall()
            after = _count_by_source(connection, "")
            return made, [sha256 for (sha256,) in hashes], before, after
    except duckdb.Error as error:
        raise StoreError(f"shard {place.name}: {first_line(error)}") from None


def _declare(
    connection: duckdb.DuckDBPyConnection,
    place: ShardPlace,
    change: ShardChange,
    ranks: Sequence[int],
) -> None:
    """Make views of the shard's tables as they are, and tables of what becomes of its games."""
    for table in shard_tables().values():
        _view(connection, f"old_{table.name}", table, place.files(table.name))
    pairs: dict[str, Mapping[int, int]] = {
        "gone": dict.fromkeys(change.gone, 0),
        "changed": change.changed,
        "fresh": change.fresh,
        "kept": change.kept,
    }
    for name in _NUMBERS:
        connection.execute(f"create table {name} (game_id integer, number integer)")
        columns = {
            "game_id": numpy.array(list(pairs[name]), "int32"),
            "number": numpy.array(list(pairs[name].values()), "int32"),
        }
        with registered(connection, "given", columns):
            connection.execute(f"insert into {name} from given")
    connection.execute(
        """
        create table ranked as
        select unnest($numbers::integer[]) as source_id, unnest($ranks::integer[]) as rank
        """,
        {"numbers": list(range(1, len(ranks) + 1)), "ranks": list(ranks)},
    )
    connection.execute(
        """
        insert into ranked
        select (select count(*) from ranked) + row_number() over (order by rank), rank
        from (
            select distinct source_id as rank
            from told.duplicates join kept on kept.number = told.duplicates.game_id
        )
        where rank not in (select rank from ranked)
        """
    )


def _view(
    connection: duckdb.DuckDBPyConnection, name: str, table: Table, files: Sequence[Path]
) -> None:
    if files:
        columns = ", ".join(
            f"cast({each.name} as {each.type}) as {each.name}" for each in table.columns
        )
        listed = ", ".join(quoted(str(file)) for file in files)
        connection.execute(
            f"create view {name} as select {columns} from read_parquet([{listed}])"  # noqa: S608 - the schema's names
        )
    else:
        columns = ", ".join(f"{each.name} {each.type}" for each in table.columns)
        connection.execute(f"create table {name} ({columns})")


class _Rewriter:
    """Writes the tables of a shard anew."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, old: ShardPlace, new: ShardPlace
    ) -> None:
        self._connection = connection
        self._old, self._new = old, new
        self._has_fresh = self._count("fresh") > 0

    def write(self) -> ShardPlace:
        queries = {
            name: self._query(table)
            for name, table in shard_tables().items()
            if name != POSITIONS_BY_KEY.name and self._is_there(name)
        }
        rows = {name: self._count(f"({query})") for name, query in queries.items()}
        keys = self._with_fresh(POSITIONS_BY_KEY, self._staying(POSITIONS_BY_KEY))
        parts = [
            f"({keys}) where key between {first} and {last}"
            for first, last in map(key_bounds, range(KEY_PARTS))
        ]
        key_rows = tuple(self._count(part) for part in parts)
        new = ShardPlace(self._new.folder, self._new.name, rows, key_rows, staged=True)
        new.tables().mkdir(parents=True, exist_ok=True)
        for name, query in queries.items():
            for file in new.files(name):
                file.parent.mkdir(parents=True, exist_ok=True)
                copy_to(self._connection, query, file)
            _view(self._connection, name, shard_tables()[name], new.files(name))
        for part, count in enumerate(key_rows):
            if count:
                new.keys(part).parent.mkdir(parents=True, exist_ok=True)
                query = f"from {parts[part]} order by key, game_id, ply"
                copy_to(self._connection, query, new.keys(part))
        make_ends(self._connection)
        copy_to(self._connection, f"from {ENDS} order by key", new.ends())
        return new

    def _is_there(self, name: str) -> bool:
        """Tell whether a shard has a table, perhaps without rows."""
        needed = (GAMES_TABLE.name, DUPLICATES.name, "mainlines", "quarantine", SOURCES.name)
        if name in needed or name in self._old.rows:
            return True
        return self._has_fresh and self._is_told(name)

    def _is_told(self, name: str) -> bool:
        found = self._connection.execute(
            "select 1 from duckdb_tables() where database_name = 'told' and table_name = $name",
            {"name": name},
        ).fetchone()
        return found is not None

    def _count(self, rows: str) -> int:
        ((count,),) = self._connection.execute(f"select count(*) from {rows}").fetchall()  # noqa: S608
        return int(count)

    def _query(self, table: Table) -> str:
        """Return SQL for the new rows of a table."""
        if table is GAMES_TABLE:
            return self._games()
        if table is DUPLICATES:
            return self._duplicates()
        if table is SOURCES:
            return self._sources()
        if table is MATCHES:
            return f"""
                from old_{table.name}
                where match_id in (select match_id from ({self._staying(GAMES_TABLE)}))
                """  # noqa: S608 - the schema's names
        if table is MOVES:
            told = f"union from told.{table.name}" if self._has_fresh else ""
            return f"from old_{table.name} {told}"
        if table.columns[0].name == "game_id":
            return self._with_fresh(table, self._staying(table))
        return f"from old_{table.name}"

    def _staying(self, table: Table) -> str:
        return f"from old_{table.name} where game_id not in (select game_id from gone)"  # noqa: S608 - the schema's names

    def _with_fresh(self, table: Table, staying: str) -> str:
        if not (self._has_fresh and self._is_told(table.name)):
            return staying
        columns = ", ".join(
            "fresh.game_id" if each.name == "game_id" else f"each.{each.name}"
            for each in table.columns
        )
        return f"""
            {staying} union all
            select {columns} from told.{table.name} as each join fresh on number = each.game_id
            """  # noqa: S608 - the schema's names

    def _games(self) -> str:
        def told(pairs: str, own: Mapping[str, str]) -> str:
            columns = ", ".join(own.get(each.name, f"each.{each.name}") for each in names)
            old = "left join old_games as old on old.game_id = pair.game_id"
            return f"""
                select {columns} from told.games as each
                join {pairs} as pair on pair.number = each.game_id
                join ranked on ranked.rank = each.source_id {old}
                """  # noqa: S608 - the schema's names

        names = GAMES_TABLE.columns
        own = {
            "game_id": "pair.game_id",
            "source_id": "ranked.source_id",
            "match_id": "old.match_id",
            "round_number": "old.round_number",
        }
        return f"""
            from ({self._staying(GAMES_TABLE)})
            where game_id not in (select game_id from changed)
            union all {told("changed", own)} union all {told("fresh", own)}
            order by game_id
            """  # noqa: S608 - the schema's names

    def _duplicates(self) -> str:
        own = {
            "game_id": "kept.game_id",
            "source_id": "ranked.source_id",
            "former_id": "null::integer",
        }
        columns = ", ".join(own.get(each.name, f"each.{each.name}") for each in DUPLICATES.columns)
        return f"""
            from old_duplicates
            where game_id not in (select game_id from kept)
                and game_id not in (select game_id from gone)
            union all
            select {columns} from told.duplicates as each
            join kept on kept.number = each.game_id
            join ranked on ranked.rank = each.source_id
            """  # noqa: S608 - the schema's names

    def _sources(self) -> str:
        columns = ", ".join(
            "ranked.source_id" if each.name == "source_id" else f"each.{each.name}"
            for each in SOURCES.columns
        )
        return f"""
            from old_sources union all
            select {columns} from told.sources as each
            join ranked on ranked.rank = each.source_id
            where ranked.source_id not in (select source_id from old_sources)
            order by source_id
            """  # noqa: S608 - the schema's names


def _count_by_source(connection: duckdb.DuckDBPyConnection, prefix: str) -> SourceCounts:
    counts: SourceCounts = {}
    for table in ("games", "duplicates", "quarantine"):
        rows = connection.execute(
            f"""
            select sha256, count(*) from {prefix}{table} join {prefix}sources using (source_id)
            group by all
            """  # noqa: S608 - the schema's names
        ).fetchall()
        counts.update({(sha256, table): count for sha256, count in rows})
    return counts
