"""One JSON object a record, on one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.notation.reading import Reading


def diagnostic_value(found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as JSON knows values."""
    span = found.span
    value: dict[str, Any] = {
        "code": found.code.id,
        "slug": found.code.slug,
        "severity": found.severity.value,
        "message": clean(found.message),
        "rule": found.code.rule,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "ply": found.ply,
        "move": None if found.move is None else clean(found.move),
        "expected": clean(found.expected),
        "hint": clean(found.hint),
        "position": found.position,
    }
    if found.readings:
        value["readings"] = [
            {"move": reading.move, "reason": reading.reason} for reading in found.readings
        ]
    return value


def reading_value(reading: Reading) -> dict[str, Any]:
    """Return a reading as JSON knows values."""
    return {
        "source": clean(reading.source),
        "index": reading.index,
        "line": reading.line,
        "valid": reading.is_valid,
        "plies": reading.plies,
        "result": reading.result,
        "termination": None if reading.termination is None else clean(reading.termination),
        "final_position": reading.final_position,
        "diagnostics": [diagnostic_value(found) for found in reading.diagnostics],
    }


def clean(text: str) -> str:
    """Return a text with the bytes that were not UTF-8 written as escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def format_json_lines(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield one line a record."""
    for reading in readings:
        yield json.dumps(reading_value(reading), ensure_ascii=False)
