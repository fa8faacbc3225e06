"""Repairs and vacuums that are killed and repeated; ``killed_upkeep.py`` kills more of them."""

import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from disturbance import MENTIS, Dump, disturb, environment, make_folder, run, undisturbed
from killed_upkeep import WORDS, keep_up, kill, make_database
from size_kit import sizes

from mentis_records.store import vacuum as vacuum_module
from mentis_records.store.file import connect as connect_module
from mentis_records.store.file.connect import connect_for_writing
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import clear_index
from mentis_records.store.position.index_extent import indexed_game
from mentis_records.store.vacuum import vacuum


@pytest.fixture(scope="module", params=WORDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@sizes("moments", 1, 3)
def test_a_killed_upkeep_that_is_repeated_ends_as_if_it_had_not_been(
    kind: str, moments: int, tmp_path: Path
) -> None:
    before = tmp_path / "before.duckdb"
    make_database(before, kind, 200 if kind == "vacuum" else 100)
    known = keep_up(kind, before, tmp_path / "whole")
    assert len(list(kill(kind, known, moments, seed=2))) == moments


def test_an_index_emptied_by_a_repair_is_made_by_the_next(tmp_path: Path) -> None:
    file = tmp_path / "club.duckdb"
    make_database(file, "vacuum", 30)
    with create_database(file) as database:
        last = indexed_game(database.connection)
        clear_index(database.connection)
    assert run("doctor", "--repair", "--db", file).returncode == 0
    with open_database(file) as database:
        assert indexed_game(database.connection) == last > 0


def test_a_database_without_index_gets_none_by_a_repair(tmp_path: Path) -> None:
    file, records = tmp_path / "club.duckdb", tmp_path / "few.mgn"
    run("generate", "--games", 20, "--out", records)
    assert run("load", "--no-index", records, "--db", file).returncode == 0
    assert run("delete", "3", "--db", file, "--yes").returncode == 0
    with create_database(file) as database:
        database.connection.execute(
            "update mainlines set keys = list_reverse(keys) where game_id = 5"
        )
        database.connection.execute("update games set ply_count = 1 where game_id = 6")
    assert run("doctor", "--repair", "--db", file).returncode == 0
    with open_database(file) as database:
        assert indexed_game(database.connection) == 0


def test_leftovers_are_swept_by_whoever_writes(tmp_path: Path) -> None:
    file = tmp_path / "club.duckdb"
    create_database(file).close()
    (tmp_path / ".club.duckdb.new.x1").mkdir()
    (tmp_path / ".club.duckdb.new.x1" / "new").write_bytes(b"half")
    (tmp_path / ".club.duckdb.vacuum").write_bytes(b"half")
    (tmp_path / ".club.duckdb.vacuum.wal").write_bytes(b"half")
    (tmp_path / "club.duckdb.tmp").mkdir()
    (tmp_path / "club.duckdb.tmp" / "duckdb_temp_storage_DEFAULT-0.tmp").write_bytes(b"half")
    others = {tmp_path / ".club.duckdb.mine", tmp_path / ".other.duckdb.vacuum"}
    for other in others:
        other.write_text("stays")
    create_database(file).close()
    assert set(tmp_path.iterdir()) == {file, *others}


def test_nothing_is_stored_in_a_file_that_vacuum_replaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, records = tmp_path / "club.duckdb", tmp_path / "few.mgn"
    make_database(file, "vacuum", 60)
    run("generate", "--games", 5, "--seed", 99, "--out", records)
    replace, loads = vacuum_module.os.replace, []

    def load() -> subprocess.CompletedProcess[str]:
        words = [*MENTIS, "load", str(records), "--db", str(file)]
        return subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)

    def replace_between(source: Path, target: Path) -> None:
        loads.append(load())
        replace(source, target)
        loads.append(load())

    monkeypatch.setattr(vacuum_module.os, "replace", replace_between)
    vacuum(file)
    before, after = loads
    assert before.returncode == 2
    assert "another program has it open" in before.stderr
    assert after.returncode == 0
    assert "5 stored" in after.stdout
    with open_database(file) as database:
        row = database.connection.execute("select count(*) from games where source_id = 2")
        assert row.fetchone() == (5,)


def test_a_file_replaced_before_it_is_locked_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "club.duckdb", tmp_path / "other.duckdb"
    create_database(file).close()
    shutil.copy(file, other)
    connect = connect_module.connect

    def connect_late(place: Path, *words: object) -> object:
        connection = connect(place, *words)  # type: ignore[arg-type]
        if other.exists():
            other.replace(file)
        return connection

    monkeypatch.setattr(connect_module, "connect", connect_late)
    with connect_for_writing(file, None) as connection:
        connection.execute("insert into meta values ('seen', 'yes')")
    with open_database(file) as database:
        row = database.connection.execute("select value from meta where key = 'seen'").fetchone()
    assert row == ("yes",)


# Loads that are killed or interrupted at random moments; ``disturbance.py`` does more of them


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("disturbed") / "records"
    make_folder(folder, sources=3, games=80)
    return folder


@pytest.fixture(scope="module")
def whole(folder: Path) -> tuple[Dump, float]:
    return undisturbed(folder, folder.parent / "whole.duckdb")


def test_the_folder_has_all_kinds_of_records(whole: tuple[Dump, float]) -> None:
    dump, _ = whole
    for table in ("games", "duplicates", "quarantine", "variations", "comments"):
        assert dump[table], table
    assert len(dump["sources"]) == 3


@sizes("moments", 1, 4)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_disturbed_loads_hold_whole_sources_and_end_as_others_do(
    folder: Path, whole: tuple[Dump, float], how: signal.Signals, moments: int
) -> None:
    dump, lasts = whole
    outcomes = list(disturb(folder, dump, lasts, moments, how, seed=4))
    assert len(outcomes) == moments
    for outcome in outcomes:
        # Before the program has begun, Python itself answers Ctrl-C.
        is_early = outcome.moment < lasts / 2
        assert outcome.code == (130 if how == signal.SIGINT else -how) or is_early
        assert "Traceback" not in outcome.complaint or is_early
