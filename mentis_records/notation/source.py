"""Open record files: plain or compressed, from disk or standard input, as bounded lines."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

ENDINGS = (".mgn", ".txt")
COMPRESSED = (".gz", ".zst", ".zip")
STDIN = "-"

MAX_GROWTH = 200
"""How many times its size an archive may unpack to."""

_GROWTH_FREE = 16 << 20
"""Archives that unpack to less (bytes) are never refused."""

_PACKED_PART = 1 << 10
"""Bytes of a .zst file unpacked at once: few, because they may become a thousand times more."""

_LINE_PART = 1 << 18
"""Longer lines are read in parts of this many characters."""


class SourceError(Exception):
    """A source that cannot be read further; ``is_too_large`` tells a bomb from damage."""

    def __init__(self, reason: str, is_too_large: bool = False) -> None:
        """Keep the reason in words."""
        super().__init__(reason)
        self.is_too_large = is_too_large


class _Budget:
    """Compares what an archive has unpacked to with what of it has been read."""

    def __init__(self, consumed: Callable[[], int]) -> None:
        self._consumed = consumed
        self._unpacked = 0

    def is_exceeded(self, more: int) -> bool:
        """Count bytes unpacked, and tell whether they have become too many."""
        self._unpacked += more
        if self._unpacked <= _GROWTH_FREE:
            return False
        return self._unpacked > self._consumed() * MAX_GROWTH


class _Unpacked(io.RawIOBase):
    """An unpacking stream that ends at damage or at the end of its budget, and keeps why."""

    def __init__(self, stream: IO[bytes], budget: _Budget) -> None:
        self._stream = stream
        self._budget = budget
        self.error: SourceError | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            data = self._stream.read(len(view))
        except Exception as error:
            # Each compression has its own exceptions; all of them mean a damaged archive.
            self.error = SourceError(str(error) or type(error).__name__)
            return 0
        if self._budget.is_exceeded(len(data)):
            self.error = SourceError(f"more than {MAX_GROWTH} times its size", is_too_large=True)
            return 0
        view[: len(data)] = data
        return len(data)


class _Zstandard(io.RawIOBase):
    """The unpacked bytes of a .zst file, one frame after the other; a cut frame is an error."""

    def __init__(self, file: BinaryIO) -> None:
        import zstandard

        self._file = file
        self._make = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._make()
        self._is_inside = False
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while not self._ready:
            packed = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame, self._is_inside = self._make(), False
            packed = packed or self._file.read(_PACKED_PART)
            if not packed:
                if self._is_inside:
                    raise EOFError("the file ends within a frame")
                return b""
            self._is_inside = True
            self._ready = memoryview(self._frame.decompress(packed))
        part, self._ready = self._ready[:size], self._ready[size:]
        return bytes(part)


def find_sources(path: str) -> list[str]:
    """Return the files that a path argument names: itself, or a folder's record files, sorted.

    Raises:
        FileNotFoundError: there is no such file or folder.
    """
    if path == STDIN:
        return [path]
    place = Path(path)
    if place.is_dir():
        return sorted(str(file) for file in place.rglob("*") if file.is_file() and _is_record(file))
    if not place.exists():
        raise FileNotFoundError(path)
    return [path]


def _is_record(file: Path) -> bool:
    suffixes = [suffix.lower() for suffix in file.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
        return (bool(suffixes) and suffixes[-1] in ENDINGS) or file.suffix.lower() == ".zip"
    return bool(suffixes) and suffixes[-1] in ENDINGS


def open_texts(path: str) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the name and the lines of each text of a source; archives may hold several.

    Lines end in a line feed, whatever the file has; bytes that are not UTF-8 become lone
    surrogates. Lines beyond a limit come in parts. Each text must be read before the next.

    Raises:
        SourceError: while opening or reading, for damage or unreasonable growth.
        OSError: the file cannot be opened.
    """
    if path == STDIN:
        yield STDIN, _lines(sys.stdin.buffer)
        return
    ending = Path(path).suffix.lower()
    if ending == ".zip":
        yield from _open_zip(path)
        return
    with Path(path).open("rb") as file:
        if ending in COMPRESSED:
            yield path, _unpacked_lines(_unpack(file, ending), _Budget(file.tell))
        else:
            yield path, _lines(file)


def _unpack(file: BinaryIO, ending: str) -> IO[bytes]:
    if ending == ".gz":
        import gzip

        return cast(IO[bytes], gzip.GzipFile(fileobj=file))
    return cast(IO[bytes], _Zstandard(file))


def _open_zip(path: str) -> Iterator[tuple[str, Iterator[str]]]:
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise SourceError(str(error)) from None
    with archive:
        opened = 0
        budget = _Budget(lambda: opened)
        for info in archive.infolist():
            name = Path(info.filename)
            if info.is_dir() or name.suffix.lower() not in ENDINGS or name.name.startswith("._"):
                continue
            opened += info.compress_size
            try:
                member = archive.open(info)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
                raise SourceError(str(error)) from None
            with member:
                yield f"{path}:{info.filename}", _unpacked_lines(member, budget)


def _unpacked_lines(stream: IO[bytes], budget: _Budget) -> Iterator[str]:
    """Yield the lines up to any damage, then raise it."""
    unpacked = _Unpacked(stream, budget)
    yield from _lines(io.BufferedReader(unpacked))
    if unpacked.error is not None:
        raise unpacked.error


def _lines(stream: IO[bytes]) -> Iterator[str]:
    text = io.TextIOWrapper(
        cast(BinaryIO, stream), encoding="utf-8-sig", errors="surrogateescape", newline=None
    )
    try:
        while line := text.readline(_LINE_PART):
            yield line
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from None
    finally:
        with suppress(ValueError):
            text.detach()
