import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.open import create_database, open_database
from mentis_records.store.sql import is_complete, run_sql
from mentis_records.store.statement_rows import FETCH_ROWS


@pytest.fixture
def file(tmp_path: Path, sample: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", sample, is_indexed=False)


@pytest.fixture
def opened(file: Path) -> Iterator[Database]:
    with open_database(file) as database:
        yield database


def refusal(database: Database, sql: str) -> str:
    with pytest.raises(StoreError) as caught:
        list(run_sql(database, sql))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_names_and_rows(opened: Database) -> None:
    rows = run_sql(opened, "select game_id, blue as player from mentis_games order by game_id")
    assert rows.names == ("game_id", "player")
    assert list(rows) == [(1, "Blue"), (2, "Blue"), (3, "Ada"), (4, "Ada")]


def test_many_rows_and_two_queries_at_once(opened: Database) -> None:
    count = 3 * FETCH_ROWS + 1
    one = iter(run_sql(opened, f"select i from range({count}) as t(i)"))
    two = run_sql(opened, "select count(*) from plies")
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
    found = run_sql(opened, sql)
    assert found.names
    assert list(found)


@pytest.mark.parametrize(
    "sql",
    [
        "create table t (a int)",
        "create temp table t (a int)",
        "insert into meta values ('a', 'b')",
        "delete from games",
        "update games set first_player = 'x'",
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
        "from enable_logging()",
        "from query('from enable_' || 'logging()')",
        "from checkpoint()",
        "update extensions",
        "select interval '2000000000 months'",
        "with t as (delete from games returning *) from t",
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
        "select first_player::integer from games",
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
        "only queries are run here (select, describe, show): not drop; the database is read-only"
    )
    assert refusal(opened, "select 1; select 2") == "one query at a time, please"
    assert refusal(opened, " ") == "no query"
    assert refusal(opened, "select * from nothing").startswith("Table with name nothing")


def test_messages_say_where(opened: Database) -> None:
    message = refusal(opened, "select blu from games")
    assert message.startswith('Referenced column "blu" not found in FROM clause! Candidate')
    assert message.endswith(" (line 1, column 8)")
    assert refusal(opened, "select\n 1,\n  nothing").endswith("(line 3, column 3)")
    many = ", ".join(f"{number} as c{number}" for number in range(50))
    assert refusal(opened, f"select {many}, foo, {many}").endswith(
        f"(line 1, column {len(many) + 10})"
    )


def test_parameters(opened: Database) -> None:
    assert list(run_sql(opened, "select ? || $2", ["a", "b'; drop table games"])) == [
        ("ab'; drop table games",)
    ]
    assert list(run_sql(opened, "select $n + 1", {"n": 2})) == [(3,)]


@pytest.fixture
def writer(file: Path) -> Iterator[Database]:
    with create_database(file) as database:
        yield database


def test_a_writer_changes_tables_and_rows(writer: Database) -> None:
    def run(sql: str) -> list[tuple[object, ...]]:
        return list(run_sql(writer, sql))

    assert run("update games set event = 'Cup' where game_id < 3") == [(2,)]
    assert run("select count(*) from games where event = 'Cup'") == [(2,)]
    run("create table mine as select game_id from games")
    run("alter table mine add column note varchar")
    assert run("insert into mine values (9, 'x')") == [(1,)]
    assert run("delete from mine where game_id = 9 returning note") == [("x",)]
    run("drop table mine")


@pytest.mark.parametrize(
    "sql",
    [
        "copy games to '{file}.wal'",
        "copy games to '{folder}/out.csv'",
        "copy games from '{folder}/secret.txt'",
        "create table t as from read_text('{folder}/secret.txt')",
        "create table t as from '{folder}/secret.txt'",
        "create view t as from read_csv('{folder}/secret.txt')",
        "insert into meta select filename, content from read_text('{folder}/secret.txt')",
        "create persistent secret s (type s3)",
        "export database '{folder}/out'",
        "attach '{folder}/other.duckdb'",
        "set enable_external_access = true",
        "pragma enable_progress_bar",
        "install httpfs",
        "load httpfs",
        "begin",
        "checkpoint",
        "vacuum",
        "delete from games; drop table games",
        "explain analyze copy games to '{file}.wal'",
        "from enable_logging()",
        'select (select count(*) from system.main."enable_logging" /* x */ ())',
        "from enable_logging(storage := 'file', storage_path := '{folder}/logs')",
        "from enable_logging(storage := 'stdout')",
        "from disable_logging()",
        "from enable_profiling(format := 'json', save_location := '{folder}/p.json')",
        "call enable_logging()",
        "call enable_profiling()",
        "from query('from enable_' || 'logging()')",
        "from json_execute_serialized_sql(json_serialize_sql('from enable_logging()'))",
        "create view v as from enable_logging()",
        "create macro f() as table from enable_logging()",
        "create table t as from enable_logging()",
        "insert into meta select 'a', 'b' from enable_logging()",
        "explain analyze from enable_profiling()",
        "describe from enable_logging()",
        "prepare p as from enable_logging()",
        "execute p",
        "values (write_log('x'))",
        "from truncate_duckdb_logs()",
        "from checkpoint()",
        "from force_checkpoint()",
        "from register_external_resource_type('k', kind := 'a', create_function := 'f')",
        "from add_grammar_extension('x')",
        "create secret s (type http, bearer_token 'x')",
        "create or replace temp secret s (type http)",
        "drop secret s",
        "alter /* x */ database club set alias to other",
        "explain analyze alter database club set alias to other",
        "update extensions",
        "explain update extensions",
        "set variable x = 1",
        "set memory_limit = '1GB'",
        "reset memory_limit",
        "pragma enable_profiling",
        "pragma enable_verification",
        "use memory",
        "force checkpoint",
        "commit",
        "rollback",
        "import database '{folder}/out'",
        "copy from database club to other",
        "detach club",
        "select interval '2000000000 months'",
    ],
)
def test_a_writer_stays_in_its_file(writer: Database, file: Path, sql: str) -> None:
    folder = file.parent
    (folder / "secret.txt").write_text("secret")
    before = sorted(path.name for path in folder.iterdir())
    settings = "from duckdb_settings() select name, value where name <> 'lock_configuration'"
    was = list(run_sql(writer, settings))
    refusal(writer, sql.format(file=file, folder=folder))
    assert sorted(path.name for path in folder.iterdir()) == before
    assert list(run_sql(writer, settings)) == was
    assert list(run_sql(writer, "select count(*) from games")) == [(4,)]


def test_a_view_that_hides_a_function_changes_no_setting(file: Path) -> None:
    with create_database(file) as database:
        database.connection.execute("create view hidden as from enable_logging()")
        database.connection.execute("create macro f() as table from enable_profiling()")
    for open_it in (create_database, open_database):
        with open_it(file) as database:
            for name in ("hidden", "f()"):
                assert "the configuration has been locked" in refusal(database, f"from {name}")
            assert list(run_sql(database, "select current_setting('enable_logging')")) == [(False,)]


def test_names_that_are_not_called_are_no_functions(opened: Database) -> None:
    query = "select 'enable_logging()' as checkpoint, 1 as write_log -- checkpoint()"
    assert list(run_sql(opened, query)) == [("enable_logging()", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select 1;", True),
        ("select 1", False),
        ("select ';", False),
        ("select ';' ; -- done;", True),
        ("select 1 -- ;", False),
        ("select 1 /* ;", False),
        ("select $$;$$", False),
        ("", False),
        (";", True),
        ("select 1; select 2", False),
        ("select 1 + ", False),
        ("select 'é'; -- é", True),
        ("select 'é' -- ;", False),
    ],
)
def test_what_is_complete(text: str, expected: bool) -> None:
    assert is_complete(text) is expected


def test_an_interrupt_ends_a_query(opened: Database) -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(run_sql(opened, "select count(*) from range(30000000000) t(i) where i % 7 = 3"))
    assert time.monotonic() - started < 5
    assert list(run_sql(opened, "select 1")) == [(1,)]
