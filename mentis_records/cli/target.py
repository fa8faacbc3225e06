"""The output target of a command: standard output, or a file that appears when it is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mentis_records.cli import output
from mentis_records.core.file import GZIP, check_replaceable, writing_file


def check_target(out: Path | None, option: str = "--out") -> None:
    """End with a usage error if a file of this name cannot be written, or is a database."""
    from mentis_records.notation.source.source_text import COMPRESSED

    if out is None:
        return
    if out.suffix.lower() in COMPRESSED and out.suffix.lower() != GZIP:
        output.fail(f"{option} {out}: only .gz is compressed")
    try:
        check_replaceable(out)
    except OSError as error:
        output.fail(f"{option} {out}: {error.strerror or error}")


def check_apart(out: Path | None, inputs: Iterable[str], option: str = "--out") -> None:
    """End with a usage error if a file that is to be written is one of those that are read."""
    if out is None or not out.exists():
        return
    for path in inputs:
        if Path(path).exists() and out.samefile(path):
            output.fail(f"{option} {out}: it is read, and would be replaced")


@contextmanager
def writing(out: Path | None) -> Iterator[Callable[[str], object]]:
    """Give the function to write with; a file appears when it is whole, or not at all."""
    if out is None:
        yield output.write_text
    else:
        with writing_file(out) as write:
            yield write
