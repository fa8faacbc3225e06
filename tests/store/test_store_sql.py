import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from case_kit import cases_of
from store_kit import SAMPLE

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.open import create_database, open_database
from mentis_records.store.sql import is_complete, run_sql
from mentis_records.store.statement_rows import FETCH_ROWS

CASES = cases_of(__file__)


@pytest.fixture
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE, is_indexed=False)


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


@pytest.mark.parametrize("sql", CASES["queries_of_all_kinds"])
def test_queries_of_all_kinds(opened: Database, sql: str) -> None:
    found = run_sql(opened, sql)
    assert found.names
    assert list(found)


@pytest.mark.parametrize("sql", CASES["refused"])
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


@pytest.mark.parametrize("sql", CASES["a_writer_stays_in_its_file"])
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


@pytest.mark.parametrize(("text", "expected"), CASES["what_is_complete"])
def test_what_is_complete(text: str, expected: bool) -> None:
    assert is_complete(text) is expected


def test_an_interrupt_ends_a_query(opened: Database) -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(run_sql(opened, "select count(*) from range(30000000000) t(i) where i % 7 = 3"))
    assert time.monotonic() - started < 5
    assert list(run_sql(opened, "select 1")) == [(1,)]
