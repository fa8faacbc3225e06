"""Connections of the engine to files of shards: a worker's share of memory, and no bar."""

from __future__ import annotations

from pathlib import Path

import duckdb


def connect_engine(
    memory: int, file: Path | None = None, *, is_writable: bool = False, threads: int = 1
) -> duckdb.DuckDBPyConnection:
    """Return a connection that may read and write any file.

    Args:
        memory: the most bytes that it uses; what does not fit waits beside the file.
        file: of a database of our own, or None for one in memory.
        is_writable: whether the database in the file is to be changed.
        threads: how many it uses.

    Raises:
        duckdb.Error: the file cannot be opened.
    """
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": f"{memory}B",
        "threads": threads,
        "autoload_known_extensions": "false",
        "autoinstall_known_extensions": "false",
        "allow_community_extensions": "false",
        "python_enable_replacements": "false",
    }
    if file is not None:
        settings["temp_directory"] = f"{file}.tmp"
    is_reading = file is not None and not is_writable
    connection = duckdb.connect(str(file or ":memory:"), read_only=is_reading, config=settings)
    connection.execute("set enable_progress_bar = false")
    return connection
