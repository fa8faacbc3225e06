"""Databases that cannot be opened, read or written: a clear line, exit code 2, nothing damaged."""

import ctypes
import os
import re
import resource
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import GOOD, RULEBOOK, mentis
from size_kit import sizes

from mentis_records.store.doctor.checkup import examine
from mentis_records.store.open import open_database

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]

ASKING = CASES["asking"]
CHANGING = CASES["changing"]
COMMANDS = (*ASKING, *CHANGING)


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    (tmp_path / "new.mgn").write_text(GOOD)
    return place_loaded(tmp_path / "club.duckdb", RULEBOOK)


def words(command: tuple[str, ...], db: Path) -> list[str]:
    return [*(word.format(folder=db.parent) for word in command), "--db", str(db)]


def assert_refused(command: tuple[str, ...], db: Path, reason: str) -> None:
    """A command ends with one line that names the file and the reason."""
    done = mentis(*words(command, db), code=2)
    assert done.stdout == ""
    assert done.stderr.startswith(f"mentis: {db}: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


def checksum(header: bytes) -> bytes:
    """Return what DuckDB writes before the 4,088 bytes of a file's first header."""
    found = 5381
    for (word,) in struct.iter_unpack("<Q", header):
        found ^= word * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return struct.pack("<Q", found)


def newer_storage(whole: bytes) -> bytes:
    """Return a file as a DuckDB of the future would write it."""
    header = whole[8:12] + struct.pack("<Q", 9_999) + whole[20:4096]
    return checksum(header) + header + whole[4096:]


def sqlite_file(whole: bytes) -> bytes:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("create table games (a)")
    found = connection.serialize()
    connection.close()
    return found


def flipped(whole: bytes) -> bytes:
    """Return a file with one bit of each block turned."""
    found = bytearray(whole)
    for at in range(12_288 + 100, len(found), 1 << 18):
        found[at] ^= 1
    return bytes(found)


FOREIGN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "text": (lambda whole: b"1. TSNd2 TSNd6\n" * 2_000, "not a database of mentis-records"),
    "one line": (lambda whole: b"hello\n", "not a database of mentis-records"),
    "zero bytes": (lambda whole: b"", "not a database of mentis-records"),
    "SQLite": (sqlite_file, "not a database of mentis-records"),
    "an archive": (lambda whole: b"\x1f\x8b\x08" + whole, "not a database of mentis-records"),
    "newer storage": (newer_storage, "made by a newer DuckDB; upgrade duckdb"),
    "cut in the header": (lambda whole: whole[:5_000], "damaged: the file is shorter"),
    "cut in the data": (lambda whole: whole[:500_000], "damaged: the file is shorter"),
    "turned bits": (flipped, "damaged: the file is not as it was written"),
}


def test_the_checksum_is_the_engine_s(db: Path) -> None:
    whole = db.read_bytes()
    assert checksum(whole[8:4096]) == whole[:8]


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_sound_database_is_refused_and_stays(db: Path, name: str) -> None:
    spoil, reason = FOREIGN[name]
    spoiled = spoil(db.read_bytes())
    db.write_bytes(spoiled)
    at = [*FOREIGN].index(name)
    for command in COMMANDS[at % 3 :: 3]:  # each of them for three of the kinds
        assert_refused(command, db, reason)
        assert db.read_bytes() == spoiled, command
    assert {path.name for path in db.parent.iterdir()} <= {"club.duckdb", "new.mgn", "reports"}


def test_folders_and_devices_are_refused(tmp_path: Path) -> None:
    (tmp_path / "new.mgn").write_text(GOOD)
    folder = tmp_path / "club.duckdb"
    folder.mkdir()
    for command in COMMANDS:
        assert_refused(command, folder, "a folder, not a database")
    assert list(folder.iterdir()) == []
    pipe = tmp_path / "pipe.duckdb"
    os.mkfifo(pipe)
    for command in COMMANDS:
        assert_refused(command, pipe, "no plain file, not a database")


def test_a_database_below_a_file_is_refused(db: Path) -> None:
    below = db / "club.duckdb"
    assert_refused(("load", str(RULEBOOK)), below, f"there is no folder {db}")
    for command in ASKING:
        if command[0] != "report":
            assert_refused(command, below, "no such database")


