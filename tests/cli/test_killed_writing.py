"""A command that is killed while it writes a file leaves the old one, and no heap of rests."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import GOOD, RULEBOOK
from program_kit import mentis, python
from size_kit import sampled, sizes

CASES = cases_of(__file__)

KILL = CASES["kill"]

RUN = "from mentis_records.cli.main import run; run()"

HALF = CASES["half"]


def _run(script: str, folder: Path, words: list[str]) -> int:
    return python("-c", script, *words, cwd=folder).returncode


WORDS = CASES["words"]


GIVEN = {"a.mgn", "x.duckdb"}
"""What is there besides what is written."""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@sampled("words", ((words,) for words in WORDS), 3)
def test_the_old_file_stays_whole(tmp_path: Path, words: list[str]) -> None:
    old = tmp_path / "old"
    old.write_text(GOOD)
    old.chmod(0o640)
    (tmp_path / "a.mgn").write_text(GOOD)
    if "x.duckdb" in words:
        assert _run(RUN, tmp_path, ["load", str(RULEBOOK), "--db", "x.duckdb"]) == 0
    for _ in range(2):
        assert _run(KILL, tmp_path, words) == -signal.SIGKILL
        assert old.read_text() == GOOD
        assert {each.name for each in tmp_path.iterdir()} - GIVEN == {"old", ".old.part"}
    assert _run(RUN, tmp_path, words) == 0
    assert old.read_bytes() != GOOD.encode()
    assert {each.name for each in tmp_path.iterdir()} - GIVEN == {"old"}
    assert old.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@sizes("kind", "png", "gif")
def test_half_a_drawing_is_beside_it(tmp_path: Path, kind: str) -> None:
    (tmp_path / "old").write_text(GOOD)
    script = HALF.format(module="mentis_records.report.board.board_image", name=f"draw_{kind}")
    assert _run(script, tmp_path, ["show", str(RULEBOOK), f"--{kind}", "old"]) == -signal.SIGKILL
    assert (tmp_path / "old").read_text() == GOOD
    assert (tmp_path / ".old.part").read_bytes() == b"half"


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "a.mgn"
    path.write_text(GOOD)
    return str(path)


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is none here")
@sampled("option", (("--svg",), ("--png",), ("--gif",)), 3)
def test_drawings_go_into_pipes(option: str, record: str) -> None:
    command = [sys.executable, "-m", "mentis_records.cli", "show", record, option]
    done = subprocess.run([*command, "/dev/stdout"], capture_output=True, check=True)
    assert done.stdout[:4] in (b"<svg", b"\x89PNG", b"GIF8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@sampled("option", (("--gif",), ("--svg",), ("--png",)), 3)
def test_a_full_disk_is_told_with_the_name(option: str, record: str) -> None:
    done = mentis("show", record, option, "/dev/full")
    assert done.returncode == 2
    assert done.stderr == "mentis: /dev/full: No space left on device\n"
