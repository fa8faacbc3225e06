"""What goes wrong with a database, in one line for the user; knows no DuckDB."""

from __future__ import annotations


class StoreError(Exception):
    """A database that cannot be opened, loaded or asked; the message is one line."""


def first_line(error: BaseException) -> str:
    """Return the first line of a message that is not blank, without the engine's label."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    line = lines[0] if lines else type(error).__name__
    label, colon, rest = line.partition(" Error: ")
    return rest if colon and label.replace(" ", "").isalnum() else line
