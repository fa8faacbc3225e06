"""GitHub annotations: diagnostics as workflow commands, read from the output by its runners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mentis_records.core.diagnostic import Severity
from mentis_records.core.text import printable
from mentis_records.notation.explain.reading import Reading

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def format_github(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield one command a diagnostic."""
    for reading in readings:
        for found in reading.diagnostics:
            span = found.span
            place = {
                "file": printable(reading.source),
                "line": str(span.line),
                "col": str(span.column),
                "endLine": str(span.end_line),
                "title": f"{found.code.id} {found.code.slug}",
            }
            if span.end_line == span.line:
                place["endColumn"] = str(span.end_column)
            fields = ",".join(f"{name}={_property(value)}" for name, value in place.items())
            text = printable(found.message)
            if found.ply:
                move = f", {printable(found.move)}" if found.move else ""
                text += f" (ply {found.ply}{move})"
            if found.expected:
                text += f"\nexpected: {printable(found.expected)}"
            yield f"::{_LEVELS[found.severity]} {fields}::{_data(text)}"


def _data(text: str) -> str:
    """Return a text escaped as the runner's toolkit does it for messages."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Return a text escaped as the runner's toolkit does it for properties."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
