"""Where a command writes its data: standard output, or a file that appears when it is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mentis_records.cli import output


def check_target(out: Path | None) -> None:
    """End with a usage error if a file of this name would have to be compressed otherwise."""
    from mentis_records.notation.source import COMPRESSED

    if out is not None and out.suffix.lower() in COMPRESSED and out.suffix.lower() != ".gz":
        output.fail(f"--out {out}: only .gz is compressed")


@contextmanager
def writing(out: Path | None) -> Iterator[Callable[[str], object]]:
    """Give the function to write with; a file appears when it is whole, or not at all."""
    if out is None:
        yield output.write_text
        return
    if out.exists() and not out.is_file():
        with out.open("w", encoding="utf-8") as stream:
            yield stream.write
        return
    part = out.with_name(f".{out.name}.part")
    try:
        with part.open("wb") as file:
            if out.suffix.lower() == ".gz":
                import gzip

                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield lambda text: packed.write(text.encode())
            else:
                yield lambda text: file.write(text.encode())
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
