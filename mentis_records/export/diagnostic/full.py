"""Each diagnostic with its source line, the span underlined, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import combining, east_asian_width

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.text import printable
from mentis_records.export.diagnostic.concise import summarise_record
from mentis_records.notation.reading import Reading

_WIDTH = 100
"""Longer source lines are cut to a window around the span."""


def format_full(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of every reading, a blank line after each diagnostic."""
    for reading in readings:
        yield summarise_record(reading)
        lines = reading.text.split("\n") if reading.diagnostics else []
        for found in reading.diagnostics:
            yield from _format(reading, lines, found)
            yield ""


def _format(reading: Reading, lines: list[str], found: Diagnostic) -> Iterator[str]:
    code = found.code
    yield f"{found.severity}[{code.id}] {code.slug}: {printable(found.message)}"
    ply = f", ply {found.ply}: {printable(_short(found.move or ''))}" if found.ply else ""
    yield f"  --> {printable(reading.source)}:{found.span} (record {reading.index}{ply})"
    span = found.span
    row = span.line - reading.line
    if 0 <= row < len(lines) and lines[row].strip():
        shift = reading.column - 1 if row == 0 else 0
        start = span.column - 1 - shift
        end = span.end_column - 1 - shift if span.end_line == span.line else len(lines[row])
        text, marks = _underline(lines[row], start, end)
        gutter = " " * len(str(span.line))
        yield f" {gutter} |"
        yield f" {span.line} | {text}"
        yield f" {gutter} | {marks}"
    for name, value in (
        ("expected", found.expected),
        ("rule", code.rule),
        ("hint", found.hint),
        ("position", found.position),
    ):
        if value:
            yield f"    = {name}: {printable(value)}"
    for suggestion in found.readings:
        yield f"    = reading: {suggestion.move} ({suggestion.reason})"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _underline(line: str, start: int, end: int) -> tuple[str, str]:
    """Return a source line fit for a terminal and the marks under its span."""
    end = max(end, start + 1)
    if len(line) > _WIDTH:
        first = max(0, start - _WIDTH // 3)
        cut = line[first : first + _WIDTH]
        start, end = start - first, min(end - first, _WIDTH)
        before = "..." if first else ""
        after = "..." if first + _WIDTH < len(line) else ""
    else:
        cut, before, after = line, "", ""
    cut = cut.replace("\t", " ")
    lead = before + printable(cut[:start])
    marked = printable(cut[start:end])
    text = lead + marked + printable(cut[end:]) + after
    return text, " " * _cells(lead) + "^" * max(_cells(marked), 1)


def _cells(text: str) -> int:
    """Return how many columns a terminal needs for a text."""
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in ("W", "F") else 1 for char in text
    )
