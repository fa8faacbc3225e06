"""Archives and JSON that nobody would write, of about a given size; what kinds of file are."""

import gzip
import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

import zstandard

MAKER = Callable[[int], tuple[bytes, int]]
"""Takes a size in bytes; returns a file of about that size and the number of its records."""


@dataclass(frozen=True, slots=True)
class HostileInput:
    """A kind of file: its name, ending, and how it is made."""

    name: str
    make: MAKER
    ending: str = ".mgn"


def numbered(part: Callable[[int], bytes]) -> MAKER:
    """Make a file of parts that are made of their number, each with one record."""

    def make(size: int) -> tuple[bytes, int]:
        parts: list[bytes] = []
        while size > 0:
            parts.append(part(len(parts)))
            size -= len(parts[-1])
        return b"".join(parts), len(parts)

    return make


def _zip(text: bytes, weight: int) -> MAKER:
    """Make an archive of tiny members; each takes ``weight`` bytes or so."""

    def make(size: int) -> tuple[bytes, int]:
        file = io.BytesIO()
        count = size // weight
        with zipfile.ZipFile(file, "w") as archive:
            for at in range(count):
                archive.writestr(f"{at}.mgn", text)
        return file.getvalue(), count if text else 0

    return make


def _json(value: bytes) -> MAKER:
    """Make a list of one value again and again, which is given up."""
    return lambda size: (b"[" + b",".join([value] * (size // (len(value) + 1))) + b"]", 0)


INPUTS = (
    HostileInput("archive of tiny members", _zip(b'[Event "x"]\n\n1. TSNd2 *\n', 50), ".zip"),
    HostileInput("archive of empty members", _zip(b"", 100), ".zip"),
    HostileInput("frames of zstd", numbered(lambda at: _frame(b'[Event "%d"]\n*\n' % at)), ".zst"),
    HostileInput(
        "members of gzip", numbered(lambda at: gzip.compress(b'[Event "%d"]\n*\n' % at)), ".gz"
    ),
    HostileInput(
        "empty members of gzip", lambda size: (gzip.compress(b"") * (size // 20), 0), ".gz"
    ),
    HostileInput("JSON of numbers", _json(b"1"), ".json"),
    HostileInput("JSON of lists", _json(b"[]"), ".json"),
    HostileInput("JSON of objects", _json(b'{"header": {}, "moves": []}'), ".json"),
    HostileInput("JSON that nests", lambda size: (b"[" * size, 1), ".json"),
)
"""Every kind, in the order of the table."""


def _frame(text: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(text)
