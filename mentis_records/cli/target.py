"""The output target of a command: standard output, or a file that appears when it is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mentis_records.cli import output
from mentis_records.core.file import GZIP, check_replaceable, writing_file


def check_target(
    out: Path | None, option: str = "--out", inputs: Iterable[str | Path | None] = ()
) -> None:
    """End with a usage error if a file of this name cannot be written, or must not be.

    Args:
        out: the file to write.
        option: the option that names it.
        inputs: files and folders that the command reads; none of them is written over.
    """
    if out is None:
        return
    from mentis_records.notation.source.source_text import COMPRESSED

    refuse_dash(out, option)
    if out.suffix.lower() in COMPRESSED and out.suffix.lower() != GZIP:
        output.fail(f"{option} {out}: only .gz is compressed")
    try:
        check_replaceable(out)
        if any(path is not None and _is_read(out, Path(path)) for path in inputs):
            output.fail(f"{option} {out}: it is read, and would be replaced")
    except OSError as error:
        output.fail(f"{option} {out}: {error.strerror or error}")


def refuse_dash(out: Path | None, option: str = "--out") -> None:
    """End with a usage error if a dash is given for a file or folder."""
    if str(out) == "-":
        output.fail(f"{option} -: name a file; what has no {option} goes to standard output")


def _is_read(out: Path, path: Path) -> bool:
    """Return True if a file is another one, or in a folder, by any spelling of their names."""
    if not out.exists() or not path.exists():
        return False
    if path.is_dir():
        return out.is_file() and out.resolve().is_relative_to(path.resolve())
    return out.is_file() and out.samefile(path)


@contextmanager
def writing(out: Path | None) -> Iterator[Callable[[str], object]]:
    """Give the function to write with; a file appears when it is whole, or not at all."""
    if out is None:
        yield output.write_text
    else:
        with writing_file(out) as write:
            yield write
