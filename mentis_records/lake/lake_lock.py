"""Who adds to a lake says so, and nobody sweeps it meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FILE = "adding.lock"


@contextmanager
def adding(folder: Path) -> Iterator[None]:
    """Say that records are being added while the block runs; others may add as well."""
    number = _open(folder)
    try:
        with suppress(OSError):  # a file system without locks
            _lock(number, is_alone=False)
        yield
    finally:
        os.close(number)


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Tell whether nobody adds records, and let nobody begin to while the block runs."""
    number = _open(folder)
    try:
        try:
            _lock(number, is_alone=True)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(number)


def _open(folder: Path) -> int:
    return os.open(folder / _FILE, os.O_RDWR | os.O_CREAT, 0o666)


def _lock(number: int, *, is_alone: bool) -> None:
    import fcntl

    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB if is_alone else fcntl.LOCK_SH)
