"""The file of a database: opening, memory, files next to it, and the threads that write."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from case_kit import cases_of
from cli_kit import mentis
from store_kit import READER, SAMPLE, MakeDump
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.core.capability import MATCH
from mentis_records.games import GAMES
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import StoreError
from mentis_records.store.file.memory_limit import LEAST_BYTES, OWN_BYTES, parse_size
from mentis_records.store.file.source_file import open_source_file
from mentis_records.store.load import intake as intake_module
from mentis_records.store.load.load import load
from mentis_records.store.load.writer_thread import Beside
from mentis_records.store.open import create_database, open_database
from mentis_records.store.row.appending import appending
from mentis_records.store.row.batch import Batch
from mentis_records.store.schema import SCHEMA_VERSION, TABLES, VIEWS

CASES = cases_of(__file__)


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


@pytest.mark.parametrize("has_thread", [False, True])
def test_pieces_of_work_are_done_in_order(has_thread: bool) -> None:
    done: list[int] = []
    with Beside(has_thread) as beside:
        for number in range(5):
            beside.run(lambda number=number: done.append(number))  # type: ignore[misc]
    assert done == [0, 1, 2, 3, 4]
    with beside:
        beside.run(lambda: done.append(5))
    assert done[-1] == 5


def test_work_goes_on_while_the_caller_does() -> None:
    is_going, may_end = threading.Event(), threading.Event()

    def work() -> None:
        is_going.set()
        assert may_end.wait(60)

    with Beside() as beside:
        beside.run(work)
        assert is_going.wait(60)
        may_end.set()


def test_an_error_is_raised_to_whoever_waits() -> None:
    def fail() -> None:
        raise ValueError("no")

    with Beside() as beside:
        beside.run(fail)
        with pytest.raises(ValueError, match="no"):
            beside.wait()
        beside.wait()
    with pytest.raises(ValueError, match="no"), Beside() as beside:
        beside.run(fail)
    with pytest.raises(KeyboardInterrupt):
        interrupt(fail)


def interrupt(work: Callable[[], None]) -> None:
    with Beside() as beside:
        beside.run(work)
        raise KeyboardInterrupt


def test_nothing_is_left_unfinished_after_an_error() -> None:
    done = []

    def work() -> None:
        time.sleep(0.2)
        done.append(1)

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        interrupt(work)
    assert done == [1]
    assert threading.active_count() == before


def test_what_cannot_be_written_beside_leaves_nothing(
    database: Database, dump: MakeDump, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    write = Batch.write

    def fail(self: Batch, connection: Any) -> None:
        write(self, connection)
        threads.append(threading.current_thread())
        if len(threads) == 2:
            connection.execute("insert into no_such_table values (1)")

    monkeypatch.setattr(intake_module, "BATCH_POSITIONS", 1)
    monkeypatch.setattr(intake_module, "BATCH_RECORDS", 1)
    monkeypatch.setattr(Batch, "write", fail)
    before = dump()
    with pytest.raises(StoreError, match="no_such_table"):
        load(database, READER, str(SAMPLE), jobs=2)
    assert dump() == before
    assert threading.main_thread() not in threads
    monkeypatch.setattr(Batch, "write", write)
    assert load(database, READER, str(SAMPLE), jobs=2).stored == 4


def test_a_hash_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "long.mgn"
    with path.open("wb") as file:
        file.truncate(64 << 30)
    before = threading.active_count()
    with open_source_file(str(path)) as source:
        assert source.size == 64 << 30
    assert threading.active_count() == before


@pytest.mark.parametrize(("text", "size"), CASES["sizes"])
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", [*CASES["no_sizes"], "9" * 400 + "MB"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a size such as|is too little: at least 460MB"):
        parse_size(text)


def test_the_engine_gets_its_part(file: Path) -> None:
    """It says sizes in words, cut to a tenth of a MiB."""
    for make in (create_database, open_database):
        with make(file, memory_limit=OWN_BYTES + (128 << 20)) as database:
            found = database.connection.execute(
                "select current_setting('memory_limit'), current_setting('temp_directory')"
            ).fetchone()
            assert found == ("128.0 MiB", f"{file}.tmp")


def test_the_engine_keeps_a_third_of_its_part_for_what_it_writes(file: Path) -> None:
    query = "select current_setting('block_allocator_memory')"
    with create_database(file, memory_limit=OWN_BYTES + (96 << 20)) as database:
        assert database.connection.execute(query).fetchone() == ("32.0 MiB",)


def test_a_full_group_of_rows_goes_into_the_file_at_once(file: Path) -> None:
    rows = "select range as key, 1 as game_id, 1 as ply from range(100_000)"
    with create_database(file) as database, transaction(database) as connection:
        before = file.stat().st_size
        with appending(connection):
            for _ in range(2):
                connection.execute(f"insert into positions_by_key by name {rows}")
        assert file.stat().st_size > before + 500_000


@pytest.mark.ci
def test_what_does_not_fit_goes_beside_the_database(file: Path) -> None:
    with create_database(file, memory_limit=LEAST_BYTES) as database:
        rows = "select range as a, hash(range) as b from range(12_000_000)"
        database.connection.execute(f"create temp table sorted as ({rows}) order by b")
        assert file.with_name(f"{file.name}.tmp").is_dir()
    assert not file.with_name(f"{file.name}.tmp").exists()


@pytest.mark.parametrize(("words", "environment"), CASES["commands_refuse_what_is_no_size"])
@pytest.mark.parametrize(
    "command", ["load", "index", "info", "games", "tree", "export", "report", "doctor"]
)
def test_commands_refuse_what_is_no_size(
    file: Path, command: str, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    first = {"load": [str(SAMPLE)], "report": ["winrate"]}.get(command, [])
    done = CliRunner().invoke(
        make_app([command]), [command, *first, "--db", str(file), *words], env=environment
    )
    assert done.exit_code == 2
    assert "--memory-limit " in done.stderr
    assert done.stdout == ""
    assert not file.exists()


def test_a_load_with_a_limit_is_the_same(file: Path) -> None:
    words = ("--db", file, "--memory-limit", "460MB")
    done = mentis("load", SAMPLE, *words, code=0)
    assert (done.stderr, "4 stored" in done.stdout) == ("", True)
    for command in ("index", "info", "doctor"):
        mentis(command, *words, code=0)


def threads(connection: duckdb.DuckDBPyConnection) -> int:
    found = connection.execute("select current_setting('threads')").fetchone()
    assert found is not None
    return int(found[0])


def test_one_thread_appends() -> None:
    with duckdb.connect() as connection:
        connection.execute("create table numbers (number integer)")
        usual = threads(connection)
        with appending(connection):
            assert threads(connection) == 1
            connection.execute("insert into numbers from range(10)")
        assert threads(connection) == usual


def test_an_error_is_told_as_it_is() -> None:
    with duckdb.connect() as connection:
        usual = threads(connection)
        with pytest.raises(ZeroDivisionError), appending(connection):
            raise ZeroDivisionError
        assert threads(connection) == usual
        connection.begin()
        with pytest.raises(duckdb.CatalogException), appending(connection):
            connection.execute("from nowhere")