def test_another_process_has_it(db: Path) -> None:
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(db)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        for command in COMMANDS:
            done = mentis(*words(command, db), code=2)
            found = re.fullmatch(r"mentis: .*: another program has it open: (.*)\n", done.stderr)
            assert found is not None
            assert re.fullmatch(rf".*\(PID {holder.pid}\)( by user \S+)?", found[1])
        holder.communicate("\n")
    assert mentis("doctor", "--db", db).exit_code == 0


def run(
    *words: object, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, which does something before it begins."""
    return subprocess.run(
        [sys.executable, "-m", "mentis_records.cli", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=before,
        capture_output=True,
        text=True,
        check=False,
    )


def obey_modes() -> None:
    """Take from the superuser the right to write whatever the mode of a file says."""
    drop_bounding, dac_override = 24, 1
    if os.geteuid() == 0:
        assert ctypes.CDLL(None).prctl(drop_bounding, dac_override, 0, 0, 0) == 0


@sizes("step", 3, 1)
@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
def test_read_only_places(db: Path, step: int) -> None:
    whole = db.read_bytes()
    db.chmod(0o444)
    db.parent.chmod(0o555)
    try:
        for command in (("info",), ("games",), ("sql", "from games"))[::step]:
            done = run(*words(command, db), before=obey_modes)
            assert done.returncode == 0, (command, done.stderr)
        for command in CHANGING[::step]:
            done = run(*words(command, db), before=obey_modes)
            assert (done.returncode, done.stdout) == (2, ""), command
            assert "Permission denied" in done.stderr
            assert done.stderr.count("\n") == 1
    finally:
        db.parent.chmod(0o755)
    assert db.read_bytes() == whole


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
def test_a_database_that_cannot_have_a_companion_stays(db: Path) -> None:
    """Its log of what is being written stands beside it."""
    db.parent.chmod(0o555)
    try:
        done = run("load", db.parent / "new.mgn", "--db", db, before=obey_modes)
    finally:
        db.parent.chmod(0o755)
    assert done.returncode == 2
    assert "Permission denied" in done.stderr
    with open_database(db) as database:
        assert list(examine(database)) == []
        sources = database.connection.execute("select name from sources").fetchall()
    assert sources == [(str(RULEBOOK),)]


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
def test_a_folder_that_may_not_be_written_takes_no_new_database(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    done = run("load", RULEBOOK, "--db", folder / "club.duckdb", before=obey_modes)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Permission denied" in done.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.ci
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """What was loaded before stays, what was under way is undone, and may be loaded later."""
    many, db = tmp_path / "many.mgn", tmp_path / "club.duckdb"
    assert mentis("generate", "--games", 1_500, "--seed", 1, "--out", many).exit_code == 0
    assert mentis("load", RULEBOOK, "--db", db, "--no-index").exit_code == 0
    room = db.stat().st_size + 200_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    def assert_no_room(*command: object) -> None:
        done = run(*command, "--db", db, before=limit)
        assert (done.returncode, done.stdout) == (2, ""), command
        assert done.stderr == (
            f"mentis: {db}: the file may not grow any larger; the change was undone\n"
        )
        assert mentis("doctor", "--db", db).exit_code == 0

    assert_no_room("load", many)
    with open_database(db) as database:
        sources = database.connection.execute("select name from sources").fetchall()
    assert sources == [(str(RULEBOOK),)]
    done = mentis("load", many, "--db", db, "--no-index", code=0)
    assert "1500 stored" in done.stdout
    room = db.stat().st_size
    assert_no_room("index")
    assert mentis("index", "--db", db).exit_code == 0


def test_a_name_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    db = tmp_path / os.fsdecode(b"r\xe9.duckdb")
    for command in (("load", str(RULEBOOK)), ("info",)):
        done = run(*command, "--db", str(db))
        assert done.returncode == 2
        assert done.stderr == f"mentis: {tmp_path}/r\\xe9.duckdb: this name is not UTF-8\n"
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("name", [b"r\xe9.parquet", b"a?b\\.parquet"])
def test_parquet_takes_any_name(db: Path, name: bytes) -> None:
    out = db.parent / os.fsdecode(name)
    done = run("export", "--db", db, "--out", out)
    assert (done.returncode, out.exists()) == (0, True)
