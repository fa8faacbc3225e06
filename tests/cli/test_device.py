"""Devices are no files of records; pipes are."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
