"""The bytes of a source: spooled where they can be read only once, named by their hash."""

from __future__ import annotations

import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import BinaryIO

from mentis_records.core.special_file import refuse_special
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.source.source_text import STDIN

_PART = 1 << 20
"""Bytes read at once."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it was found: where it can be read, its hash, and the marks of its state.

    The hash is computed beside what the caller does.
    """

    path: str
    size: int
    state: tuple[int, ...]
    _hash: Future[str]

    @property
    def sha256(self) -> str:
        """Return the hash of the bytes, in hexadecimal, as soon as it is there.

        Raises:
            OSError: the file cannot be read.
        """
        return self._hash.result()

    def has_changed(self) -> bool:
        """Tell whether the file is no longer the one whose hash was taken."""
        try:
            return _state(Path(self.path)) != self.state
        except OSError:
            return True

    def hashes_at(self, sizes: Iterable[int]) -> Iterator[tuple[int, str]]:
        """Yield sizes (bytes, in order, none beyond the end) with the hash of so many bytes.

        Raises:
            OSError: it cannot be read.
        """
        found = sha256()
        done = 0
        with Path(self.path).open("rb") as file:
            for size in sizes:
                while done < size and (part := file.read(min(size - done, _PART))):
                    found.update(part)
                    done += len(part)
                yield size, found.hexdigest()


@contextmanager
def open_source_file(path: str) -> Iterator[SourceFile]:
    """Give the bytes of a file, a pipe or standard input (``-``) while the block runs.

    What is not a plain file is copied to a temporary one first.

    Raises:
        OSError: it cannot be read, or there is no room for the copy.
    """
    if path != STDIN:
        refuse_special(path)
        if stat.S_ISREG(Path(path).stat().st_mode):
            with _examine(Path(path)) as file:
                yield file
            return
    suffix = "" if path == STDIN else Path(path).suffix
    with tempfile.TemporaryDirectory(prefix="mentis-") as folder:
        copy = Path(folder) / f"source{suffix}"
        with copy.open("wb") as target:
            if path == STDIN:
                shutil.copyfileobj(sys.stdin.buffer, target)
            else:
                with Path(path).open("rb") as pipe:
                    shutil.copyfileobj(pipe, target)
        with _examine(copy) as file:
            yield file


def examine_small(path: str) -> SourceFile:
    """Return a plain file whose hash is computed at once, as few bytes need no thread.

    Raises:
        OSError: it cannot be read.
    """
    place = Path(path)
    state = _state(place)
    data = place.read_bytes()
    found: Future[str] = Future()
    found.set_result(sha256(data).hexdigest())
    return SourceFile(path, len(data), state, found)


@contextmanager
def _examine(place: Path) -> Iterator[SourceFile]:
    state = _state(place)
    is_wanted = Event()
    is_wanted.set()
    with place.open("rb") as file, ThreadPoolExecutor(1) as pool:
        try:
            found = pool.submit(_hash, file, is_wanted)
            yield SourceFile(str(place), place.stat().st_size, state, found)
        finally:
            is_wanted.clear()


def _hash(file: BinaryIO, is_wanted: Event) -> str:
    """Return the hash of a file, or of its beginning if it is no longer wanted."""
    found = sha256()
    while is_wanted.is_set() and (part := file.read(_PART)):
        found.update(part)
    return found.hexdigest()


def _state(place: Path) -> tuple[int, ...]:
    found = place.stat()
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
