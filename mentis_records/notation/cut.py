# cython: boundscheck=True, wraparound=True
"""Cut the bytes of a text into records by its lines alone; knows neither plies nor tags.

What stands before the first tagged record are listings (``listing``); where tagged records
begin, ``boundary`` knows. However long lines and records are, little of them is held.
"""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Generator, Iterable, Iterator

from mentis_records.notation.boundary import MIN_RECORD, find_boundaries, is_tag_line
from mentis_records.notation.listing import ListingCutter
from mentis_records.notation.piece import MAX_RECORD, TAGGED, Block, Piece, decode
from mentis_records.notation.source import SourceError

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython  # noqa: F401

_MAX_BYTES = 4 * MAX_RECORD
"""A record of more bytes has too many characters, whatever they are."""

_LINE_PART = 1 << 18
"""Longer lines of listings are cut in parts of this many bytes or more."""

_TAG_PART = 1 << 16
"""Of a line in a record that is too large, so much is kept to see whether it is a tag pair."""

_BLOCK_RECORDS = 4_096
"""Records that a block may have: what is known of each takes far more than the shortest."""

_BLANKS = re.compile(rb"\n+")
"""Empty lines; many are taken at a time."""

_ESCAPES = re.compile(rb"(?:%[^\n]*\n)+|\n+")
"""Lines that say nothing; before the first listing many are taken at a time."""


def cut(chunks: Iterable[bytes], header: str) -> Iterator[Block | Piece]:
    """Yield the records of a text in order, tagged ones in blocks.

    Args:
        chunks: the bytes of the text in parts, lines ending in line feeds.
        header: the regular expression of a listing's header line.

    Raises:
        SourceError: the chunks end so; it has the record that is not whole.
    """
    cutter = _Cutter(header)
    try:
        for chunk in chunks:
            yield from cutter.take(chunk, is_last=False)
    except SourceError as error:
        # The line that is cut may begin another record.
        yield from cutter.take(b"\n", is_last=False)
        error.text, error.line = cutter.rest()
        raise
    yield from cutter.take(b"", is_last=True)


class _Cutter:
    """Holds what has not been given out yet: the open record or the unfinished line."""

    def __init__(self, header: str) -> None:
        self._listings: ListingCutter | None = ListingCutter(header)
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._is_line_start = True
        self._rest = b""
        self._line = 1
        self._oversize: Piece | None = None
        self._after_tag = False
        self._bounds = array("i")

    def take(self, chunk: bytes, is_last: bool) -> Iterator[Block | Piece]:
        """Add bytes; yield the records that are whole."""
        text = self._rest + chunk
        if self._listings is not None:
            text = yield from self._take_listings(self._listings, text, is_last)
        if self._listings is None:
            if self._oversize is not None:
                text = yield from self._skip(self._oversize, text, is_last)
            if self._oversize is None:
                text = yield from self._take_records(text, is_last)
        self._rest = text

    def rest(self) -> tuple[str, int]:
        """Return what has been read of the record that is open, and its first line.

        A line feed is the last that has been taken, and no part of it.
        """
        listing = next(self._listings.finish(), None) if self._listings is not None else None
        if listing is not None:
            return (listing.text + decode(self._rest))[:-1][:MAX_RECORD], listing.line
        if self._oversize is not None:
            return self._oversize.text, self._oversize.line
        return _beginning(self._rest[:-1]), self._line

    def _take_listings(self, listings: ListingCutter, text: bytes, is_last: bool) -> _Cutting:
        """Cut listings up to the first tagged record; return what is left."""
        if not self._is_line_start:
            stop = text.find(b"\n") + 1 or len(text)
            yield from self._give(listings, text[:stop], is_last and stop == len(text))
            text = text[stop:]
        if not self._is_line_start and not is_last:
            return text
        end = len(text) if is_last else text.rfind(b"\n") + 1
        bounds, count, _ = self._find(text, end, False)
        stop = bounds[0] if count else end
        at = 0
        while at < stop:
            is_before = self._is_line_start and not listings.is_open
            run = (_ESCAPES if is_before else _BLANKS).match(text, at, stop)
            following = run.end() if run else text.find(b"\n", at, stop) + 1 or stop
            yield from self._give(listings, text[at:following], is_last and following == stop)
            at = following
        text = text[stop:]
        is_tag = is_tag_line(text, 0, len(text))
        if is_last or count or is_tag:
            yield from listings.finish()
            self._listings = None
        elif len(text) > _LINE_PART:
            yield from self._give(listings, text, False)
            text = b""
        return text

    def _give(self, listings: ListingCutter, line: bytes, is_final: bool) -> Iterator[Piece]:
        """Hand a line, or a part of one, to the listings."""
        yield from listings.take(self._decode(line, is_final), self._line, self._is_line_start)
        self._is_line_start = line.endswith(b"\n")
        self._line += line.count(b"\n")

    def _take_records(self, text: bytes, is_last: bool) -> _Cutting:
        """Cut tagged records; return the open one, with which the text begins."""
        end = len(text) if is_last else text.rfind(b"\n") + 1
        bounds, count, after_tag = self._find(text, end, False)
        whole = count if is_last else count - 1
        if whole > 0:
            yield from _split(Block(text, bounds, whole, self._line))
            self._line += bounds[2 * whole + 1]
            text = text[bounds[2 * whole] :]
        if len(text) > _MAX_BYTES and not is_last:
            self._oversize = Piece(TAGGED, self._line, _beginning(text), is_oversize=True)
            self._after_tag = after_tag
            self._line += bounds[2 * count + 1] - bounds[2 * count - 1] if count else 0
            text = text[end - bounds[2 * whole] if whole > 0 else end :][:_TAG_PART]
        return text

    def _skip(self, piece: Piece, text: bytes, is_last: bool) -> _Cutting:
        """Pass over the lines of a record that is too large; return what is left."""
        end = len(text) if is_last else text.rfind(b"\n") + 1
        bounds, count, self._after_tag = self._find(text, end, self._after_tag)
        if count or is_last:
            yield piece
            self._oversize = None
        self._line += bounds[1]
        return text[bounds[0] :] if count else text[end:][:_TAG_PART]

    def _find(self, text: bytes, end: int, after_tag: bool) -> tuple[array[int], int, bool]:
        """Return the boundaries in whole lines, how many, and whether a tag pair is the last."""
        room = 2 * (end // MIN_RECORD + 2)
        if len(self._bounds) < room:
            self._bounds = array("i", bytes(4 * room))
        found = find_boundaries(text, end, after_tag, self._bounds)
        return self._bounds[: 2 * (found // 2 + 1)], found // 2, found % 2 == 1


_Cutting = Generator[Block | Piece, None, bytes]
"""Yields records and returns the bytes that are left."""


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
