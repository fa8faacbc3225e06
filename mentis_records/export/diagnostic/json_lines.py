"""One JSON object a record, on one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.text import encodable
from mentis_records.notation.reading import Reading

_encode = json.JSONEncoder(ensure_ascii=False).encode


def diagnostic_value(found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as JSON knows values."""
    span = found.span
    value: dict[str, Any] = {
        "code": found.code.id,
        "slug": found.code.slug,
        "severity": found.severity.value,
        "message": encodable(found.message),
        "rule": found.code.rule,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "ply": found.ply,
        "move": None if found.move is None else encodable(found.move),
        "expected": encodable(found.expected),
        "hint": encodable(found.hint),
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
        "source": encodable(reading.source),
        "index": reading.index,
        "line": reading.line,
        "valid": reading.is_valid,
        "plies": reading.plies,
        "result": reading.result,
        "termination": None if reading.termination is None else encodable(reading.termination),
        "final_position": reading.final_position,
        "diagnostics": [diagnostic_value(found) for found in reading.diagnostics],
    }


def format_json_lines(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield one line a record."""
    for reading in readings:
        yield _encode(reading_value(reading))
