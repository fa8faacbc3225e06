"""Full diagnostics: each with its source line, the span underlined, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.text import printable
from mentis_records.export.diagnostic.concise import summarise_record
from mentis_records.notation.explain.reading import Reading

_WIDEST = 113
"""Columns of a report; longer source lines are cut to a window around the span."""

_BESIDE = 13
"""Columns for what stands before a source line, and for dots where it is cut."""

_NARROWEST = 20

_REMEMBERED = 1_024
"""Lines, messages and facts that are not set again: broken records are broken alike."""


Draw = Callable[[Reading, Diagnostic], str]
"""Gives the lines of the board on which a diagnostic stands, or nothing."""


def format_full(
    readings: Iterable[Reading], draw: Draw | None = None, columns: int = _WIDEST
) -> Iterator[str]:
    """Yield the lines of every reading, a blank line after each diagnostic; boards are drawn.

    Source lines have no more than so many columns, or little more if there are few.
    """
    width = max(min(columns, _WIDEST) - _BESIDE, _NARROWEST)
    for reading in readings:
        found = reading.diagnostics
        if not found:
            yield summarise_record(reading)
            continue
        lines, before = reading.text.split("\n"), reading.preamble.split("\n")
        source = printable(reading.source)
        parts = [summarise_record(reading)]
        for each in found:
            board = draw(reading, each) if draw is not None else ""
            parts.append(_format(reading, source, lines, before, each, board, width))
        yield "\n".join(parts)


def _format(
    reading: Reading,
    source: str,
    lines: list[str],
    before: list[str],
    found: Diagnostic,
    board: str,
    width: int,
) -> str:
    move = f": {printable(_short(found.move))}" if found.move else ""
    ply = f", ply {found.ply}{move}" if found.ply else ""
    span = found.span
    row = span.line - reading.line
    excerpt = ""
    shift = reading.column - 1 if row == 0 else 0
    if row < 0 or span.column <= shift:
        lines, row, shift = before, span.line - reading.preamble_line, 0
    line = lines[row] if 0 <= row < len(lines) else ""
    if line and not line.isspace() and not reading.is_translated:
        start = span.column - 1 - shift
        end = span.end_column - 1 - shift if span.end_line == span.line else len(line)
        end = max(end, start + 1)
        if len(line) > width:
            text, marks = _underline(*_cut(line, start, end, width))
        elif line.isascii() and line.isprintable():
            start, end = min(start, len(line)), min(end, len(line))
            text, marks = line, " " * start + "^" * max(end - start, 1)
        else:
            text, marks = _underline(line, start, end, "", "")
        gutter = " " * len(str(span.line))
        excerpt = f" {gutter} |\n {span.line} | {text}\n {gutter} | {marks}\n"
    head = _head(found.severity, found.code.id, found.code.slug, found.message)
    facts = _facts(found.expected, found.code.rule, found.hint, found.position or "")
    readings = "".join([f"    = reading: {each.move} ({each.reason})\n" for each in found.readings])
    place = f"  --> {source}:{span} (record {reading.index}{ply})\n"
    drawn = "".join([f"    {line}".rstrip() + "\n" for line in board.split("\n")]) if board else ""
    return f"{head}{place}{excerpt}{facts}{readings}{drawn}"


@lru_cache(_REMEMBERED)
def _head(severity: str, number: str, slug: str, message: str) -> str:
    return f"{severity}[{number}] {slug}: {printable(message)}\n"


@lru_cache(_REMEMBERED)
def _facts(expected: str, rule: str, hint: str, position: str) -> str:
    named = (("expected", expected), ("rule", rule), ("hint", hint), ("position", position))
    return "".join([f"    = {name}: {printable(value)}\n" for name, value in named if value])


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _cut(line: str, start: int, end: int, width: int) -> tuple[str, int, int, str, str]:
    """Return a window of a long line around a span, the span in it, and what stands around it."""
    first = max(0, start - width // 3)
    before = "..." if first else ""
    after = "..." if first + width < len(line) else ""
    window = line[first : first + width]
    return window, start - first, min(end - first, width), before, after


@lru_cache(_REMEMBERED)
def _underline(line: str, start: int, end: int, before: str, after: str) -> tuple[str, str]:
    """Return a source line fit for a terminal and the marks under its span."""
    line = line.replace("\t", " ")
    lead = before + printable(line[:start])
    marked = printable(line[start:end])
    text = lead + marked + printable(line[end:]) + after
    return text, " " * _cells(lead) + "^" * max(_cells(marked), 1)


def _cells(text: str) -> int:
    """Return how many columns a terminal needs for a text."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


@lru_cache(_REMEMBERED)
def _width(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in ("W", "F") else 1
