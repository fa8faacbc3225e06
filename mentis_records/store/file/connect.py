"""Connections to a database's file, sealed and locked, and in words why there is none."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import duckdb

from mentis_records.store.error import HeldError, StoreError, first_line
from mentis_records.store.file.engine_name import plain_name
from mentis_records.store.file.leftover import swap_folder
from mentis_records.store.file.memory_limit import engine_bytes, kept_bytes

_GROUP_BITS = 20
"""What is grouped by game, or by others of so few values, needs no hash up to a million of them."""

_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "perfect_ht_threshold": _GROUP_BITS,
}

_GROUPS_AT_ONCE = 1
"""What is appended goes into the file as soon as it fills so many groups of rows."""

_LOCKED = "Could not set lock"
"""What the engine says of a file that another program has locked."""

_PATIENCE, _TICK = 2.0, 0.05
"""Seconds for which a file is waited for that somebody else holds, and between attempts."""

_HOLDER = re.compile(r"held in (.+?)\.? *(?:$|\bHowever, |\bSee also )")
"""Who has locked a file, in the engine's words; what it says behind is for its own program."""

_OTHER_ENGINE = b"SQLite format 3\0"
"""How files begin that the engine would hand to an extension."""


def connect_for_writing(place: Path, memory_limit: int | None) -> duckdb.DuckDBPyConnection:
    """Open the file that is at its place when it has been locked.

    One that is opened, and replaced by ``vacuum`` before it is locked, is another by then. One that
    others read is tried again for a moment: the explorer holds it only while it answers.
    """
    until = monotonic() + _PATIENCE
    while True:
        before = _identity(place)
        try:
            connection = connect(place, True, memory_limit)
        except HeldError:
            if monotonic() > until:
                raise
            sleep(_TICK)
            continue
        if before is None or before == _identity(place):
            return connection
        connection.close()


def _identity(place: Path) -> tuple[int, int] | None:
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def connect(
    place: Path, is_writable: bool, memory_limit: int | None = None
) -> duckdb.DuckDBPyConnection:
    """Open the file; the engine makes a new one that is to be written and is not there.

    Raises:
        HeldError: another program has it open.
        StoreError: it is something else, or damaged.
    """
    if place.exists() and not place.is_file():
        what = "a folder" if place.is_dir() else "no plain file"
        raise StoreError(f"{place}: {what}, not a database")
    settings = dict(_SEALED)
    if memory_limit is not None:
        settings["memory_limit"] = f"{engine_bytes(memory_limit)}B"
        settings["temp_directory"] = str(swap_folder(place))
    if is_writable:
        if memory_limit is not None:
            settings["block_allocator_memory"] = f"{kept_bytes(memory_limit)}B"
        settings["write_buffer_row_group_count"] = _GROUPS_AT_ONCE
    else:
        settings["lock_configuration"] = "true"
    try:
        with plain_name(place) as name:
            return duckdb.connect(name, read_only=not is_writable, config=settings)
    except (duckdb.Error, RuntimeError, OSError) as error:
        kind = HeldError if _LOCKED in first_line(error) else StoreError
        raise kind(f"{place}: {why_closed(place, error)}") from None


def why_closed(place: Path, error: Exception) -> str:
    """Return why a file cannot be opened, in the user's words where the cause is known."""
    message = first_line(error)
    if _LOCKED in message:
        holder = _HOLDER.search(message)
        return "another program has it open" + (f": {holder[1]}" if holder else "")
    if "different configuration" in message or "Unique file handle" in message:
        return "this program has it open already"
    with suppress(OSError), place.open("rb") as file:
        if file.read(len(_OTHER_ENGINE)) == _OTHER_ENGINE:
            return "not a database of mentis-records"
    return message
