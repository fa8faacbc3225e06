"""Concise diagnostics: one line per record and per diagnostic, ``file:line:column`` first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.text import printable
from mentis_records.notation.explain.reading import Reading


def summarise_record(reading: Reading) -> str:
    """Return what a record is, on one line."""
    plies = f"{reading.plies} pl{'y' if reading.plies == 1 else 'ies'}"
    end = reading.result
    if reading.termination:
        end += f" ({printable(reading.termination)})"
    state = "valid" if reading.is_valid else "INVALID"
    place = f"{printable(reading.source)}:{reading.line}"
    return f"{place}: record {reading.index}: {state}, {plies}, {end}"


def format_diagnostic(reading: Reading, found: Diagnostic) -> str:
    """Return a diagnostic on one line."""
    place = f"{printable(reading.source)}:{found.span}"
    move = f", {printable(found.move)}" if found.move else ""
    ply = f" (ply {found.ply}{move})" if found.ply else ""
    code = f"{found.severity} {found.code.id} {found.code.slug}"
    return f"{place}: {code}: {printable(found.message)}{ply}"


def advise_diagnostic(reading: Reading, found: Diagnostic) -> str:
    """Return a diagnostic with what to do about it, on one line."""
    hint = f"; {printable(found.hint)}" if found.hint else ""
    return f"{format_diagnostic(reading, found)}{hint}"


def format_concise(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of every reading."""
    for reading in readings:
        lines = [summarise_record(reading)]
        lines += [format_diagnostic(reading, found) for found in reading.diagnostics]
        yield "\n".join(lines)
