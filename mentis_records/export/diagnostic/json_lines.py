"""Diagnostics as JSON Lines: one object per record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.export.diagnostic.json_text import json_string
from mentis_records.notation.explain.reading import Reading

_encode = json.JSONEncoder(ensure_ascii=False).encode


def format_json_lines(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield one line a record."""
    for reading in readings:
        found = ", ".join([_diagnostic(each) for each in reading.diagnostics])
        valid = "true" if reading.is_valid else "false"
        yield (
            f'{{"source": {json_string(reading.source)}, "index": {reading.index}, '
            f'"line": {reading.line}, "game": {json_string(reading.game)}, "valid": {valid}, '
            f'"plies": {reading.plies}, '
            f'"result": {json_string(reading.result)}, '
            f'"termination": {json_string(reading.termination)}, '
            f'"final_position": {json_string(reading.final_position)}, "diagnostics": [{found}]}}'
        )


def _diagnostic(found: Diagnostic) -> str:
    """Return a diagnostic as JSON."""
    span, code = found.span, found.code
    ply = "null" if found.ply is None else found.ply
    readings = ""
    if found.readings:
        values = [{"move": each.move, "reason": each.reason} for each in found.readings]
        readings = f', "readings": {_encode(values)}'
    return (
        f"{_head(code.id, code.slug, found.severity.value)}{json_string(found.message)}, "
        f'"rule": {json_string(code.rule)}, "line": {span.line}, "column": {span.column}, '
        f'"end_line": {span.end_line}, "end_column": {span.end_column}, "ply": {ply}, '
        f'"move": {json_string(found.move)}, "expected": {json_string(found.expected)}, '
        f'"hint": {json_string(found.hint)}, "position": {json_string(found.position)}{readings}}}'
    )


@cache
def _head(number: str, slug: str, severity: str) -> str:
    """Return how a diagnostic begins, up to its message."""
    head = _encode({"code": number, "slug": slug, "severity": severity})
    return f'{head[:-1]}, "message": '
