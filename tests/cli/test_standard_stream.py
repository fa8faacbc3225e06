"""Devices, closed pipes and full disks: what is read and written through them."""

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, mentis
from size_kit import sampled
from typer.testing import CliRunner

import mentis_records
from mentis_records.cli.main import app_for
from mentis_records.store.error import UNDONE, StoreError
from mentis_records.store.position import index

CASES = cases_of(__file__)

RECORDS = "data/rulebook.mgn"


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", Path(RECORDS))


@pytest.mark.parametrize(
    "words", CASES["written_over"], ids=lambda words: f"{words[0]} {words[-2]}"
)
def test_a_database_is_not_written_over(db: Path, words: list[str]) -> None:
    other = db.with_name("other.duckdb")
    other.write_bytes(db.read_bytes())
    before = db.read_bytes()
    given = [word.format(db=db, other=other) for word in words]
    done = CliRunner().invoke(app_for(given), given)
    assert done.exit_code == 2
    assert "a database, which is not written over" in done.stderr
    assert db.read_bytes() == other.read_bytes() == before
    assert sorted(path.name for path in db.parent.iterdir()) == [db.name, other.name]


@pytest.mark.parametrize(("name", "error"), [("mgn", FileExistsError), ("parquet", StoreError)])
def test_nor_does_the_library(db: Path, name: str, error: type[Exception]) -> None:
    before = db.read_bytes()
    with (
        mentis_records.open(db) as collection,
        pytest.raises(error, match="a database, which is not written over"),
    ):
        collection.export(db, name)
    assert db.read_bytes() == before


@pytest.mark.parametrize("words", [["--help"], ["version"], ["games", "--db", "{db}"]])
def test_standard_output_may_be_closed(db: Path, words: list[str]) -> None:
    run = "import sys; sys.stdout = None; from mentis_records.cli.main import run; run()"
    command = [sys.executable, "-c", run, *(word.format(db=db) for word in words)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert "fault" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@pytest.mark.parametrize(
    "words",
    [["--help"], ["version"], ["moves"], ["games", "--db", "{db}"], ["info", "--db", "{db}"]],
)
def test_a_full_disk_is_no_fault_of_the_program(db: Path, words: list[str]) -> None:
    run = "from mentis_records.cli.main import run; run()"
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", run, *(word.format(db=db) for word in words)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "mentis: standard output: No space left on device; it is not complete\n"


MENTIS = (sys.executable, "-m", "mentis_records.cli")


def _run(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*MENTIS, *map(str, words)], capture_output=True, text=True, timeout=60, **more
    )


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is none here")
@pytest.mark.parametrize("words", [("validate",), ("load", "--db", "club.duckdb")])
def test_a_device_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = _run(*words, "/dev/zero", cwd=tmp_path)
    assert done.returncode == 2
    assert "/dev/zero: a device, not a plain file" in done.stderr


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there is none here")
@pytest.mark.parametrize("words", [("validate",), ("load", "--db", "club.duckdb")])
def test_a_pipe_is_read(tmp_path: Path, words: tuple[str, ...]) -> None:
    out, into = os.pipe()
    os.write(into, b'[Event "x"]\n\n1. d1-c1 *\n')
    os.close(into)
    done = _run(*words, f"/dev/fd/{out}", cwd=tmp_path, pass_fds=(out,))
    os.close(out)
    assert done.returncode == 0, done.stderr
    assert "1 read" in done.stdout or "1 record" in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="there is none here")
@pytest.mark.parametrize("words", [("validate",), ("fmt",), ("load", "--db", "club.duckdb")])
def test_what_the_system_tells_without_end_is_refused(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "a.mgn").symlink_to("/proc/kmsg")
    done = _run(*words, "a.mgn", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "mentis: a.mgn: a file of the system, not a plain file\n",
    )


def test_names_of_openings_come_from_a_plain_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.csv")
    done = _run("report", "opening", "--openings", "a.csv", "--out", "x", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "mentis: a.csv: a pipe, not a plain file\n")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there is none here")
