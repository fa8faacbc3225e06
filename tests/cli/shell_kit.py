"""Shells in which a command line is typed and completed with the Tab key."""

import json
import os
import pty
import select
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from case_kit import cases_of

from mentis_records.cli.completion_script import SCRIPTS

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]
TAB = "\t"

SHELLS = [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"needs {name}"))
    for name in SCRIPTS
]

_PROGRAM = CASES["program"]
"""Stands for the program: it completes, and otherwise writes down with what it was called."""

_START = CASES["start"]
_BEFORE = CASES["before"]


def type_lines(shell: str, folder: Path, lines: Sequence[str]) -> list[list[str]]:
    """Type lines in a shell, in a folder; return the words with which each ran the program."""
    bin_folder = folder / ".bin"
    bin_folder.mkdir(exist_ok=True)
    out = folder / ".called"
    out.unlink(missing_ok=True)
    program = bin_folder / "mentis"
    program.write_text(
        _PROGRAM.format(root=shlex.quote(str(ROOT)), python=sys.executable, out=str(out))
    )
    program.chmod(0o755)
    start = bin_folder / (".zshrc" if shell == "zsh" else f"start.{shell}")
    start.write_text(_BEFORE[shell] + SCRIPTS[shell], encoding="utf-8")
    child, end = pty.fork()
    if not child:
        os.chdir(folder)
        os.environ |= {"PATH": f"{bin_folder}:{os.environ['PATH']}", "ZDOTDIR": str(bin_folder)}
        os.environ |= {"TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        os.environ |= {"HOME": str(folder), "XDG_CONFIG_HOME": str(bin_folder)}
        os.environ.pop("MENTIS_DB", None)
        os.execvp(_START[shell][0], [word.format(file=start) for word in _START[shell]])
    screen = b""
    try:
        screen += _read(end, lambda seen: b"$ " in seen)
        for number, line in enumerate(lines, 1):
            os.write(end, f"{line}\r".encode())
            deadline = time.monotonic() + 20
            while _called(out) < number:
                screen += _read(end, lambda _: False, quiet=0.05)
                assert time.monotonic() < deadline, screen.decode(errors="replace")
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(end)
        os.waitpid(child, 0)
    return [json.loads(line) for line in out.read_text().splitlines()]


def _called(out: Path) -> int:
    return out.read_bytes().count(b"\n") if out.exists() else 0


def _read(end: int, is_enough: object, quiet: float = 10.0) -> bytes:
    """Return what a shell writes until it is enough, or nothing has come for so long."""
    assert callable(is_enough)
    seen = b""
    while not is_enough(seen):
        if not select.select([end], [], [], quiet)[0]:
            break
        seen += os.read(end, 65536)
    return seen
