"""Files that appear when they are whole, or not at all; knows no format but gzip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

GZIP = ".gz"


@contextmanager
def writing_file(path: Path) -> Iterator[Callable[[str], object]]:
    """Give the function to write a file's text with, in UTF-8; a name in ``.gz`` is compressed.

    What is no file, such as a pipe, is written to at once.

    Raises:
        OSError: it cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as stream:
            yield stream.write
        return
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            if path.suffix.lower() == GZIP:
                import gzip

                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield lambda text: packed.write(text.encode())
            else:
                yield lambda text: file.write(text.encode())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
