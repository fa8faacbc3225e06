"""What changes something, or ends with a verdict, does so whoever reads what it says."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import BAD, GOOD, mentis
from size_kit import sampled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")

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


@sampled("name", ((name,) for name in ("full", "concise", "json", "sarif", "github")), 2)
def test_a_check_ends_with_its_verdict(folder: Path, name: str) -> None:
    assert unread(folder, "validate", "--format", name, "a.mgn") == 1


def test_what_is_told_last_is_the_verdict_though_it_is_not_read(folder: Path) -> None:
    run = "import time; from mentis_records.cli.main import run; time.sleep(1); run()"
    command = [sys.executable, "-c", run, "validate", "--format", "concise", "--quiet", "a.mgn"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.close()
        assert program.wait(60) == 1


def test_records_are_rewritten_and_checked(folder: Path) -> None:
    for number in range(120):
        (folder / f"c{number}.mgn").write_text(GOOD)
    assert unread(folder, "fmt", "--check", "c*.mgn", "a.mgn") == 1
    assert unread(folder, "fmt", "--write", "c*.mgn") == 0
    assert mentis("fmt", "--check", folder / "c*.mgn").exit_code == 0


@sampled("name", ((name,) for name in ("table", "csv", "json")), 3)
def test_a_repair_is_done(folder: Path, name: str) -> None:
    wrong = "update games set ply_count = ply_count + 1"
    assert mentis("sql", "--write", wrong, "--db", folder / "x.duckdb").exit_code == 0
    words = ("doctor", "--db", "x.duckdb", "--format", name)
    assert unread(folder, *words) == 1
    assert unread(folder, *words, "--repair") == 0
    assert mentis("doctor", "--db", folder / "x.duckdb").exit_code == 0


def test_what_is_asked_for_ends_when_nobody_reads(folder: Path) -> None:
    assert unread(folder, "export", "--db", "x.duckdb") == 0
    assert unread(folder, "games", "--db", "x.duckdb", "--format", "csv") == 0
