"""Where records begin in the bytes of a text; knows of plies what ``MovetextSigns`` says.

The text is read forward, line by line. A tag pair begins a record if the record that is open has
movetext already, or if it repeats a tag of the open tag section behind a blank line; else it
belongs to the open section. So it does behind a result on one line, and at a line's beginning
even inside a comment of the movetext. What looks like a damaged tag pair begins a record where
none is open, so that none loses a tag. Lines that say nothing else are text between records.
"""

from __future__ import annotations

import re
from array import array

from mentis_records.notation.movetext_sign import MovetextSigns, number_of
from mentis_records.notation.piece import decode
from mentis_records.notation.result_word import read_score

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

if not cython.compiled:
    from mentis_records.core.pointer import address8, find_byte

PREFACE, LISTINGS, TAGGED_LINE, TAGGED_APART, TRIMMED = range(5)
"""What begins at a boundary: what stands before the first record, listings, a tagged record at a
line's beginning, a tagged record that begins otherwise, and one of which no more is kept."""

_START, _LISTING, _SECTION, _MOVES, _CLOSED = range(5)
"""What is open: nothing, listings, a tag section, a record's movetext, a record with its result."""

_LINE_FEED, _BLANK, _TAB, _QUOTE, _BACKSLASH = 10, 32, 9, 34, 92
_BRACKET, _CLOSING, _LOW_LINE, _PERCENT = 91, 93, 95, 37
_BRACE, _CLOSING_BRACE, _SEMICOLON, _DOT, _STAR = 123, 125, 59, 46, 42

_TAG = rb'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"'
_SHAPE = re.compile(_TAG)
_TOKEN = re.compile(
    rb"(?P<tag>" + _TAG + rb'(?:[^"\\\x00-\x1f]|\\["\\])*"[ \t]*\])|(?P<shape>' + _TAG + rb")"
    rb"|(?P<open>\{)|(?P<rest>;)|(?P<word>[^\s{;\[]+|\[[^\s{;\[]*)"
)
_NAME = re.compile(rb"^[ \t]*\[([A-Za-z][A-Za-z0-9_]*)|\][ \t]*\[([A-Za-z][A-Za-z0-9_]*)", re.M)
_DAMAGED = re.compile(rb'\W*[A-Za-z_][\w-]*\W*"|\[(?!/?\w*\])')
_DAMAGED_END = re.compile(rb'"[ \t]*\]\W*$')
"""How lines begin, or end, that were tag pairs."""

_MOST_LOOKED_AT = 256
"""Bytes of a line's beginning, and of its end, that are looked at for that."""

_SCORE_BEGINNINGS = frozenset("01*oO\u00bd")

_LEAST = 3
"""A line that begins a record has so many bytes at least."""

_NUMBERS = re.compile(rb"(?<![^\s({])([0-9]+)\.+")


