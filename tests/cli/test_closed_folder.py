"""What a folder has and cannot be read is a finding: named, and the rest is read."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import GOOD
from program_kit import python
from size_kit import sampled

CASES = cases_of(__file__)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other modes")

HEEDING = CASES["heeding"]
"""The program as one for which modes count, whoever runs it; it is killed if it waits."""


def mentis(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python("-c", HEEDING, *words, cwd=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with one below it that nobody may read."""
    place = tmp_path
    (place / "all" / "closed").mkdir(parents=True)
    (place / "all" / "a.mgn").write_text(GOOD)
    (place / "all" / "closed" / "b.mgn").write_text(GOOD)
    (place / "all" / "closed").chmod(0)
    yield place
    (place / "all" / "closed").chmod(0o700)


@pytest.mark.parametrize("path", ["all", "all/**/*.mgn", "all/*/*.mgn"])
@pytest.mark.parametrize("command", ["validate", "fmt", "load"])
def test_an_unreadable_subfolder_is_a_finding(folder: Path, command: str, path: str) -> None:
    done = mentis(folder, command, path, *(("--db", "x.duckdb") if command == "load" else ()))
    assert done.returncode == 1, done.stderr
    told = done.stdout + done.stderr
    assert "all/closed" in told
    assert "Permission denied" in told
    if "*/" not in path:
        assert "Event" in done.stdout or "1 stored" in done.stdout


def test_it_is_in_what_programs_read(folder: Path) -> None:
    done = mentis(folder, "validate", "--format", "json", "all")
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["source"], last["valid"]) == ("all/closed", False)
    assert [each["slug"] for each in last["diagnostics"]] == ["source-unreadable"]


def test_an_unreadable_file_of_a_folder_leaves_the_others(folder: Path) -> None:
    (folder / "all" / "A.mgn").write_text(GOOD)
    (folder / "all" / "A.mgn").chmod(0)
    done = mentis(folder, "load", "all", "--db", "x.duckdb")
    assert done.returncode == 1
    assert "all/A.mgn: Permission denied; not loaded" in done.stderr
    assert "all/a.mgn: 1 read = 1 stored" in done.stdout


def test_a_closed_folder_that_is_named_is_wrong_use(folder: Path) -> None:
    done = mentis(folder, "validate", "all/closed")
    assert (done.returncode, done.stderr) == (2, "mentis: all/closed: Permission denied\n")


@pytest.mark.parametrize("command", ["validate", "fmt", "load"])
def test_special_files_of_a_folder_are_findings(tmp_path: Path, command: str) -> None:
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "a.mgn").write_text(GOOD)
    os.mkfifo(tmp_path / "all" / "b.mgn")
    (tmp_path / "all" / "c.mgn").symlink_to("/dev/zero")
    (tmp_path / "all" / "d.mgn").symlink_to("d.mgn")
    (tmp_path / "all" / "e.mgn").symlink_to("nothing")
    done = mentis(tmp_path, command, "all", *(("--db", "x.duckdb") if command == "load" else ()))
    told = done.stdout + done.stderr
    assert done.returncode == 1
    for name in "bcde":
        assert f"all/{name}.mgn" in told
    assert "a pipe, not a plain file" in told
    assert "a device, not a plain file" in told


@sampled(
    "command, name",
    product(
        ("validate", "fmt", "show", "load"),
        ("pipe.mgn", "pipe.json", "socket.mgn", "link.mgn", "*.mgn"),
    ),
    3,
)
def test_special_files_that_are_named_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.mgn")
    os.mkfifo("pipe.json")
    os.symlink("pipe.mgn", "link.mgn")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.mgn")
    done = mentis(tmp_path, command, name, *(("--db", "x.duckdb") if command == "load" else ()))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "not a plain file" in done.stderr
