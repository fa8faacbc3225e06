"""Files that commands write: never over a database, and what a full disk says."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mentis_records
from mentis_records.cli.main import app_for
from mentis_records.store.error import StoreError

RECORDS = "data/rulebook.mgn"


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", Path(RECORDS))


@pytest.mark.parametrize(
    "words",
    [
        ["export", "--db", "{db}", "--out", "{other}"],
        ["export", "--db", "{db}", "--out", "{db}"],
        ["export", "--db", "{db}", "--format", "parquet", "--out", "{other}"],
        ["quarantine", "export", "--db", "{db}", "--out", "{other}"],
        ["generate", "--games", "1", "--out", "{other}"],
        ["query", "start", "--db", "{db}", "--page", "{db}"],
        ["show", RECORDS, "--svg", "{other}"],
        ["show", RECORDS, "--png", "{other}"],
    ],
    ids=lambda words: f"{words[0]} {words[-2]}",
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
