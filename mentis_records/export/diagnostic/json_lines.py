"""One JSON object a record, on one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.text import encodable
from mentis_records.notation.reading import Reading

_encode = json.JSONEncoder(ensure_ascii=False).encode


def format_json_lines(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield one line a record."""
    for reading in readings:
        found = ", ".join([_diagnostic(each) for each in reading.diagnostics])
        head = _encode(
            {
                "source": encodable(reading.source),
                "index": reading.index,
                "line": reading.line,
                "valid": reading.is_valid,
                "plies": reading.plies,
                "result": reading.result,
                "termination": _text(reading.termination),
                "final_position": reading.final_position,
            }
        )
        yield f'{head[:-1]}, "diagnostics": [{found}]}}'


def _diagnostic(found: Diagnostic) -> str:
    """Return a diagnostic as JSON; what many of them share is encoded once."""
    span, code = found.span, found.code
    head = _members(
        ("code", code.id),
        ("slug", code.slug),
        ("severity", found.severity.value),
        ("message", found.message),
        ("rule", code.rule),
    )
    ply = "null" if found.ply is None else found.ply
    tail = _members(
        ("move", found.move),
        ("expected", found.expected),
        ("hint", found.hint),
        ("position", found.position),
    )
    readings = ""
    if found.readings:
        values = [{"move": each.move, "reason": each.reason} for each in found.readings]
        readings = f', "readings": {_encode(values)}'
    return (
        f'{{{head}, "line": {span.line}, "column": {span.column}, "end_line": {span.end_line}, '
        f'"end_column": {span.end_column}, "ply": {ply}, {tail}{readings}}}'
    )


@lru_cache(1_024)
def _members(*pairs: tuple[str, str | None]) -> str:
    """Return members of an object, without its braces."""
    return _encode({name: _text(value) for name, value in pairs})[1:-1]


def _text(text: str | None) -> str | None:
    return None if text is None else encodable(text)
