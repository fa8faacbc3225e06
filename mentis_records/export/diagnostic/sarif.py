"""SARIF 2.1.0, the OASIS interchange format of static analysis results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mentis_records import __version__
from mentis_records.core.diagnostic import Code, Diagnostic, Severity
from mentis_records.core.text import encodable
from mentis_records.notation.reading import Reading

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def format_sarif(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of one log with one run; results come as they are read."""
    codes: dict[str, Code] = {}
    yield "{"
    yield f'  "$schema": {json.dumps(_SCHEMA)},'
    yield '  "version": "2.1.0",'
    yield '  "runs": [{'
    yield '    "columnKind": "unicodeCodePoints",'
    yield '    "results": ['
    pending: str | None = None
    for reading in readings:
        for found in reading.diagnostics:
            if pending is not None:
                yield f"      {pending},"
            codes.setdefault(found.code.id, found.code)
            index = list(codes).index(found.code.id)
            pending = json.dumps(_result(reading, found, index), ensure_ascii=False)
    if pending is not None:
        yield f"      {pending}"
    yield "    ],"
    driver = {
        "name": "mentis",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes.values()],
    }
    yield f'    "tool": {{"driver": {json.dumps(driver, ensure_ascii=False)}}}'
    yield "  }]"
    yield "}"


def _rule(code: Code) -> dict[str, Any]:
    page = " ".join(code.page.split())
    return {
        "id": code.id,
        "name": code.slug,
        "shortDescription": {"text": code.slug.replace("-", " ")},
        "fullDescription": {"text": page},
        "help": {"text": f"{page}\n\nRule: {code.rule}"},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _result(reading: Reading, found: Diagnostic, index: int) -> dict[str, Any]:
    span = found.span
    message = encodable(found.message)
    if found.expected:
        message += f". Expected: {encodable(found.expected)}"
    facts = {
        "record": reading.index,
        "ply": found.ply,
        "move": found.move,
        "position": found.position,
        "hint": found.hint,
    }
    print_of = "\n".join((found.code.id, reading.source, str(reading.index), str(found.ply)))
    return {
        "ruleId": found.code.id,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(reading.source)},
                    "region": {
                        "startLine": span.line,
                        "startColumn": span.column,
                        "endLine": span.end_line,
                        "endColumn": span.end_column,
                    },
                }
            }
        ],
        "partialFingerprints": {
            "mentisRecord/v1": sha256(encodable(print_of).encode()).hexdigest()[:32]
        },
        "properties": {
            name: encodable(value) if isinstance(value, str) else value
            for name, value in facts.items()
            if value
        },
    }


def _uri(source: str) -> str:
    """Return a source as a reference: relative to the working folder where it lies below."""
    path = Path(source)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except ValueError:
            return "file://" + quote(encodable(path.as_posix()))
    return quote(encodable(path.as_posix()))
