"""Open record files: plain or compressed, from disk or standard input, as bounded lines."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

ENDINGS = (".mgn", ".txt")
COMPRESSED = (".gz", ".zst", ".zip")
STDIN = "-"

MAX_GROWTH = 400
"""How many times its size an archive may unpack to."""

_GROWTH_FREE = 64 << 20
"""Archives that unpack to less (bytes) are never refused."""

_LINE_PART = 1 << 18
"""Longer lines are read in parts of this many characters."""


class SourceError(Exception):
    """A source that cannot be read further; ``is_too_large`` tells a bomb from damage."""

    def __init__(self, reason: str, is_too_large: bool = False) -> None:
        """Keep the reason in words."""
        super().__init__(reason)
        self.is_too_large = is_too_large


class _Bounded(io.RawIOBase):
    """A binary stream that stops with an error when it grows beyond all measure."""

    def __init__(self, stream: IO[bytes], packed_size: int) -> None:
        self._stream = stream
        self._limit = max(_GROWTH_FREE, packed_size * MAX_GROWTH)
        self._seen = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        data = self._stream.read(len(view))
        self._seen += len(data)
        if self._seen > self._limit:
            raise SourceError(f"more than {MAX_GROWTH} times its size", is_too_large=True)
        view[: len(data)] = data
        return len(data)


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
    size = Path(path).stat().st_size
    with Path(path).open("rb") as file, _unpacked(file, ending, size) as stream:
        yield path, _lines(stream)


@contextmanager
def _unpacked(file: BinaryIO, ending: str, size: int) -> Iterator[IO[bytes]]:
    if ending == ".gz":
        import gzip

        with gzip.GzipFile(fileobj=file) as stream:
            yield io.BufferedReader(_Bounded(cast(IO[bytes], stream), size))
    elif ending == ".zst":
        import zstandard

        with zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True) as stream:
            yield io.BufferedReader(_Bounded(stream, size))
    else:
        yield file


def _open_zip(path: str) -> Iterator[tuple[str, Iterator[str]]]:
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise SourceError(str(error)) from None
    with archive:
        for info in archive.infolist():
            if info.is_dir() or Path(info.filename).suffix.lower() not in ENDINGS:
                continue
            try:
                member = archive.open(info)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
                raise SourceError(str(error)) from None
            with member:
                stream = io.BufferedReader(_Bounded(member, info.compress_size))
                yield f"{path}:{info.filename}", _lines(stream)


def _lines(stream: IO[bytes]) -> Iterator[str]:
    text = io.TextIOWrapper(
        cast(BinaryIO, stream), encoding="utf-8-sig", errors="surrogateescape", newline=None
    )
    try:
        while line := text.readline(_LINE_PART):
            yield line
    except (EOFError, OSError, zipfile.BadZipFile) as error:
        raise SourceError(str(error)) from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("zlib", "zstandard"):
            raise
        raise SourceError(str(error)) from None
    finally:
        with suppress(ValueError):
            text.detach()
