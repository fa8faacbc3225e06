"""Files of an earlier schema are brought up to date with nothing lost, or stay as they were."""

import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from case_kit import cases_of
from next_schema import EARLIER, NEXT, adopt, make_earlier, take_step
from store_kit import READER, Dump, Rows, fetched

from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis
from mentis_records.notation.read import Reader
from mentis_records.store import open as open_module
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.evaluation import Effort, Place, keep_evaluations
from mentis_records.store.file.connect import connect
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.load.load import load
from mentis_records.store.migration import registry
from mentis_records.store.open import amend_database, create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.position.index_extent import indexed_game
from mentis_records.store.schema import POSITIONS_BY_KEY, SCHEMA_VERSION, TABLES

CASES = cases_of(__file__)

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.mgn"

TEXTS = {
    "again.mgn": f"\n{SAMPLE.read_text(encoding='utf-8')}",
    "listing.txt": CASES["listing"],
    "more.mgn": CASES["more"],
}
AS_PLAYED = '[Event "x"]\n[Blue "Ada"]\n[Red "Cleo"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 3. e3-e4 *\n'


def contents(connection: duckdb.DuckDBPyConnection) -> Dump:
    """Return all rows."""
    tables = dict.fromkeys((*TABLES, *all_index_tables(connection)))
    return {
        table.name: connection.execute(f"from {table.name} order by all").fetchall()
        for table in tables
    }


def layout(connection: duckdb.DuckDBPyConnection) -> Rows:
    """Return what the database says of its tables, views and columns."""
    columns = {
        "tables": "table_name, sql, comment",
        "views": "view_name, sql, comment",
        "columns": "table_name, column_name, data_type, comment",
    }
    rows: Rows = []
    for what, names in columns.items():
        ours = "database_name = current_database() and not internal"
        query = f"select {names} from duckdb_{what}() where {ours} order by all"
        rows += connection.execute(query).fetchall()
    return rows


def state_of(file: Path) -> tuple[Rows, Dump]:
    """Return the layout of a file, and all rows of the tables and views that it has."""
    with duckdb.connect(str(file), read_only=True) as connection:
        names = connection.execute("select table_name from information_schema.tables").fetchall()
        return layout(connection), {
            name: connection.execute(f"from {name} order by all").fetchall() for (name,) in names
        }


def change(file: Path, statements: str) -> None:
    with duckdb.connect(str(file)) as connection:
        connection.execute(statements)


@dataclass(frozen=True)
class Fresh:
    """What a file of the next schema has from the beginning."""

    file: Path
    """One of today, without an index."""
    layout: Rows
    contents: Dump
    indexed_layout: Rows
    indexed: Dump
    """The same once the index is made."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    folder, reader = tmp_path_factory.mktemp("fresh"), Reader(GAMES)
    file, indexed = folder / "fresh.duckdb", folder / "indexed.duckdb"
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    played = folder / "played.mgn"
    played.write_text(AS_PLAYED, encoding="utf-8")
    with create_database(file) as database:
        for path in (SAMPLE, HERE / "broken.mgn", *(folder / name for name in TEXTS)):
            load(database, reader, str(path))
        load(database, replace(reader, is_as_played=True), str(played))
        database.connection.execute("insert into aliases values ('Cleo', 'Ada')")
    shutil.copyfile(file, indexed)
    with create_database(indexed) as database:
        run = database.connection.execute
        run(f"update meta set value = '{NEXT}' where key = 'schema_version'")
        loaded = contents(database.connection)
        empty = {name for name, rows in loaded.items() if not rows}
        assert empty == {"matches", "saved_queries", POSITIONS_BY_KEY.name}
        before = layout(database.connection)
        update_index(database)
        after = layout(database.connection), contents(database.connection)
        return Fresh(file, before, loaded, *after)


@pytest.fixture(scope="module")
def earlier(fresh: Fresh) -> Path:
    """Return a file of the earlier schema, without an index."""
    file = fresh.file.with_name("earlier.duckdb")
    shutil.copyfile(fresh.file, file)
    with duckdb.connect(str(file)) as connection:
        make_earlier(connection)
    return file


@pytest.fixture
def old(file: Path, earlier: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of the earlier schema for a program that knows the next."""
    adopt(monkeypatch)
    shutil.copyfile(earlier, file)
    return file


@pytest.mark.parametrize("is_writable", [False, True])
def test_an_earlier_file_becomes_one_of_the_present_schema(
    old: Path, fresh: Fresh, is_writable: bool
) -> None:
    with (create_database if is_writable else open_database)(old) as database:
        assert database.is_writable is is_writable
        assert database.earlier_version == EARLIER
        assert layout(database.connection) == fresh.layout
        assert contents(database.connection) == fresh.contents
        assert list(examine(database)) == []
        if is_writable:
            assert load(database, READER, str(SAMPLE)).is_known
    before = old.read_bytes()
    with open_database(old) as database:
        assert database.earlier_version == 0
    assert old.read_bytes() == before


