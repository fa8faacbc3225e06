"""Commands to be typed next: with the right database, and the program as it was started."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from mentis_records.cli.option import DATABASE_VARIABLE, DEFAULT_DATABASE
from mentis_records.core.text import printable


def next_command(words: str, db: Path) -> str:
    """Return a command as it is to be typed.

    Args:
        words: the command and its arguments, such as ``duplicates resolve 11``.
        db: the database that it is about; it is named if it is not the one that is taken unnamed.
    """
    usual = Path(os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE)
    named = "" if db == usual else f" --db {printable(shlex.quote(str(db)))}"
    return f"mentis {words}{named}"


def typed_command(words: Sequence[str]) -> str:
    """Return a command that works as it is typed in the current folder.

    Args:
        words: the command and its arguments, without quotes.
    """
    return printable(shlex.join([*_program(), *words]))


def nearest_path(path: Path) -> str:
    """Return a path from the current folder if it leads downwards, else the whole one."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path.resolve())


def _program() -> list[str]:
    """Return the words that start this program again: ``mentis`` where the shell finds it so."""
    started = Path(sys.argv[0])
    found = shutil.which("mentis")
    if found and _are_one(started, found):
        return ["mentis"]
    if started.stem == "mentis" and started.exists():
        return [str(started) if started.parent.name else os.path.join(os.curdir, started.name)]
    return [sys.executable, "-m", "mentis_records.cli"]


def _are_one(started: Path, found: str) -> bool:
    try:
        return os.path.samefile(started, found)
    except OSError:
        return False
