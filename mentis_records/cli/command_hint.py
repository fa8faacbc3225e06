"""Commands that are told to be given next: with the database of the one that tells them."""

from __future__ import annotations

import os
import shlex
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