def test_a_compressed_pipe_is_read(tmp_path: Path) -> None:
    out, into = os.pipe()
    os.write(into, gzip.compress(b'[Event "x"]\n\n1. d1-c1 *\n'))
    os.close(into)
    (tmp_path / "a.mgn.gz").symlink_to(f"/dev/fd/{out}")
    done = _run("validate", "a.mgn.gz", cwd=tmp_path, pass_fds=(out,))
    os.close(out)
    assert done.returncode == 0, done.stdout


MANY = 2_000


def unread(folder: Path, *words: str) -> int:
    """Return the exit code of a command of which only the first line is read, if there is one."""
    command = [sys.executable, "-m", "mentis_records.cli", *words]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        program.stdout.close()
        return program.wait(120)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with many records, the last of them broken, and a database of them."""
    folder = tmp_path_factory.mktemp("filled")
    records = "".join(GOOD.replace('"x"', f'"{number}"') for number in range(MANY))
    (folder / "a.mgn").write_text(records + BAD)
    assert mentis("load", folder / "a.mgn", "--db", folder / "x.duckdb").exit_code == 1
    return folder


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return shutil.copytree(filled, tmp_path, dirs_exist_ok=True)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
@sampled("name", ((name,) for name in ("full", "concise", "json", "sarif", "github")), 2)
def test_a_check_ends_with_its_verdict(folder: Path, name: str) -> None:
    assert unread(folder, "validate", "--format", name, "a.mgn") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_what_is_told_last_is_the_verdict_though_it_is_not_read(folder: Path) -> None:
    run = "import time; from mentis_records.cli.main import run; time.sleep(1); run()"
    command = [sys.executable, "-c", run, "validate", "--format", "concise", "--quiet", "a.mgn"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.close()
        assert program.wait(60) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_records_are_rewritten_and_checked(folder: Path) -> None:
    for number in range(120):
        (folder / f"c{number}.mgn").write_text(GOOD)
    assert unread(folder, "fmt", "--check", "c*.mgn", "a.mgn") == 1
    assert unread(folder, "fmt", "--write", "c*.mgn") == 0
    assert mentis("fmt", "--check", folder / "c*.mgn").exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
@sampled("name", ((name,) for name in ("table", "csv", "json")), 3)
def test_a_repair_is_done(folder: Path, name: str) -> None:
    wrong = "update games set ply_count = ply_count + 1"
    assert mentis("sql", "--write", wrong, "--db", folder / "x.duckdb").exit_code == 0
    words = ("doctor", "--db", "x.duckdb", "--format", name)
    assert unread(folder, *words) == 1
    assert unread(folder, *words, "--repair") == 0
    assert mentis("doctor", "--db", folder / "x.duckdb").exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_what_is_asked_for_ends_when_nobody_reads(folder: Path) -> None:
    assert unread(folder, "export", "--db", "x.duckdb") == 0
    assert unread(folder, "games", "--db", "x.duckdb", "--format", "csv") == 0


# What is said where there is no room is what happened: to standard output, or for the index


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device there")
def test_standard_output_is_blamed_and_not_the_file(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text(GOOD)
    command = [sys.executable, "-m", "mentis_records.cli", "load", str(path), "--db", str(db)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("mentis: standard output: No space left on device")
    assert str(path) not in done.stderr
    assert mentis("sql", "select count(*) from games", "--db", db).stdout.split()[-1] == "1"


def test_games_without_room_for_their_index_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text(GOOD)

    def refuse(*_: object) -> None:
        raise StoreError(f"x.duckdb: the disk is full{UNDONE}")

    with monkeypatch.context() as patch:
        patch.setattr(index, "update_index", refuse)
        done = mentis("load", path, "--db", db)
    assert done.exit_code == 2
    assert "the disk is full; the games are stored, but not indexed: mentis index" in done.stderr
    assert "undone" not in done.stderr
    assert mentis("sql", "select count(*) from games", "--db", db).stdout.split()[-1] == "1"
