"""``mentis certify``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from mentis_records.cli import output
from mentis_records.cli.progress import count_up
from mentis_records.core.file import GZIP
from mentis_records.core.text import counted, json_text, printable

_STDIN = "-"
_LONGEST_LINE = 1 << 25
"""Bytes of a line that are looked at: more than any certificate has."""

_LONGEST_REASON = 300
"""Characters of a reason that are shown: positions of damaged files may be of any length."""


def certify(
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Certificates, one a line (also .gz), or - for standard input."
        ),
    ],
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Check certificates of forced wins, as analyse and audit write them.

    One holds if the winner, playing the stated moves, wins against all legal replies, by the
    rules alone and within the stated plies. Exit code 1 if one does not hold.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    checked = refused = 0
    for number, line in count_up(_lines(path), "checking", "certificates"):
        checked += 1
        value, flaw = _check(line)
        refused += flaw is not None
        if format_name == "json":
            output.write_at_once(json_text(_row(number, value, flaw)))
        else:
            output.write_at_once(f"{printable(path)}:{number}: {_words(value, flaw)}")
    told = counted(checked, "certificate")
    output.talk(f"{told}: {checked - refused:,} accepted, {refused:,} refused")
    raise SystemExit(output.FINDINGS if refused else output.CLEAN)


def _lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank with their numbers, of what is too long the beginning."""
    import zlib

    number = 0
    try:
        with _open(path) as file:
            while line := file.readline(_LONGEST_LINE):
                number += 1
                rest = line
                while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
                    rest = file.readline(_LONGEST_LINE)
                if line.strip():
                    yield number, line
    except (EOFError, zlib.error):
        output.fail(f"{printable(path)}: damaged after line {number}")
    except OSError as error:
        output.fail(f"{printable(path)}: {error.strerror or error}")


class _Lines(Protocol):
    """What gives lines of bytes."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line, or so many bytes of it; none at the end."""


@contextmanager
def _open(path: str) -> Iterator[_Lines]:
    """Give the bytes of a file, which may be compressed, or of standard input."""
    from mentis_records.core.special_file import refuse_special

    if path == _STDIN:
        yield sys.stdin.buffer
        return
    refuse_special(path)
    if Path(path).suffix.lower() == GZIP:
        import gzip

        with gzip.open(path) as packed:
            yield packed
    else:
        with open(path, "rb") as file:
            yield file


def _check(line: bytes) -> tuple[Any, str | None]:
    """Return the JSON value of a line, and why it is no certificate that holds, if it is none."""
    from mentis_records.games import GAMES
    from mentis_records.games.search.checker import find_flaw

    try:
        text = line.decode("utf-8", "surrogateescape")
        value = json.loads(text, object_pairs_hook=_members)
    except _RepeatedError as error:
        return None, str(error)
    except (ValueError, RecursionError):
        return None, "not JSON"
    return value, find_flaw(value, GAMES)


class _RepeatedError(ValueError):
    """A JSON object states a member twice."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object.

    Raises:
        _RepeatedError: one is stated twice.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _RepeatedError("a member is stated twice")
    return members


def _row(number: int, value: Any, flaw: str | None) -> dict[str, Any]:
    """Return what became of a line, as a JSON object; what it states only if that holds."""
    stated = ("game", "settings", "position", "winner", "distance")
    held = {name: value[name] if flaw is None else None for name in stated}
    return {"line": number, "accepted": flaw is None, "reason": _shortened(flaw), **held}


def _words(value: Any, flaw: str | None) -> str:
    """Return what became of a line, for people."""
    if flaw is not None:
        return f"refused: {printable(_shortened(flaw) or '')}"
    length = counted(value["distance"], "ply", "plies")
    from mentis_records.games import find_game

    title = find_game(value["game"]).description.title
    return f"accepted: {title}: {value['winner']} wins in {length}: {value['position']}"


def _shortened(flaw: str | None) -> str | None:
    """Return a reason, of one that is too long the beginning."""
    if flaw is None or len(flaw) <= _LONGEST_REASON:
        return flaw
    return f"{flaw[:_LONGEST_REASON]}..."
