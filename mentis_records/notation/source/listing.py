# cython: boundscheck=True, wraparound=True
"""Cut lines without tags into listings; knows neither plies nor tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mentis_records.notation.source.record_text import MAX_RECORD, Piece
from mentis_records.notation.tables.grammar_file import LISTING

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401


@dataclass(slots=True)
class _Collector:
    """Collects the text of one listing without ever holding much more than it may have."""

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
        return Piece(LISTING, self.line, text[:MAX_RECORD], self.column, is_oversize)


class ListingCutter:
    """Cuts lines without tags into listings, as they come.

    A listing begins at a header line, or at the number 1 at the beginning of a line. Other numbers
    begin none, whatever the last one was: whether they contradict the plies, the reader says.

    A listing of one word is held until it is clear that the next one is not the same game's, which
    has a number before each ply: 1. 1. 2. 2.
    """

    def __init__(self, header: str, exchanged: str) -> None:
        """Begin.

        Args:
            header: the regular expression of a listing's header line.
            exchanged: that of a line that names the sides the other way round.
        """
        self._exchanged = re.compile(exchanged)
        self._scan = re.compile(
            rf"(?P<header>{header})|(?<![0-9])(?P<number>[0-9]+)(?P<dots>\.+)|(?P<mark>[{{;()%])"
        )
        self._current: _Collector | None = None
        self._held: _Collector | None = None
        self._last_number = self._count = self._words = 0
        self._has_header = self._has_one = self._is_back = False
        self._in_comment = False
        self._depth = 0

    @property
    def is_open(self) -> bool:
        """Tell whether a listing has begun that the next line may go on with."""
        return self._current is not None

    def take(self, line: str, number: int, is_line_start: bool) -> Iterator[Piece]:
        """Add a line, or several that begin with ``%``; yield the listing that it ends, if any."""
        if self._current is None and is_line_start and line.startswith("%"):
            yield Piece(LISTING, number, line)
            return
        if line.isspace() and not self._in_comment:
            if self._current is not None:
                self._current.add(line)
            return
        at = done = 0
        is_first = is_line_start
        if is_line_start and not self._in_comment:
            begin = len(line) - len(line.lstrip())
            if self._exchanged.match(line, begin):
                self._reset(True)
                yield from self._begin(line[:begin], number, begin, False)
                at = done = begin
        while True:
            if self._in_comment:
                close = line.find("}", at)
                if close < 0:
                    break
                self._in_comment = False
                at = close + 1
            match = self._scan.search(line, at)
            between = line[at : match.start() if match else len(line)]
            words = len(between.split())
            self._words += words
            if match is None:
                break
            is_first = is_first and not words
            at = match.end()
            mark = match["mark"]
            if mark == "{":
                self._in_comment = True
            elif mark == ";" or (mark == "%" and match.start() == 0 and is_line_start):
                break
            elif mark in ("(", ")"):
                self._depth = max(0, self._depth + (1 if mark == "(" else -1))
            elif not mark:
                is_short = self._words <= 1
                is_each = is_short and match["number"] == "2"
                begins = self._begins(match, is_first)
                if self._held is not None and not self._depth:
                    if is_each:
                        self._join_held()
                    else:
                        yield self._held.piece()
                    self._held = None
                if not begins:
                    is_first = False
                    continue
                self._add(line[done : match.start()], number, done)
                is_held = is_short and not match["header"]
                yield from self._begin("", number, match.start(), is_held)
                done = match.start()
            is_first = is_first and bool(mark)
        self._add(line[done:], number, done)

    def finish(self) -> Iterator[Piece]:
        """Yield the last listings, if any."""
        if self._held is not None:
            yield self._held.piece()
        self._held = None
        if self._current is not None:
            yield self._current.piece()
        self._current = None

    def _begin(self, before: str, number: int, begin: int, is_held: bool) -> Iterator[Piece]:
        """Begin a listing at an offset of a line; yield what is whole then, or hold it."""
        if before:
            self._add(before, number, 0)
        if not is_held and self._held is not None:
            yield self._held.piece()
            self._held = None
        self._depth = 0
        if self._current is not None and self._has_content():
            if is_held:
                self._held = self._current
            else:
                yield self._current.piece()
            self._current = None
        if self._current is None:
            self._current = _Collector(number, begin + 1)

    def _join_held(self) -> None:
        """Make the open listing a part of the one that is held."""
        held, current = self._held, self._current
        if held is not None and current is not None:
            held.parts += current.parts
            held.size += current.size
            self._current = held

    def _add(self, text: str, number: int, offset: int) -> None:
        if self._current is None:
            stripped = text.lstrip()
            if not stripped:
                return
            offset += len(text) - len(stripped)
            self._current = _Collector(number, offset + 1)
            text = stripped
        self._current.add(text)

    def _has_content(self) -> bool:
        return self._current is not None and any(part.strip() for part in self._current.parts)

    def _begins(self, match: re.Match[str], is_first: bool) -> bool:
        """Return True if a header or number begins a listing, and remember the number.

        ``is_first`` tells that nothing stands before it in its line. The first number 1 of a
        listing that has begun at another one is a row of it, as in reverse order, unless the
        listing has a header and goes on from the record before it.
        """
        if match["header"]:
            self._reset(True)
            return True
        if self._depth:
            return False
        number = int(match["number"].lstrip("0")[:9] or "0")
        begins = number == 1 and is_first and len(match["dots"]) == 1 and self._last_number > 0
        is_ordered = self._has_header and not self._is_back and self._count > 1
        begins = begins and (self._has_one or is_ordered)
        if begins:
            self._reset(False)
        self._is_back = self._is_back or number < self._last_number
        self._has_one = self._has_one or number == 1
        self._count += 1
        self._last_number = number
        self._words = 0
        return begins

    def _reset(self, has_header: bool) -> None:
        """Forget the numbers of the listing before."""
        self._last_number = self._count = self._words = 0
        self._has_header, self._has_one, self._is_back = has_header, False, False