def test_evaluations_stay(file: Path, fresh: Fresh, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copyfile(fresh.file, file)
    effort, start = Effort("engine 1", "10 nodes"), Place("", 8)
    with create_database(file) as database:
        found = [(start, Analysis(None, (), 0, 1))]
        keep_evaluations(database, GAMES[0], effort, found)
        kept, laid_out = contents(database.connection), layout(database.connection)
        rows = fetched(database, "from evaluations")
        make_earlier(database.connection)
    change(file, "comment on column evaluations.mate is 'of old'")
    adopt(monkeypatch)
    with open_database(file) as database:
        assert fetched(database, "from evaluations") == rows
        assert layout(database.connection) == laid_out
        assert contents(database.connection)["games"] == kept["games"]


def test_whoever_amends_a_file_knows_its_version(old: Path) -> None:
    with amend_database(old) as database:
        assert database.earlier_version == EARLIER
    with amend_database(old) as database:
        assert database.earlier_version == 0


@pytest.mark.parametrize("version", [EARLIER, EARLIER + 1])
def test_steps_are_taken_in_order_from_the_version_on(
    file: Path, fresh: Fresh, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copyfile(fresh.file, file)
    change(file, f"update meta set value = '{version}' where key = 'schema_version'")
    if version == EARLIER:
        change(file, "drop view players")
    taken: list[int] = []
    adopt(monkeypatch, [lambda _: taken.append(EARLIER), lambda _: taken.append(EARLIER + 1)])
    with open_database(file) as database:
        assert database.earlier_version == version
        assert layout(database.connection) == fresh.layout
    assert taken == list(range(version, EARLIER + 2))


def make_indexed(file: Path, fresh: Fresh, has_other_keys: bool) -> None:
    """Make a file of the earlier schema that has an index."""
    shutil.copyfile(fresh.file, file)
    with create_database(file) as database:
        update_index(database)
        make_earlier(database.connection, has_other_keys)


def test_an_index_with_the_same_columns_stays(
    file: Path, fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    def index(connection: duckdb.DuckDBPyConnection) -> Dump:
        names = (table.name for table in all_index_tables(connection))
        return {name: connection.execute(f"from {name}").fetchall() for name in names}

    make_indexed(file, fresh, has_other_keys=False)
    with duckdb.connect(str(file)) as connection:
        before, last = index(connection), indexed_game(connection)
    assert last
    assert all(before[name] for name in ("mentis_features", "positions_by_key"))
    adopt(monkeypatch)
    with open_database(file) as database:
        assert index(database.connection) == before
        assert indexed_game(database.connection) == last
        assert contents(database.connection) == fresh.indexed


@pytest.mark.parametrize("has_other_keys", [False, True])
def test_an_index_with_other_columns_or_keys_is_made_anew(
    file: Path, fresh: Fresh, has_other_keys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop_index(connection: duckdb.DuckDBPyConnection) -> None:
        take_step(connection)
        connection.execute("drop table mentis_features; drop table positions_by_key")
        for table in ("mentis_attacks_of_others", "mentis_attacks_of_wolves", "mentis_unions"):
            connection.execute(f"drop table {table}")
        connection.execute("update meta set value = '0' where key = 'indexed_game'")
        connection.execute("delete from meta where key = 'index_runs'")

    make_indexed(file, fresh, has_other_keys)
    if not has_other_keys:
        change(file, "alter table mentis_features drop column move_code")
    adopt(monkeypatch, [take_step if has_other_keys else drop_index])
    with create_database(file) as database:
        assert indexed_game(database.connection) == 0
        update_index(database)
        assert layout(database.connection) == fresh.indexed_layout
        assert contents(database.connection) == fresh.indexed


def test_a_file_that_cannot_be_written_is_told_to_be_of_an_earlier_version(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = old.read_bytes()

    def read_only(place: Path, is_writable: bool, limit: int | None = None) -> Any:
        if is_writable:
            raise StoreError(f"{place}: Permission denied")
        return connect(place, is_writable, limit)

    monkeypatch.setattr(open_module, "connect", read_only)
    expected = f"of schema {EARLIER}, and cannot be brought up to schema {NEXT}: Permission denied$"
    with pytest.raises(StoreError, match=expected):
        open_database(old)
    assert old.read_bytes() == before


def test_every_earlier_version_has_a_step_and_its_views() -> None:
    assert list(registry.STEPS) == list(registry.VIEWS) == list(range(1, SCHEMA_VERSION))


@pytest.mark.parametrize("stage", ["step", "lay_out", "_derive"])
def test_an_interrupted_migration_changes_nothing(
    old: Path, stage: str, monkeypatch: pytest.MonkeyPatch, fresh: Fresh
) -> None:
    before = state_of(old)
    genuine = take_step if stage == "step" else getattr(registry, stage)

    def interrupt(connection: duckdb.DuckDBPyConnection) -> None:
        genuine(connection)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if stage == "step":
            patch.setitem(registry.STEPS, EARLIER, interrupt)
        else:
            patch.setattr(registry, stage, interrupt)
        with pytest.raises(KeyboardInterrupt):
            create_database(old)
    assert state_of(old) == before
    with open_database(old) as database:
        assert contents(database.connection) == fresh.contents


KILLED = CASES["killed"]


def test_a_killed_migration_changes_nothing(old: Path, fresh: Fresh) -> None:
    before = state_of(old)
    done = subprocess.run([sys.executable, "-c", KILLED, str(old)], cwd=HERE, check=False)
    assert done.returncode == -signal.SIGKILL
    assert state_of(old) == before
    with create_database(old) as database:
        assert contents(database.connection) == fresh.contents


@pytest.mark.parametrize(
    ("statements", "reason"), CASES["a_file_that_is_not_what_its_version_says_is_refused"]
)
@pytest.mark.parametrize("is_writable", [False, True])
def test_a_file_that_is_not_what_its_version_says_is_refused(
    old: Path, statements: str, reason: str, is_writable: bool
) -> None:
    change(old, statements)
    before = state_of(old)
    with pytest.raises(StoreError, match=f"of schema {EARLIER}, and cannot be brought") as caught:
        (create_database if is_writable else open_database)(old)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert state_of(old) == before


def test_other_tables_stay(old: Path) -> None:
    change(old, "create table notes as select 'mine' as note")
    with open_database(old) as database:
        assert fetched(database, "from notes") == [("mine",)]


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
    change(file, statements)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="a DuckDB database, but not one of mentis-records"):
        (create_database if is_writable else open_database)(file)
    assert file.read_bytes() == before
