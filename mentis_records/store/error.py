"""What goes wrong with a database, in one line for the user; knows no DuckDB but its words."""

from __future__ import annotations

from pathlib import Path

from mentis_records.core.file import behind_links
from mentis_records.core.text import find_undecoded, printable

UNDONE = "; the change was undone"
"""Behind the reason where a transaction could not be written."""

_CAUSES = (
    ("No space left on device", f"the disk is full{UNDONE}"),
    ("Disk quota exceeded", f"the disk quota is used up{UNDONE}"),
    ("File too large", f"the file may not grow any larger{UNDONE}"),
    ("not a valid DuckDB", "not a database of mentis-records"),
    ("Could not read enough bytes", "damaged: the file is shorter than it should be"),
    ("does not match stored checksum", "damaged: the file is not as it was written"),
    ("Out of Memory Error", "not enough memory; give it more with --memory-limit"),
    ("created with a newer version of DuckDB", "made by a newer DuckDB; upgrade duckdb"),
)
"""What the engine's messages contain, and what the user is told instead."""

_CONSEQUENCES = ("transaction is aborted", "database has been invalidated")
"""What the engine says after it has said the reason."""


DOCTOR = "for details: mentis doctor"
"""Behind the reason where stored games do not make sense."""


class StoreError(Exception):
    """A database that cannot be opened, loaded or asked; the message is one line."""


class HeldError(StoreError):
    """A database that another program has open for now."""


def check_name(path: Path) -> None:
    """Refuse a file of a name that leads nowhere, or that the engine does not take.

    Raises:
        StoreError: it is no UTF-8, or a link that leads to itself.
    """
    if find_undecoded(str(path)):
        raise StoreError(f"{printable(str(path))}: this name is not UTF-8")
    try:
        behind_links(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None


def first_line(error: BaseException) -> str:
    """Return why something went wrong: the first line of a message that is not blank.

    The engine's label is left out, and what users can do something about is in plain words.
    """
    while error.__context__ is not None and any(text in str(error) for text in _CONSEQUENCES):
        error = error.__context__
    for fragment, words in _CAUSES:
        if fragment in str(error):
            return words
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    line = lines[0] if lines else type(error).__name__
    label, colon, rest = line.partition(" Error: ")
    return rest if colon and label.replace(" ", "").isalnum() else line


def is_interruption(error: BaseException) -> bool:
    """Tell whether an error is Ctrl-C as the engine passes it on from within a query."""
    return isinstance(error, RuntimeError) and str(error) == "Query interrupted"
