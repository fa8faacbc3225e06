from collections.abc import Iterator
from pathlib import Path

import pytest

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.load import load
from mentis_records.store.sql import FETCH_ROWS, run_sql


@pytest.fixture
def opened(file: Path, reader: Reader, sample: Path) -> Iterator[Database]:
    with Database.create(file) as database:
        load(database, reader, str(sample))
    with Database.open(file) as database:
        yield database


def refusal(database: Database, sql: str) -> str:
    with pytest.raises(StoreError) as caught:
        list(run_sql(database, sql)[1])
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_names_and_rows(opened: Database) -> None:
    names, rows = run_sql(opened, "select game_id, blue as player from games order by game_id")
    assert names == ("game_id", "player")
    assert list(rows) == [(1, "Blue"), (2, "Blue"), (3, "Ada"), (4, "Ada")]


def test_many_rows_and_two_queries_at_once(opened: Database) -> None:
    count = 3 * FETCH_ROWS + 1
    _, one = run_sql(opened, f"select i from range({count}) as t(i)")
    _, two = run_sql(opened, "select count(*) from plies")
    assert next(one) == (0,)
    assert list(two) == [(77,)]
    assert sum(1 for _ in one) == count - 1


@pytest.mark.parametrize(
    "sql",
    [
        "from games limit 1",
        "with g as (select * from games) select count(*) from g;",
        "describe games",
        "show tables",
        "summarize games",
        "explain select 1",
        "explain analyze select 1",
        "EXPLAIN (FORMAT json) select 1",
        "values (1)",
    ],
)
def test_queries_of_all_kinds(opened: Database, sql: str) -> None:
    names, rows = run_sql(opened, sql)
    assert names
    assert list(rows)


@pytest.mark.parametrize(
    "sql",
    [
        "create table t (a int)",
        "create temp table t (a int)",
        "insert into meta values ('a', 'b')",
        "delete from games",
        "update games set blue = 'x'",
        "drop table games",
        "copy games to '{file}.wal'",
        "explain analyze copy games to '{file}.wal'",
        "explain (analyze) copy games to '{file}.wal'",
        "explain /* ( */ analyze copy games to '{file}.wal'",
        "explain explain copy games to '{file}.wal'",
        "copy games to '{folder}/out.csv'",
        "export database '{folder}/out'",
        "attach '{folder}/other.duckdb'",
        "attach '{file}' as other",
        "set enable_external_access = true",
        "set lock_configuration = false",
        "reset enable_external_access",
        "pragma enable_progress_bar",
        "install httpfs",
        "load httpfs",
        "begin",
        "call pragma_version()",
        "select * from read_text('{folder}/secret.txt')",
        "select * from read_csv('{folder}/secret.txt')",
        "select * from read_blob('{folder}/secret.txt')",
        "select * from '{folder}/secret.txt'",
        "select * from glob('{folder}/*')",
        "select * from secret",
        "select 1; select 2",
        "select 1; drop table games",
        "",
        "-- nothing",
        "selec 1",
        "select * from nothing",
        "select blue::integer from games",
        "select $name",
    ],
)
def test_refused(opened: Database, file: Path, sql: str) -> None:
    secret = [1]
    folder = file.parent
    (folder / "secret.txt").write_text("secret")
    before = sorted(path.name for path in folder.iterdir())
    content = file.read_bytes()
    refusal(opened, sql.format(file=file, folder=folder))
    assert secret
    assert sorted(path.name for path in folder.iterdir()) == before
    assert file.read_bytes() == content


def test_messages_are_for_people(opened: Database) -> None:
    assert refusal(opened, "drop table games") == (
        "only queries are run here (select, describe, show): not drop"
    )
    assert refusal(opened, "select 1; select 2") == "one query at a time, please"
    assert refusal(opened, " ") == "no query"
    assert refusal(opened, "select * from nothing").startswith("Table with name nothing")


def test_a_writer_runs_no_queries(database: Database) -> None:
    assert "opened for reading" in refusal(database, "select 1")
