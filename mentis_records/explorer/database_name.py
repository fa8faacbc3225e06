"""The names that addresses have for databases: those of the files, each once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def name_databases(files: Sequence[Path]) -> dict[str, Path]:
    """Return the files by their names; what comes again gets a number."""
    found: dict[str, Path] = {}
    for file in files:
        if file in found.values():
            continue
        stem = file.stem
        name, number = stem, 2
        while name in found:
            name, number = f"{stem}-{number}", number + 1
        found[name] = file
    return found
