# cython: boundscheck=True, wraparound=True
"""Cut the bytes of a text into records and listings, and the text between them.

``boundary`` knows where records begin. Little of a text is held in memory, however long its lines
and records are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mentis_records.notation.source.boundary import (
    LISTINGS,
    PREFACE,
    TAGGED_LINE,
    TRIMMED,
    RecordFinder,
    copy_bounds,
)
from mentis_records.notation.source.record_text import MAX_RECORD, TEXT, Block, Piece, decode
from mentis_records.notation.source.source_text import SourceError
from mentis_records.notation.syntax.movetext_sign import MovetextSigns
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED


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

    def __init__(self, signs: MovetextSigns) -> None:
        """Begin; ``signs`` tell header lines."""
        self._signs = signs
        self._scan = re.compile(
            rf"(?P<header>{signs.header})|(?<![0-9])(?P<number>[0-9]+)(?P<dots>\.+)|(?P<mark>[{{;()%])"
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
            if self._signs.exchanged.match(line, begin):
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


_MAX_BYTES = 4 * MAX_RECORD
"""A record of more bytes has too many characters, whatever they are."""
_LINE_PART = 1 << 18
"""Longer lines are read in parts of this many bytes or more."""
_WHOLE = re.compile(rb"(?:\n|1-0|0-1|1/2-1/2|\*|\})[ \t]*\Z")
_LAST = 100
"""How whole texts end, and how many bytes show that."""
_BLOCK_RECORDS = 4_096
"""Records that a block may have: what is known of each takes far more than the shortest."""


def cut(chunks: Iterable[bytes], signs: MovetextSigns) -> Iterator[Block | Piece]:
    """Yield the records of a text in order, tagged ones in blocks as far as that goes.

    Args:
        chunks: the bytes of the text in parts, lines ending in line feeds.
        signs: tell movetext from other text.

    Raises:
        SourceError: the chunks end so; it has the record that is not whole.
    """
    cutter = _Cutter(signs)
    try:
        for chunk in chunks:
            yield from cutter.take(chunk, is_last=False)
    except SourceError as error:
        if error.is_behind and cutter.is_whole:
            yield from cutter.take(b"", is_last=True)
            raise
        # The line that is cut may begin another record.
        yield from cutter.take(b"\n", is_last=False)
        error.text, error.line = cutter.rest()
        raise
    yield from cutter.take(b"", is_last=True)


class _Cutter:
    """Holds what has not been given out yet: what is open, and the unfinished line."""

    def __init__(self, signs: MovetextSigns) -> None:
        self._signs = signs
        self._finder = RecordFinder(signs)
        self._text = b""
        self._line, self._column = 1, 1
        self._known_column = 0, 1
        self._is_line_start = True
        self._oversize: Piece | None = None
        self._listings = _Listings(signs)
        self._is_behind_text = False

    def take(self, chunk: bytes, is_last: bool) -> Iterator[Block | Piece]:
        """Add bytes; yield the records that are whole."""
        text = self._text = self._text + chunk
        end = len(text) if is_last else text.rfind(b"\n") + 1
        if end <= self._finder.scanned and len(text) - self._finder.scanned > _LINE_PART:
            end = text.rfind(b" ") + 1
            if end <= self._finder.scanned:
                end = len(text)
        if end > self._finder.scanned:
            self._finder.find(text, end, self._is_line_start)
            self._is_line_start = text[end - 1 : end] == b"\n"
        yield from self._give_out(is_last)

    @property
    def is_whole(self) -> bool:
        """Return True unless the text breaks off within a line that has no result at its end."""
        return _WHOLE.search(self._text[-_LAST:]) is not None

    def rest(self) -> tuple[str, int]:
        """Return what has been read of the record that is open, and its first line.

        A line feed is the last that has been taken, and no part of it.
        """
        if self._finder.odd.get(0, TAGGED_LINE) in (LISTINGS, PREFACE):
            pieces = list(self._listings.finish(self._text, self._line))
            if pieces:
                text = "".join([piece.text for piece in pieces])
                return text.removesuffix("\n"), pieces[0].line
            return "", self._line
        if self._oversize is not None:
            return self._oversize.text, self._oversize.line
        return _beginning(self._text[:-1]), self._line

    def _give_out(self, is_last: bool) -> Iterator[Block | Piece]:
        """Yield what is whole; hold the rest."""
        finder, text = self._finder, self._text
        bounds = copy_bounds(finder.bounds, 0, finder.count)
        whole = finder.count - 1
        if is_last:
            bounds.extend((len(text), finder.line))
            whole += 1
        first = 0
        while first < whole:
            kind = finder.odd.get(first, TAGGED_LINE)
            last = first + 1
            if kind == TAGGED_LINE and not self._is_behind_text:
                while last < whole and last not in finder.odd:
                    last += 1
                part = bounds[2 * first : 2 * last + 2]
                yield from _split(Block(text, part, last - first, self._line))
            else:
                begin, line = bounds[2 * first], self._line + bounds[2 * first + 1]
                yield from self._give_apart(kind, begin, bounds[2 * last], line)
            first = last
        if is_last:
            return
        if whole:
            size, lines = bounds[2 * whole], bounds[2 * whole + 1]
            self._forget(whole, size, lines)
        yield from self._give_open()

    def _give_apart(self, kind: int, begin: int, end: int, line: int) -> Iterator[Piece]:
        """Yield what is whole and is not for a block."""
        text = self._text[begin:end]
        self._is_behind_text = False
        if kind == TRIMMED and self._oversize is not None:
            yield self._oversize
            self._oversize = None
        elif kind == PREFACE and self._finder.has_text and self._finder.count > 1:
            if text.strip():
                yield Piece(TEXT, line, decode(text[:_MAX_BYTES])[:MAX_RECORD])
                self._is_behind_text = True
        elif kind in (PREFACE, LISTINGS):
            piece = Piece(LISTING, line, decode(text[:_MAX_BYTES])[:MAX_RECORD])
            if kind == PREFACE and text.strip() and piece.is_remark:
                yield piece
                return
            yield from self._listings.take(text, line)
            yield from self._listings.finish(b"", line)
        else:
            yield _piece(text, line, self._column_of(begin))

    def _give_open(self) -> Iterator[Piece]:
        """Yield what may be given out of listings; of a record that is too large hold little."""
        finder = self._finder
        kind = finder.odd.get(0, TAGGED_LINE)
        if kind == PREFACE and finder.scanned > _MAX_BYTES:
            finder.give_up_preface()
            kind = LISTINGS
        if kind == LISTINGS:
            size = finder.held
            given = self._text[:size]
            yield from self._listings.take(given, self._line)
            self._forget(0, size, given.count(b"\n"))
        elif kind != PREFACE and finder.scanned > _MAX_BYTES:
            if kind != TRIMMED:
                text = _beginning(self._text[: finder.scanned])
                self._oversize = Piece(TAGGED, self._line, text, is_oversize=True)
                finder.trim()
            self._forget(0, finder.scanned, finder.line)

    def _column_of(self, offset: int) -> int:
        """Return the column at which an offset stands, from 1."""
        begin, column = self._known_column
        if begin > offset:
            begin, column = 0, self._column
        line_feed = self._text.rfind(b"\n", begin, offset)
        if line_feed >= 0:
            begin, column = line_feed + 1, 1
        column += len(decode(self._text[begin:offset]))
        self._known_column = offset, column
        return column

    def _forget(self, boundaries: int, size: int, lines: int) -> None:
        """Hold no more of so many boundaries, bytes and lines."""
        self._column = self._column_of(size)
        self._known_column = 0, self._column
        self._text = self._text[size:]
        self._line += lines
        self._finder.drop(boundaries, size, lines)


class _Listings:
    """Hands lines, or parts of very long ones, to a cutter of listings."""

    def __init__(self, signs: MovetextSigns) -> None:
        self._signs = signs
        self._begin()

    def _begin(self) -> None:
        self._cutter = ListingCutter(self._signs)
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._is_line_start = True

    def take(self, text: bytes, line: int) -> Iterator[Piece]:
        """Add lines, the first of which has a number; yield the listings that are whole."""
        at = 0
        while at < len(text):
            stop = text.find(b"\n", at) + 1 or len(text)
            yield from self._cutter.take(self._decode(text[at:stop]), line, self._is_line_start)
            self._is_line_start = text[stop - 1] == 10
            line += self._is_line_start
            at = stop

    def finish(self, text: bytes, line: int) -> Iterator[Piece]:
        """Add the last bytes, and yield the last listing, if any."""
        yield from self.take(text, line)
        yield from self._cutter.finish()
        self._begin()


def _piece(text: bytes, line: int, column: int) -> Piece:
    """Return a tagged record that stands by itself."""
    if len(text) > MAX_RECORD:
        decoded = decode(text)
        if len(decoded) > MAX_RECORD:
            return Piece(TAGGED, line, decoded[:MAX_RECORD], column, is_oversize=True)
    return Piece(TAGGED, line, decode(text), column)


def _split(block: Block) -> Iterator[Block | Piece]:
    """Yield a block without those of its records that may be too large, and these apart.

    A block of very many records comes in parts.
    """
    first = 0
    for record in range(block.count):
        if block.bounds[2 * record + 2] - block.bounds[2 * record] > MAX_RECORD:
            if record > first:
                yield block.part(first, record)
            piece = block.piece(record)
            if len(piece.text) > MAX_RECORD:
                piece = Piece(TAGGED, piece.line, piece.text[:MAX_RECORD], is_oversize=True)
            yield piece
            first = record + 1
        elif record - first == _BLOCK_RECORDS:
            yield block.part(first, record)
            first = record
    if first < block.count:
        yield block.part(first, block.count)


def _beginning(text: bytes) -> str:
    """Return as much of a record as is kept of one that is too large."""
    return decode(text[:_MAX_BYTES])[:MAX_RECORD]
