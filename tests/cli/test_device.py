"""Devices are no files of records; pipes are."""

from __future__ import annotations

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
    assert "/dev/zero: a device, not a file of records" in done.stderr


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
