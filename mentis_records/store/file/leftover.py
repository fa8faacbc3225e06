"""What stands beside a database for a while, and what killed programs have left of it."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from mentis_records.store.file.engine_name import plain_place

NEW, VACUUM = "new.", "vacuum"
"""Uses of what has a name of ours: a database in the making, and one that is written anew."""


def leftover(place: Path, use: str) -> Path:
    """Return the path, or its beginning, of what stands beside a database for a while only."""
    plain = plain_place(place)
    return plain.with_name(f".{plain.name}.{use}")


def sweep(place: Path) -> None:
    """Delete what killed programs have left beside a database; the caller has it locked."""
    uses = tuple(leftover(place, use).name for use in (NEW, VACUUM))
    with suppress(OSError):
        for found in list(plain_place(place).parent.iterdir()):
            if found.name.startswith(uses):
                _remove(found)
    swapped = swap_folder(place)
    with suppress(OSError):
        for found in list(swapped.iterdir()):
            if found.name.startswith("duckdb_temp_"):
                _remove(found)
        swapped.rmdir()


def _remove(found: Path) -> None:
    if found.is_dir() and not found.is_symlink():
        shutil.rmtree(found, ignore_errors=True)
    else:
        found.unlink(missing_ok=True)


def swap_folder(place: Path) -> Path:
    """Return where the engine keeps what its memory does not hold."""
    plain = plain_place(place)
    return plain.with_name(f"{plain.name}.tmp")
