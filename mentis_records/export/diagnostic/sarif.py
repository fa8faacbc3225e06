"""Diagnostics as SARIF 2.1.0, the OASIS interchange format of static analysis results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mentis_records import __version__
from mentis_records.core.diagnostic import Code, Diagnostic, Severity
from mentis_records.core.text import encodable
from mentis_records.export.diagnostic.json_text import json_string
from mentis_records.notation.explain.reading import Reading

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def format_sarif(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of one log with one run; results come as they are read."""
    codes: dict[str, Code] = {}
    indices: dict[str, int] = {}
    folder = str(Path.cwd())
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
            index = indices.setdefault(found.code.id, len(indices))
            pending = _result(reading, found, index, folder)
    if pending is not None:
        yield f"      {pending}"
    yield "    ],"
    driver = {
        "name": "mentis",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes.values()],
    }
    yield f'    "tool": {{"driver": {json.dumps(driver)}}}'
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


def _result(reading: Reading, found: Diagnostic, index: int, folder: str) -> str:
    """Return a result as JSON; a source below the folder is named relative to it."""
    span, code = found.span, found.code
    message = found.message
    if found.expected:
        message += f". Expected: {found.expected}"
    print_of = f"{code.id}\n{reading.source}\n{reading.index}\n{found.ply}"
    fingerprint = sha256(encodable(print_of).encode()).hexdigest()[:32]
    facts = (
        ("record", reading.index or None),
        ("ply", found.ply or None),
        ("move", json_string(found.move) if found.move else None),
        ("position", json_string(found.position) if found.position else None),
        ("hint", json_string(found.hint) if found.hint else None),
    )
    properties = ", ".join([f'"{name}": {value}' for name, value in facts if value is not None])
    return (
        f'{{"ruleId": "{code.id}", "ruleIndex": {index}, "level": "{_LEVELS[found.severity]}", '
        f'"message": {{"text": {json_string(message)}}}, "locations": [{{"physicalLocation": '
        f'{{"artifactLocation": {{"uri": {_uri(reading.source, folder)}}}, "region": '
        f'{{"startLine": {span.line}, "startColumn": {span.column}, '
        f'"endLine": {span.end_line}, "endColumn": {span.end_column}}}}}}}], '
        f'"partialFingerprints": {{"mentisRecord/v1": "{fingerprint}"}}, '
        f'"properties": {{{properties}}}}}'
    )


@lru_cache
def _uri(source: str, folder: str) -> str:
    """Return a source as a reference in JSON: relative to the folder where it lies below."""
    path = Path(source)
    if path.is_absolute():
        try:
            path = path.relative_to(folder)
        except ValueError:
            return json_string("file://" + quote(encodable(path.as_posix())))
    return json_string(quote(encodable(path.as_posix())))
