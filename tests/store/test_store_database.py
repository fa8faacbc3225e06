import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from mentis_records.core.capability import MATCH
from mentis_records.games import GAMES
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.open import create_database, open_database
from mentis_records.store.schema import SCHEMA_VERSION, TABLES, VIEWS


def refusal(path: Path, is_writable: bool) -> str:
    with pytest.raises(StoreError) as caught:
        (create_database if is_writable else open_database)(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def test_everything_in_the_database_has_a_comment(database: Database) -> None:
    run = database.connection.execute
    uncommented = run(
        """
        select table_name, column_name from duckdb_columns()
        where not internal and comment is null
        union all select table_name, '' from duckdb_tables() where not internal and comment is null
        union all select view_name, '' from duckdb_views() where not internal and comment is null
        """
    ).fetchall()
    assert uncommented == []
    names = run("select table_name from information_schema.tables").fetchall()
    assert {name for (name,) in names} == {
        *(table.name for table in TABLES),
        *(view.name for view in VIEWS),
        *(f"{game.description.slug}_games" for game in GAMES),
        *(
            f"{game.description.slug}_matches"
            for game in GAMES
            if MATCH in game.description.capabilities
        ),
    }
    assert {"games", "plies", "quarantine"} <= {name for (name,) in names}


def test_a_database_is_made_once_and_opened_again(file: Path) -> None:
    for _ in range(2):
        with create_database(file) as database:
            version = database.connection.execute(
                "select value from meta where key = 'schema_version'"
            ).fetchone()
            assert version == (str(SCHEMA_VERSION),)
    with open_database(file) as database:
        assert not database.is_writable


@pytest.mark.parametrize("is_writable", [False, True])
def test_places_that_are_no_database(tmp_path: Path, is_writable: bool) -> None:
    text = tmp_path / "games.mgn"
    text.write_text("1. TSNd2 TSNd6\n" * 1_000)
    assert refusal(text, is_writable) == "not a database of mentis-records"
    assert text.read_text() == "1. TSNd2 TSNd6\n" * 1_000
    assert refusal(tmp_path, is_writable) == "a folder, not a database"


def test_missing_places(tmp_path: Path) -> None:
    missing = tmp_path / "missing.duckdb"
    assert "no such database" in refusal(missing, is_writable=False)
    assert not missing.exists()
    nowhere = tmp_path / "no" / "club.duckdb"
    assert refusal(nowhere, is_writable=True) == f"there is no folder {tmp_path / 'no'}"


@pytest.mark.parametrize("is_writable", [False, True])
@pytest.mark.parametrize("size", [100, 5_000])
def test_truncated_file(file: Path, size: int, is_writable: bool) -> None:
    create_database(file).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:size])
    refusal(file, is_writable)
    assert file.read_bytes() == whole[:size]


@pytest.mark.parametrize("is_writable", [False, True])
def test_foreign_duckdb_file(tmp_path: Path, is_writable: bool) -> None:
    path = tmp_path / "sales.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table sales as select 1 as amount")
    message = refusal(path, is_writable)
    assert message == "a DuckDB database, but not one of mentis-records"


def test_empty_duckdb_file_becomes_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "empty.duckdb"
    duckdb.connect(str(path)).close()
    assert "the database is empty" in refusal(path, is_writable=False)
    create_database(path).close()
    open_database(path).close()


@pytest.mark.parametrize("is_writable", [False, True])
def test_missing_column(file: Path, is_writable: bool) -> None:
    with create_database(file) as database:
        database.connection.execute("alter table games drop column round")
    message = refusal(file, is_writable)
    assert message.startswith("its tables have been altered: ")
    assert '"round"' in message


@pytest.mark.parametrize("is_writable", [False, True])
def test_newer_schema(file: Path, is_writable: bool) -> None:
    with create_database(file) as database:
        database.connection.execute("update meta set value = '999' where key = 'schema_version'")
    assert "made by a newer mentis-records (schema 999" in refusal(file, is_writable)


@pytest.mark.parametrize("is_writable", [False, True])
def test_locked_file(file: Path, is_writable: bool) -> None:
    create_database(file).close()
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        message = refusal(file, is_writable)
        holder.communicate("\n")
    assert message.startswith("another program has it open")
    assert f"(PID {holder.pid})" in message


def test_open_in_this_program_already(database: Database, file: Path) -> None:
    assert refusal(file, is_writable=False) == "this program has it open already"