class RecordFinder:
    """Finds the boundaries in a text that is read on and on.

    ``bounds`` has two numbers a boundary, ``count`` of them: the offset of its first byte, and
    the number of its line in what is held of the text, from 0. ``odd`` has what begins at those
    that are no ``TAGGED_LINE``. ``scanned`` is how far the text has been read, on line ``line``,
    and what stands behind ``held`` may still come to be another record's.
    """

    def __init__(self, signs: MovetextSigns) -> None:
        """Begin a text, with what stands before its first record."""
        self._signs = signs
        self._header = re.compile(signs.header.encode())
        self.bounds = array("i", bytes(16))
        self.odd = {0: PREFACE}
        self.count = 1
        self.scanned = self.line = 0
        self.has_text = False
        self._state = _START
        self._in_comment = self._in_line_comment = self._is_after_blank = False
        self._comment_at = self._damaged_at = -1
        self._damaged_line = self._comment_line = 0
        self._names: set[bytes] = set()
        self._named_until = 0
        self._number, self._numbered_until = 0, 0

    @property
    def held(self) -> int:
        """Return the offset behind which nothing may be taken for what is open now."""
        if self._state == _START:
            return self.bounds[0]
        if self._damaged_at >= 0:
            return self._damaged_at
        return self.scanned

    def find(self, text: bytes, end: int, is_line_start: bool) -> None:
        """Read a text on, from where it was read to before up to an offset.

        Args:
            text: what is held of the text.
            end: the offset behind a line's end, or behind a blank in a line that is very long.
            is_line_start: whether a line begins where it goes on.
        """
        self._make_room(end - self.scanned)
        while self.scanned < end:
            if is_line_start and not self._in_comment:
                self._run(text, end)
                if self.scanned >= end:
                    break
            at = self.scanned
            stop = text.find(b"\n", at, end)
            line_end = stop if stop >= 0 else end
            if is_line_start:
                self._in_line_comment = False
            if not self._in_line_comment:
                self._take_line(text, at, line_end, is_line_start)
            is_line_start = stop >= 0
            self.scanned = line_end + is_line_start
            self.line += is_line_start

    def drop(self, boundaries: int, size: int, lines: int) -> None:
        """Forget the first boundaries, with so many bytes and lines of the text."""
        self.count -= boundaries
        self.odd = {at - boundaries: kind for at, kind in self.odd.items() if at >= boundaries}
        for at in range(self.count):
            place = 2 * (at + boundaries)
            self.bounds[2 * at] = max(self.bounds[place] - size, 0)
            self.bounds[2 * at + 1] = max(self.bounds[place + 1] - lines, 0)
        self.scanned -= size
        self.line -= lines
        self._comment_at -= size if self._comment_at >= 0 else 0
        self._comment_line -= lines
        self._damaged_at -= size if self._damaged_at >= 0 else 0
        self._damaged_line -= lines
        self._named_until = max(self._named_until - size, 0)
        self._numbered_until = max(self._numbered_until - size, 0)

    def trim(self) -> None:
        """Note that of the record that is open no more is kept than has been read."""
        self.odd[self.count - 1] = TRIMMED

    def give_up_preface(self) -> None:
        """Take what stands before the first record for listings, because it is very long."""
        self.odd[0] = LISTINGS
        self._state = _LISTING

    def _make_room(self, size: int) -> None:
        """Make room for the boundaries that so many bytes may have."""
        room = 2 * (self.count + size // _LEAST + 4)
        if len(self.bounds) < room:
            longer = copy_bounds(self.bounds, 0, self.count)
            longer.frombytes(bytes(4 * (room - len(longer))))
            self.bounds = longer

    # Lines as nearly all are

    def _run(self, text: bytes, end: int) -> None:
        """Read lines as long as each is nothing but a tag pair, movetext or blank."""
        view = address8(text)
        at, line, count, state = self.scanned, self.line, self.count, self._state
        is_after_blank = self._is_after_blank
        while at < end and state >= _SECTION:
            stop = find_byte(view, _LINE_FEED, at, end)
            first = view[at]
            if state == _SECTION:
                if stop == at:
                    is_after_blank = True
                elif first == _BRACKET:
                    if is_after_blank or not _is_tag_line(view, at, stop):
                        break
                elif _is_number(view, at, stop):
                    state = _MOVES
                    continue
                else:
                    break
            elif first == _BRACKET:
                if not _is_tag_line(view, at, stop):
                    break
                self.bounds[2 * count] = at
                self.bounds[2 * count + 1] = line
                count += 1
                state = _SECTION
                is_after_blank = False
            elif state == _MOVES:
                if first != _PERCENT:
                    found = _read_movetext(view, at, stop)
                    if found < 0:
                        break
                    if found:
                        state = _CLOSED
            elif stop > at:
                break
            at = stop + 1
            line += 1
        if count > self.count:
            self._begin_section(self.bounds[2 * count - 2])
        self.scanned, self.line, self.count = min(at, end), line, count
        self._state, self._is_after_blank = state, is_after_blank

    # Other lines

    def _begin_section(self, at: int) -> None:
        self._state = _SECTION
        self._is_after_blank = self._in_comment = False
        self._damaged_at = -1
        self._names.clear()
        self._named_until = self._numbered_until = at
        self._number = 0

    def _begin(self, at: int, line: int, kind: int) -> None:
        """Begin a record, or listings, at an offset."""
        self.bounds[2 * self.count] = at
        self.bounds[2 * self.count + 1] = line
        if kind != TAGGED_LINE:
            self.odd[self.count] = kind
        self.count += 1
        self._begin_section(at)
        if kind == LISTINGS:
            self._state = _LISTING

    def _take_line(self, text: bytes, at: int, end: int, is_line_start: bool) -> None:
        """Read one line, or a part of one."""
        line = text[at:end]
        place = 0
        if self._in_comment and is_line_start and _SHAPE.match(line):
            self._end_open_comment(text)
        if is_line_start and not self._in_comment and line.startswith(b"%"):
            return
        if not line.strip():
            self._is_after_blank = self._is_after_blank or self._state == _SECTION
            return
        is_first, is_behind_result, has_text = is_line_start, False, False
        while True:
            if self._in_comment:
                close = line.find(b"}", place)
                if close < 0:
                    break
                self._in_comment = False
                place = close + 1
            found = _TOKEN.search(line, place)
            if found is None:
                break
            place = found.end()
            kind = found.lastgroup
            if kind == "open":
                self._in_comment = True
                self._comment_at, self._comment_line = at + found.start(), self.line
            elif kind == "rest":
                self._in_line_comment = True
                break
            elif kind == "word":
                if is_first or is_behind_result:
                    if self._takes_line(text, at + found.start(), end, is_first):
                        return
                word = decode(found[0])
                if self._state == _START and self._signs.is_movetext(word):
                    self._begin_listings(at)
                elif self._state in (_SECTION, _CLOSED):
                    if self._state == _SECTION and word.startswith("["):
                        break
                    if self._signs.is_movetext(word):
                        self._state = _MOVES
                if self._state == _LISTING:
                    if is_first and self._damaged_at >= 0:
                        self._settle_damaged(word)
                    is_behind_result = _is_score(word)
                elif self._state == _MOVES and _is_score(word):
                    self._state = _CLOSED
                    is_behind_result = True
                else:
                    is_behind_result = False
                has_text = True
            else:
                if self._begins_record(text, at + found.start(), is_first, is_behind_result):
                    is_plain = is_line_start and not found.start()
                    kind_of = TAGGED_LINE if is_plain else TAGGED_APART
                    start, row = at + found.start(), self.line
                    if self._damaged_at >= 0:
                        start, row, kind_of = self._damaged_at, self._damaged_line, TAGGED_APART
                    if self._state == _START:
                        self.has_text = self.has_text or has_text
                    self._begin(start, row, kind_of)
                if kind == "shape":
                    # What follows is no value: the line cannot be read any further.
                    if self._state == _SECTION:
                        return
                    place = found.start() + 1
                is_behind_result = False
            is_first = False
        if self._state == _START:
            self.has_text = self.has_text or has_text

    def _end_open_comment(self, text: bytes) -> None:
        """End a comment because a tag pair begins the line: it was never closed.

        One in front of a record, or that was a tag pair, belongs to that record.
        """
        self._in_comment = False
        # It broke off: what repeats a tag of the section behind it is another record's.
        self._is_after_blank = True
        opened = self._comment_at
        line = text[opened + 1 : text.find(b"\n", opened)]
        is_before = self._state == _START
        if is_before or (self._state == _CLOSED and _is_damaged(line)):
            self._begin(opened, self._comment_line, TAGGED_APART)

    def _takes_line(self, text: bytes, at: int, end: int, is_first: bool) -> bool:
        """Deal with a line, from its first word on, that is a damaged tag pair or begins a listing.

        Return whether nothing of it is left to be read.
        """
        rest = text[at:end]
        if _is_damaged(rest):
            if self._state in (_START, _CLOSED):
                self._begin(at, self.line, TAGGED_APART)
                return True
            if self._state == _LISTING and is_first and self._damaged_at < 0:
                self._damaged_at, self._damaged_line = at, self.line
            return self._state != _MOVES
        if not is_first:
            return False
        if self._state == _START and self._header.match(rest):
            self._begin_listings(at)
        elif self._state == _CLOSED:
            if self._header.match(rest) or self._begins_listing(text, at, rest):
                self._begin(at, self.line, LISTINGS)
        return False

    def _begins_listing(self, text: bytes, at: int, rest: bytes) -> bool:
        """Tell whether a line begins with a number that is not above the last one before it."""
        number = number_of(decode(rest.split(None, 1)[0]))
        if number is None:
            return False
        for found in _NUMBERS.finditer(text, self._numbered_until, at):
            self._number = int(found[1].lstrip(b"0")[:9] or b"0")
        self._numbered_until = at
        return number <= self._number

    def _begin_listings(self, at: int) -> None:
        """Begin listings; comments before the first of them are its own."""
        if self.has_text:
            self._begin(at, self.line, LISTINGS)
        else:
            self.odd[0] = LISTINGS
        self._state = _LISTING

    def _settle_damaged(self, word: str) -> None:
        """Decide whether a damaged tag pair behind a listing begins a record: plies follow it."""
        at, line = self._damaged_at, self._damaged_line
        self._damaged_at = -1
        if number_of(word) == 1:
            self._begin(at, line, TAGGED_APART)
            self._state = _MOVES

    def _begins_record(self, text: bytes, at: int, is_first: bool, is_behind_result: bool) -> bool:
        """Tell whether a tag pair at an offset begins a record."""
        if self._state == _SECTION:
            return self._is_after_blank and self._is_repeated(text, at)
        if self._state in (_START, _CLOSED):
            return True
        return is_first or is_behind_result or self._damaged_at >= 0

    def _is_repeated(self, text: bytes, at: int) -> bool:
        """Tell whether the open tag section has the tag that begins here."""
        begin = max(self._named_until, self.bounds[2 * self.count - 2])
        self._names.update(one or other for one, other in _NAME.findall(text, begin, at))
        self._named_until = at
        found = _NAME.match(text, at)
        return found is not None and found[1] in self._names


def _is_damaged(line: bytes) -> bool:
    """Tell whether a line looks as if it had been a tag pair."""
    if _DAMAGED.match(line, 0, _MOST_LOOKED_AT):
        return True
    return b"[" not in line and _DAMAGED_END.search(line[-_MOST_LOOKED_AT:]) is not None


def _is_score(word: str) -> bool:
    return word[:1] in _SCORE_BEGINNINGS and read_score(word) is not None


def copy_bounds(bounds: array[int], first: int, last: int) -> array[int]:
    """Return the numbers of the boundaries from ``first`` up to but not including ``last``."""
    copied = array("i")
    copied.frombytes(memoryview(bounds)[2 * first : 2 * last].cast("B"))
    return copied


def _is_tag_line(text: bytes, begin: int, end: int) -> int:
    """Tell whether a line is one tag pair without escapes, and nothing else."""
    at = begin + 1
    if at >= end or not _is_letter(text[at]):
        return 0
    while at < end and (_is_letter(text[at]) or text[at] == _LOW_LINE or 48 <= text[at] <= 57):
        at += 1
    name_end = at
    while at < end and (text[at] == _BLANK or text[at] == _TAB):
        at += 1
    if at == name_end or at >= end or text[at] != _QUOTE:
        return 0
    at = find_byte(text, _QUOTE, at + 1, end)
    if at >= end or text[at - 1] == _BACKSLASH:
        return 0
    at += 1
    while at < end and (text[at] == _BLANK or text[at] == _TAB):
        at += 1
    if at >= end or text[at] != _CLOSING:
        return 0
    at += 1
    while at < end and (text[at] == _BLANK or text[at] == _TAB):
        at += 1
    return 1 if at == end else 0


def _is_number(text: bytes, begin: int, end: int) -> int:
    """Tell whether a line begins with a move number."""
    at = begin
    while at < end and 48 <= text[at] <= 57:
        at += 1
    return 1 if begin < at < end and text[at] == _DOT else 0


def _read_movetext(text: bytes, begin: int, end: int) -> int:
    """Return 1 if a line has a result, 0 if not, -1 if it must be looked at otherwise.

    So must be lines in which a bracket stands, or a comment that goes on, or what may be a result
    that is written in another way.
    """
    at = begin
    found = 0
    while at < end:
        byte = text[at]
        if byte <= _BLANK:
            at += 1
        elif byte == _BRACE:
            at = find_byte(text, _CLOSING_BRACE, at, end)
            if at == end:
                return -1
            at += 1
        elif byte == _SEMICOLON:
            break
        elif byte == _BRACKET:
            return -1
        else:
            stop = at + 1
            while stop < end and _goes_on(text[stop]):
                stop += 1
            if not _is_number(text, at, stop):
                if _is_result(text, at, stop):
                    found = 1
                elif byte == 48 or byte == 49 or byte == 79 or byte == 111 or byte >= 128:
                    return -1
                elif found:
                    return -1
            elif found:
                return -1
            at = stop
    return found


def _goes_on(byte: int) -> int:
    """Tell whether a byte goes on with the word before it."""
    return 1 if byte > _BLANK and byte != _BRACE and byte != _SEMICOLON and byte != _BRACKET else 0


def _is_result(text: bytes, begin: int, end: int) -> int:
    """Tell whether a word is a result as it should be written."""
    size = end - begin
    if size == 1:
        return 1 if text[begin] == _STAR else 0
    if size == 3:
        is_hyphen = text[begin + 1] == 45
        return (
            1 if is_hyphen and text[begin] + text[begin + 2] == 97 and _is_bit(text[begin]) else 0
        )
    if size != 7:
        return 0
    half = 1
    for at in range(begin, end):
        byte = text[at]
        place = at - begin
        if place == 3:
            half &= byte == 45
        elif place == 1 or place == 5:
            half &= byte == 47
        elif place == 0 or place == 4:
            half &= byte == 49
        else:
            half &= byte == 50
    return half


def _is_bit(byte: int) -> int:
    return 1 if byte == 48 or byte == 49 else 0


def _is_letter(byte: int) -> int:
    return 1 if 65 <= byte <= 90 or 97 <= byte <= 122 else 0
