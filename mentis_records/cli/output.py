"""The two writers: data on standard output, talk on standard error; and the exit codes."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TextIO, cast

from mentis_records.core.text import json_text, printable, printable_lines

if TYPE_CHECKING:
    from mentis_records.notation.explain.reading import Reading

CLEAN, FINDINGS, USAGE, FAULT = 0, 1, 2, 3
"""Exit codes: nothing found, something found, wrong use, a fault of this program."""


def code_of(reading: Reading) -> int:
    """Return the exit code that a record calls for."""
    if reading.is_valid:
        return CLEAN
    return FAULT if reading.blames_game else FINDINGS


_goes_on = False


def go_on_unread() -> None:
    """Let the command do all its work even if nobody reads what it writes any more."""
    global _goes_on
    _goes_on = True


@contextmanager
def _to_reader() -> Iterator[None]:
    """Write to standard output in the block; that nobody reads it ends the command or only that."""
    try:
        yield
    except BrokenPipeError:
        if not _goes_on:
            raise
        give_up()
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def write(text: str) -> None:
    """Write a line of data, or several, to standard output."""
    write_text(text + "\n")


def write_words(text: str) -> None:
    """Write lines for people to standard output, on a terminal no wider than it is."""
    write(fitted(text))


def paint(text: str) -> None:
    """Write lines that may have colours to standard output; all else in them is printable."""
    with _to_reader():
        sys.stdout.write(text + "\n")


def write_at_once(text: str) -> None:
    """Write a line of data that is to be read while the work goes on."""
    write(text)
    with _to_reader():
        sys.stdout.flush()


def give_up() -> None:
    """Let what standard output still holds, and all that follows, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_json(value: object, indent: int | None = None) -> None:
    """Write a value as JSON to standard output: a line, or indented so far a level."""
    write(json_text(value, indent))


_BLOCK = 1 << 16
"""Characters that are written at a time where nobody waits for a line."""


def paint_lines(lines: Iterable[str]) -> None:
    """Write what ``paint`` does, to a file or pipe many lines at a time."""
    block = 1 if sys.stdout.isatty() else _BLOCK
    pending: list[str] = []
    size = 0
    try:
        for line in lines:
            pending.append(line)
            size += len(line) + 1
            if size >= block:
                paint("\n".join(pending))
                pending.clear()
                size = 0
    finally:
        if pending:
            paint("\n".join(pending))


def write_text(text: str) -> None:
    """Write data that has its own line ends to standard output: to a terminal made printable."""
    with _to_reader():
        sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)


def write_source(text: str) -> None:
    """Write the text of a source to standard output: to a file or pipe with the bytes it had.

    Lone surrogates stand for bytes that are not UTF-8, if Python has made them of such.
    """
    if sys.stdout.isatty():
        write_text(text)
        return
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "backslashreplace")
    with _to_reader():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def talk(text: str) -> None:
    """Write a line for people to standard error."""
    with _to_reader():
        sys.stdout.flush()
    sys.stderr.write(fitted(printable_lines(text), sys.stderr) + "\n")


def fitted(text: str, stream: TextIO | None = None) -> str:
    """Return a text for standard output, or another stream.

    On a terminal no line is wider than it is, as far as words allow that; they go on indented.
    """
    import shutil

    if not (stream or sys.stdout).isatty():
        return text

    columns = shutil.get_terminal_size().columns
    if len(text) <= columns:
        return text
    return "\n".join(_fitted_line(line, columns) for line in text.split("\n"))


def _fitted_line(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    from textwrap import wrap

    lead = line[: len(line) - len(line.lstrip())]
    lines = wrap(
        line.strip(),
        columns,
        initial_indent=lead,
        subsequent_indent=f"{lead}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def ask(question: str) -> str:
    """Write a question to standard error, and return the line that answers it."""
    sys.stdout.flush()
    sys.stderr.write(fitted(printable(question), sys.stderr) + " ")
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def fail(text: str) -> NoReturn:
    """Say what was wrong with the use of the program, and end it with exit code 2."""
    talk(f"mentis: {text}")
    raise SystemExit(USAGE)


def bold(text: str) -> str:
    """Return a text in bold letters where standard output has them."""
    return f"\x1b[1m{text}\x1b[0m" if has_colour() else text


def check_choice(what: str, value: str, choices: Iterable[str]) -> None:
    """End with a usage error that names the choices, unless the value is one of them."""
    known = list(choices)
    if value not in known:
        fail(f"{what} {value!r}: choose one of {', '.join(known)}")


def has_colour() -> bool:
    """Return True if standard output is a terminal that knows colours and wants them."""
    return sys.stdout.isatty() and knows_escapes() and "NO_COLOR" not in os.environ


def knows_escapes() -> bool:
    """Return True if the terminal knows escape sequences, by which cursors and colours are set."""
    return sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def _nowhere(mode: str = "w") -> TextIO:
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))


def prepare_streams() -> None:
    """Make all streams UTF-8 that never fails on a character.

    One that is closed takes all, and gives nothing. Libraries that ask for the terminal's name are
    given one that they know if it has none.
    """
    if not knows_escapes():
        os.environ["TERM"] = "dumb"
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors=errors)
    warnings.formatwarning = _warning_line


def _warning_line(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    """Return a warning as people see it, without the place in the program."""
    return f"mentis: {printable(str(message))}\n"
