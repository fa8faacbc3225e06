"""Files of earlier schemas are brought up to date with nothing lost, or stay as they were."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store import database as database_module
from mentis_records.store.database import Database
from mentis_records.store.doctor.examine import examine
from mentis_records.store.error import StoreError
from mentis_records.store.index import indexed_game, update_index
from mentis_records.store.load import load
from mentis_records.store.migration import registry
from mentis_records.store.schema import INDEX_TABLES, SCHEMA_VERSION, TABLES

HERE = Path(__file__).parent

Dump = dict[str, list[tuple[Any, ...]]]

VERSIONS = range(1, SCHEMA_VERSION)


def make_file(path: Path, version: int, more: str = "") -> bytes:
    """Make a database as the program of a schema wrote it; return its bytes."""
    path.write_bytes(written(version))
    if more:
        with duckdb.connect(str(path)) as connection:
            connection.execute(more)
    return path.read_bytes()


@cache
def written(version: int) -> bytes:
    """Return the bytes of a database that the program of a schema wrote."""
    script = HERE / f"version{version}" / f"version{version}.sql"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "written.duckdb"
        with duckdb.connect(str(path)) as connection:
            connection.execute(script.read_text(encoding="utf-8"))
        return path.read_bytes()


def contents(connection: duckdb.DuckDBPyConnection) -> Dump:
    """Return all rows, without the times and names of the sources."""
    found = {
        table.name: connection.execute(f"from {table.name} order by all").fetchall()
        for table in TABLES
    }
    assert len(found["games"]) == 10
    found["sources"] = [(row[0], *row[2:4], *row[5:]) for row in found["sources"]]
    return found


def layout(connection: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """Return what the database says of its tables, views and columns."""
    columns = {
        "tables": "table_name, sql, comment",
        "views": "view_name, comment",
        "columns": "table_name, column_name, data_type, comment",
    }
    rows: list[tuple[Any, ...]] = []
    for what, names in columns.items():
        ours = "database_name = current_database() and not internal"
        query = f"select {names} from duckdb_{what}() where {ours} order by all"
        rows += connection.execute(query).fetchall()
    return rows


@dataclass(frozen=True)
class Fresh:
    """The records of the earlier files, loaded today."""

    layout: list[tuple[Any, ...]]
    contents: Dump
    indexed: Dump
    """The contents once the index is made."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    reader = Reader(GAMES)
    with Database.create(tmp_path_factory.mktemp("fresh") / "fresh.duckdb") as database:
        names = ("again.mgn", "listing.txt", "more.mgn")
        first = [HERE / "sample.mgn", HERE / "broken.mgn"]
        for path in (*first, *(HERE / "version1" / name for name in names)):
            load(database, reader, str(path))
        load(database, replace(reader, is_as_played=True), str(HERE / "version1" / "played.mgn"))
        loaded = contents(database.connection)
        update_index(database)
        return Fresh(layout(database.connection), loaded, contents(database.connection))


@pytest.mark.parametrize(
    ("version", "is_writable"),
    [*((version, True) for version in VERSIONS), (VERSIONS[0], False), (VERSIONS[-1], False)],
)
def test_every_version_becomes_the_present_one(
    file: Path, fresh: Fresh, reader: Reader, version: int, is_writable: bool
) -> None:
    make_file(file, version)
    with (Database.create if is_writable else Database.open)(file) as database:
        assert database.is_writable is is_writable
        assert database.earlier_version == version
        assert layout(database.connection) == fresh.layout
        assert contents(database.connection) == fresh.contents
        assert list(examine(database)) == []
        if is_writable:
            assert load(database, reader, str(HERE / "sample.mgn")).is_known
    before = file.read_bytes()
    with Database.open(file) as database:
        assert database.earlier_version == 0
    assert file.read_bytes() == before


def test_whoever_amends_a_file_knows_its_version(file: Path) -> None:
    make_file(file, VERSIONS[-1])
    with Database.amend(file) as database:
        assert database.earlier_version == VERSIONS[-1]
    with Database.amend(file) as database:
        assert database.earlier_version == 0


def test_an_index_with_the_same_columns_stays(file: Path, reader: Reader) -> None:
    def index(connection: duckdb.DuckDBPyConnection) -> Dump:
        names = (table.name for table in INDEX_TABLES)
        return {name: connection.execute(f"from {name}").fetchall() for name in names}

    with Database.create(file) as database:
        load(database, reader, str(HERE / "sample.mgn"))
        update_index(database)
        before, last = index(database.connection), indexed_game(database.connection)
        database.connection.execute("alter table games drop column is_open")
        database.connection.execute("alter table sources drop column defaults")
        for column in ("inherited", "is_open", "former_id"):
            database.connection.execute(f"alter table duplicates drop column {column}")
        for column in ("said", "said_open"):
            database.connection.execute(f"alter table games drop column {column}")
        database.connection.execute("alter table sources drop column earlier")
        database.connection.execute("update meta set value = '11' where key = 'schema_version'")
    assert all(before[name] for name in ("mentis_features", "positions_by_key"))
    with Database.open(file) as database:
        assert index(database.connection) == before
        assert indexed_game(database.connection) == last


