"""Cut a text into records by its lines alone; knows neither plies nor what tags mean.

A tagged record starts at a line that begins ``[Name "`` when the last line that is not blank
does not. What stands before the first one are listings without tags: a listing begins at a
header line or at a move number not above the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

MAX_RECORD = 1_048_576
"""Characters a record may have; more are refused, and not kept."""

TAGGED, LISTING = "tagged", "listing"

_RECORD_START = re.compile(r'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"')


@dataclass(slots=True)
class Piece:
    """The text of one record and the number of its first line.

    ``start`` is the grammar's rule for it. An oversize piece keeps its beginning only.
    """

    start: str
    line: int
    text: str
    column: int = 1
    is_oversize: bool = False


@dataclass(slots=True)
class _Collector:
    """Collects the text of one piece without ever holding much more than a record may have."""

    start: str
    line: int
    column: int = 1
    parts: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, text: str) -> None:
        if self.size <= MAX_RECORD:
            self.parts.append(text)
        self.size += len(text)

    def piece(self) -> Piece:
        text = "".join(self.parts)
        is_oversize = self.size > MAX_RECORD
        return Piece(self.start, self.line, text[:MAX_RECORD], self.column, is_oversize)


def cut(lines: Iterable[str], header: str) -> Iterator[Piece]:
    """Yield the records of a text in order.

    Args:
        lines: the lines with their line feeds. A very long line may come in parts, of which all
            but the last have no line feed.
        header: the regular expression of a listing's header line.
    """
    listings = _ListingCutter(header)
    record: _Collector | None = None
    after_tag = False
    number = 1
    is_line_start = True
    for line in lines:
        if is_line_start:
            line = _plain_line(line)
        is_tag = is_line_start and _RECORD_START.match(line) is not None
        if is_tag and not after_tag:
            if record is None:
                yield from listings.finish()
            else:
                yield record.piece()
            record = _Collector(TAGGED, number)
        if record is None:
            yield from listings.take(line, number, is_line_start)
        else:
            record.add(line)
        if is_line_start and line.strip():
            after_tag = is_tag
        is_line_start = line.endswith("\n")
        number += is_line_start
    if record is None:
        yield from listings.finish()
    else:
        yield record.piece()


def _plain_line(line: str) -> str:
    """Return a line without the marks of joined files: a byte order mark, an end-of-file sign."""
    line = line.removeprefix("\ufeff")
    return line if line.rstrip("\n") != "\x1a" else ""


class _ListingCutter:
    """Cuts lines without tags into listings, as they come."""

    def __init__(self, header: str) -> None:
        self._scan = re.compile(
            rf"(?P<header>{header})|(?P<number>[0-9]+)(?P<dots>\.+)|(?P<mark>[{{;()%])"
        )
        self._current: _Collector | None = None
        self._last_number = 0
        self._in_comment = False
        self._depth = 0
        self._has_ply = True

    def take(self, line: str, number: int, is_line_start: bool) -> Iterator[Piece]:
        """Add a line; yield the listing that it ends, if any."""
        if self._current is None and is_line_start and line.startswith("%"):
            yield Piece(LISTING, number, line)
            return
        if line.isspace() and not self._in_comment:
            if self._current is not None:
                self._current.add(line)
            return
        at = done = 0
        while True:
            if self._in_comment:
                close = line.find("}", at)
                if close < 0:
                    break
                self._in_comment = False
                at = close + 1
            match = self._scan.search(line, at)
            between = line[at : match.start() if match else len(line)]
            self._has_ply = self._has_ply or not (between.isspace() or not between)
            if match is None:
                break
            at = match.end()
            mark = match["mark"]
            if mark == "{":
                self._in_comment = True
            elif mark == ";" or (mark == "%" and match.start() == 0 and is_line_start):
                break
            elif mark in ("(", ")"):
                self._depth = max(0, self._depth + (1 if mark == "(" else -1))
            elif not mark and self._begins(match):
                self._depth = 0
                self._add(line[done : match.start()], number, done)
                if self._current is not None and self._has_content():
                    yield self._current.piece()
                    self._current = None
                if self._current is None:
                    self._current = _Collector(LISTING, number, match.start() + 1)
                done = match.start()
        self._add(line[done:], number, done)

    def finish(self) -> Iterator[Piece]:
        """Yield the last listing, if any."""
        if self._current is not None:
            yield self._current.piece()
        self._current = None

    def _add(self, text: str, number: int, offset: int) -> None:
        if self._current is None:
            stripped = text.lstrip()
            if not stripped:
                return
            offset += len(text) - len(stripped)
            self._current = _Collector(LISTING, number, offset + 1)
            text = stripped
        self._current.add(text)

    def _has_content(self) -> bool:
        return self._current is not None and any(part.strip() for part in self._current.parts)

    def _begins(self, match: re.Match[str]) -> bool:
        """Tell whether a header or number begins a listing, and remember the number.

        A number directly behind another number begins nothing.
        """
        if match["header"]:
            self._last_number = 0
            self._has_ply = False
            return True
        if self._depth:
            return False
        number = int(match["number"].lstrip("0")[:9] or "0")
        is_second_side = len(match["dots"]) > 1 and number == self._last_number
        begins = number <= self._last_number and not is_second_side and self._has_ply
        self._last_number, self._has_ply = number, False
        return begins
