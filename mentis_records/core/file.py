"""Output files that appear when complete or not at all, and never in place of a database."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

GZIP = ".gz"

_OPEN_FILES = {"/dev/stdout": 1, "/dev/stderr": 2}
"""Names of what is open already, with the numbers."""

_HEAD_AT, _HEAD = 8, b"DUCK"
"""What DuckDB's files have behind a checksum."""


def check_replaceable(path: Path) -> None:
    """Refuse to write a file in place of a database: its games may stand nowhere else.

    Raises:
        FileExistsError: there is one by this name.
        OSError: the file that is there cannot be read.
    """
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            head = file.read(_HEAD_AT + len(_HEAD))
        if head[_HEAD_AT:] == _HEAD:
            raise FileExistsError(errno.EEXIST, "a database, which is not written over", str(path))


def behind_links(path: Path) -> Path:
    """Return where a file is that is to be written by this name, which may be a link.

    Raises:
        OSError: the link leads to itself.
    """
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
    return path.resolve()


@contextmanager
def replacing(path: Path, is_lasting: bool = False) -> Iterator[BinaryIO]:
    """Give a file for bytes that takes the place of another when it is whole, or not at all.

    It is written beside it, by a name that a later run takes again if this one is killed. If it
    ``is_lasting`` it is on the disk before it takes the place, whatever happens to the machine.

    What is no file, such as a pipe, is written to at once, and so is what is open already, such as
    ``/dev/stdout``. A link stays, and what it leads to is written. So do the modes of a file.

    Raises:
        OSError: it cannot be written, or is a database.
    """
    check_replaceable(path)
    number = _OPEN_FILES.get(str(path))
    if number is not None or (path.exists() and not path.is_file()):
        # What is open already goes on where it is, whatever it leads to.
        target = path if number is None else os.dup(number)
        with open(target, "wb") as stream:
            yield stream
        return
    place = behind_links(path)
    part = place.with_name(f".{place.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            if is_lasting:
                file.flush()
                os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, part)
        part.replace(place)
    except OSError as error:
        if str(error.filename) != str(part):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def writing_file(path: Path, is_lasting: bool = False) -> Iterator[Callable[[str], object]]:
    """Give the function to write a file's text with, in UTF-8; a name in ``.gz`` is compressed.

    Lone surrogates that Python has made of bytes that are no UTF-8 become those bytes again.
    All else is as for ``replacing``; what is no file is not compressed.

    Raises:
        OSError: it cannot be written, or is a database.
    """
    with replacing(path, is_lasting) as file:
        is_plain = str(path) not in _OPEN_FILES and (path.is_file() or not path.exists())
        if path.suffix.lower() == GZIP and is_plain:
            import gzip

            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                yield lambda text: packed.write(text.encode("utf-8", "surrogateescape"))
        else:
            yield lambda text: file.write(text.encode("utf-8", "surrogateescape"))