@pytest.mark.parametrize("version", [2, 5, 9])
def test_an_index_with_other_columns_is_made_anew(file: Path, fresh: Fresh, version: int) -> None:
    stale = """
        insert into mentis_features (game_id, ply) select game_id, ply from position_keys;
        insert into positions_by_key select key, game_id, ply from position_keys;
        insert into meta values ('indexed_game', '10'), ('index_runs', '1');
        """
    if version >= 8:
        stale += "insert into mentis_attacks (game_id, ply) select game_id, ply from position_keys"
    make_file(file, version, stale)
    with Database.create(file) as database:
        assert indexed_game(database.connection) == 0
        update_index(database)
        assert contents(database.connection) == fresh.indexed


def test_a_file_that_cannot_be_written_is_told_to_be_of_an_earlier_version(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = make_file(file, SCHEMA_VERSION - 1)
    connect = database_module._connect

    def read_only(place: Path, is_writable: bool, limit: int | None = None) -> Any:
        if is_writable:
            raise StoreError(f"{place}: Permission denied")
        return connect(place, is_writable, limit)

    monkeypatch.setattr(database_module, "_connect", read_only)
    expected = f"of schema {SCHEMA_VERSION - 1}, and cannot be .*: Permission denied"
    with pytest.raises(StoreError, match=expected):
        Database.open(file)
    assert file.read_bytes() == before


def test_every_earlier_version_has_a_step() -> None:
    assert list(registry.STEPS) == list(VERSIONS)


@pytest.mark.parametrize(
    ("stage", "version"),
    [
        *(("step", version) for version in VERSIONS[::4]),
        *((stage, version) for stage in ("lay_out", "_derive") for version in VERSIONS[::8]),
    ],
)
def test_an_interrupted_migration_changes_nothing(
    file: Path, version: int, stage: str, monkeypatch: pytest.MonkeyPatch, fresh: Fresh
) -> None:
    make_file(file, version)
    before = rows_of(file)

    def interrupt(connection: duckdb.DuckDBPyConnection) -> None:
        done = registry.STEPS[version] if stage == "step" else getattr(registry, stage)
        genuine[stage](connection)
        assert done is interrupt
        raise KeyboardInterrupt

    genuine = {name: getattr(registry, name) for name in ("lay_out", "_derive")}
    genuine["step"] = registry.STEPS[version]
    with monkeypatch.context() as patch:
        if stage == "step":
            patch.setitem(registry.STEPS, version, interrupt)
        else:
            patch.setattr(registry, stage, interrupt)
        with pytest.raises(KeyboardInterrupt):
            Database.create(file)
    assert rows_of(file) == before
    with Database.open(file) as database:
        assert contents(database.connection) == fresh.contents


def rows_of(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    with duckdb.connect(str(file), read_only=True) as connection:
        names = connection.execute("select table_name from information_schema.tables").fetchall()
        return {
            name: connection.execute(f"from {name} order by all").fetchall() for (name,) in names
        }


KILLED = """
import os, signal, sys
from mentis_records.store.database import Database
from mentis_records.store.migration import registry
def die(connection):
    os.kill(os.getpid(), signal.SIGKILL)
registry._derive = die
Database.create(sys.argv[1])
"""


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_a_killed_migration_changes_nothing(file: Path, version: int, fresh: Fresh) -> None:
    make_file(file, version)
    before = rows_of(file)
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert rows_of(file) == before
    with Database.create(file) as database:
        assert contents(database.connection) == fresh.contents


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("create table aliases (amount integer)", "its table aliases differs"),
        ("create view players as select 1 as one", "players"),
        ("alter table games drop column final_position", "final_position"),
        ("drop table comments; create table comments (x integer)", "its table comments differs"),
    ],
)
@pytest.mark.parametrize("is_writable", [False, True])
def test_a_file_that_is_not_what_its_version_says_is_refused(
    file: Path, change: str, reason: str, is_writable: bool
) -> None:
    make_file(file, 1, change)
    before = rows_of(file)
    with pytest.raises(StoreError, match="of schema 1, and cannot be brought up") as caught:
        (Database.create if is_writable else Database.open)(file)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert rows_of(file) == before


def test_other_tables_stay(file: Path) -> None:
    make_file(file, 1, "create table notes as select 'mine' as note")
    with Database.open(file) as database:
        assert database.connection.execute("from notes").fetchall() == [("mine",)]


@pytest.mark.parametrize("is_writable", [False, True])
@pytest.mark.parametrize(
    "statements",
    [
        "create table sales as select 1 as amount",
        "create table meta as select 1 as amount",
        "create table meta as select 'a' as key, 'b' as value",
        f"create table meta as select 'schema_version' as key, '{SCHEMA_VERSION}' as value",
        "create table meta as select 'schema_version' as key, '0' as value",
        "create table meta as select 'schema_version' as key, '-3' as value",
        "create view sales as select 1 as amount",
    ],
)
def test_foreign_tables_are_refused(file: Path, statements: str, is_writable: bool) -> None:
    with duckdb.connect(str(file)) as connection:
        connection.execute(statements)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="a DuckDB database, but not one of mentis-records"):
        (Database.create if is_writable else Database.open)(file)
    assert file.read_bytes() == before
