"""Where records begin in the bytes of a text; knows of plies what ``MovetextSigns`` says.

The text is read forward, line by line. A tag pair begins a record if the record that is open has
movetext already, or if it comes behind a blank line and repeats a tag of the open tag section;
else it belongs to the open section. It begins one behind a result on one line, and at a line's
beginning even inside a comment of the movetext. What looks like a damaged tag pair begins a record
where none is open, and in movetext if tags come below it, so that none loses a tag. So do comments
and text between records that may have been tags which the record behind lacks. Lines that say
nothing else are text between records.
"""

from __future__ import annotations

import re
from array import array

from mentis_records.notation.source.record_text import decode
from mentis_records.notation.source.tag_pattern import (
    FIRST_NAME,
    LAST_TAGS,
    NAME,
    SHAPE,
    TAG_NEXT,
    TAG_STUCK,
    TOKEN,
    has_tag,
    is_damaged,
    is_unbalanced,
    may_hide_tag,
)
from mentis_records.notation.syntax.movetext_sign import MovetextSigns, number_of
from mentis_records.notation.tag.result_word import read_score

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address8, find_byte
    from mentis_records.notation.source.plain_line import is_number, is_tag_line, read_movetext

PREFACE, LISTINGS, TAGGED_LINE, TAGGED_APART, TRIMMED = range(5)
"""What begins at a boundary: what stands before the first record, listings, a tagged record at a
line's beginning, a tagged record that begins otherwise or behind a listing, and one of which no
more is kept."""

_START, _LISTING, _SECTION, _MOVES, _CLOSED = range(5)
"""What is open: nothing, listings, a tag section, a record's movetext, a record with its result."""

_LINE_FEED, _BRACKET, _PERCENT, _STAR = 10, 91, 37, 42

_RESULT = re.compile(rb"1-0|0-1|1/2-1/2|\*")
_COMMENT = re.compile(rb"[{;]")
_COMMENT_NEXT = re.compile(rb"\s*[{;]")
_SIGNS = re.compile(r"(?<=[\w*\u00bd])[^\w\s*\u00bd]+$")
_SCORE_BEGINNINGS = frozenset("01*oO\u00bd")

_IN_COMMENT, _IN_TEXT = b"{", b"?"
"""Where a tag pair may be hidden that may be any."""

_LEAST = 3
"""A line that begins a record has so many bytes at least."""

_NUMBERS = re.compile(rb"(?<![^\s({])([0-9]+)\.+")


class RecordFinder:
    """Finds the boundaries in a text that is read on and on.

    ``bounds`` has two numbers a boundary, ``count`` of them: the offset of its first byte, and
    the number of its line in what is held of the text, from 0. ``odd`` has what begins at those
    that are no ``TAGGED_LINE``. ``scanned`` is how far the text has been read, on line ``line``,
    and what stands behind ``held`` may still come to be another record's.

    ``_hiding`` has the first place between records, and its line, that may hide a tag of a name.
    """

    def __init__(self, signs: MovetextSigns) -> None:
        """Begin a text, with what stands before its first record."""
        self._signs = signs
        self._sides = [[side.encode() for side in sides] for sides in signs.sides]
        self.bounds = array("i", bytes(16))
        self.odd = {0: PREFACE}
        self.count = 1
        self.scanned = self.line = 0
        self.has_text = False
        self._state = _START
        self._in_comment = self._in_line_comment = self._is_after_blank = False
        self._is_first = self._is_behind_result = self._has_broken_off = self._has_looked = False
        self._comment_at = self._damaged_at = self._prose = -1
        self._damaged_line = self._comment_line = 0
        self._names: set[bytes] = set()
        self._hiding: dict[bytes, tuple[int, int]] = {}
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
        for name, (at, line) in self._hiding.items():
            self._hiding[name] = max(at - size, 0), line - lines
        self._comment_at = max(self._comment_at - size, -1)
        self._comment_line -= lines
        self._damaged_at = max(self._damaged_at - size, -1)
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
        if self._damaged_at >= 0:
            return
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
                    if is_after_blank or not is_tag_line(view, at, stop):
                        break
                elif is_number(view, at, stop):
                    state = _MOVES
                    continue
                else:
                    break
            elif first == _BRACKET:
                if self._hiding or not is_tag_line(view, at, stop):
                    break
                self.bounds[2 * count] = at
                self.bounds[2 * count + 1] = line
                count += 1
                state = _SECTION
                is_after_blank = False
            elif state == _MOVES:
                if first != _PERCENT:
                    found = read_movetext(view, at, stop)
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
        self._hiding.clear()
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
        self._has_broken_off = self._in_comment and is_line_start and bool(SHAPE.match(line))
        if self._has_broken_off:
            self._end_open_comment(text)
        if is_line_start and not self._in_comment and line.startswith(b"%"):
            self._take_comment(text, at)
            return
        if not line.strip():
            self._is_after_blank = self._is_after_blank or self._state == _SECTION
            self._hiding.pop(_IN_TEXT, None)
            return
        self._is_first, self._is_behind_result = is_line_start, False
        self._has_looked = False
        self._prose = -1
        has_text = False
        place = 0
        while True:
            if self._in_comment:
                close = line.find(b"}", place)
                if close < 0:
                    break
                self._in_comment = False
                place = close + 1
                self._take_comment_end(text, at + place)
            found = TOKEN.search(line, place)
            if found is None:
                break
            place = found.end()
            kind, begin = found.lastgroup, at + found.start()
            if kind in ("open", "rest"):
                self._take_comment(text, begin)
            if kind == "open":
                self._in_comment = True
                self._comment_at, self._comment_line = begin, self.line
            elif kind == "rest":
                self._in_line_comment = True
                break
            elif kind == "word":
                has_text = True
                if not self._take_word(text, begin, end, at, decode(found[0])):
                    break
                self._take_text(text, begin, end)
            else:
                if self._state == _START:
                    self.has_text = self.has_text or has_text
                has_text = False
                self._take_tag(text, begin, kind == "tag" and begin == at and is_line_start)
                if kind == "shape" and self._state == _SECTION:
                    # What follows is no value: the line cannot be read any further.
                    break
                place = place if kind == "tag" else found.start() + 1
            self._is_first = False
        if has_text and self._state == _SECTION:
            self._is_after_blank = False
        if self._state == _START:
            self.has_text = self.has_text or has_text

    def _take_comment(self, text: bytes, at: int) -> None:
        """Remember a comment between records that may have been a standard tag."""
        if self._state in (_START, _CLOSED):
            found = self._signs.commented_tag.match(text, at)
            if found is not None:
                self._hiding.setdefault(found[1], (at, self.line))

    def _take_text(self, text: bytes, at: int, end: int) -> None:
        """Remember text between records, up to its line's end, that may have been a tag pair."""
        is_apart = self._state in (_START, _CLOSED) and not self._is_behind_result
        if is_apart and not self._has_looked:
            self._has_looked = True
            if is_unbalanced(text, at, end):
                self._hiding.setdefault(_IN_TEXT, (at, self.line))

    def _take_comment_end(self, text: bytes, end: int) -> None:
        """Remember a comment between records, which ends at an offset, that may hide a tag."""
        begin = self._comment_at
        if (
            self._state in (_START, _CLOSED)
            and begin >= 0
            and may_hide_tag(decode(text[begin:end]))
        ):
            self._hiding.setdefault(_IN_COMMENT, (begin, self._comment_line))

    def _take_tag(self, text: bytes, at: int, is_plain: bool) -> None:
        """Take a tag pair, or the beginning of one, that begins at an offset."""
        if self._begins_record(text, at):
            is_plain = is_plain and self._state != _LISTING
            start, line, kind = at, self.line, TAGGED_LINE if is_plain else TAGGED_APART
            if self._damaged_at >= 0:
                start, line, kind = self._damaged_at, self._damaged_line, TAGGED_APART
            elif self._has_broken_off:
                # What ends the line before has lost its own to the comment.
                before = LAST_TAGS.search(text, text.rfind(b"\n", 0, at - 1) + 1, at - 1)
                if before is not None:
                    start, line, kind = before.start(), line - 1, TAGGED_APART
            lacking = [place for name, place in self._hiding.items() if self._lacks(text, at, name)]
            if lacking:
                (start, line), kind = min(lacking), TAGGED_APART
            self._begin(start, line, kind)
        self._is_after_blank = self._is_behind_result = False

    def _lacks(self, text: bytes, at: int, name: bytes) -> bool:
        """Tell whether a tag section that begins at an offset lacks a tag, or any player's."""
        if name not in (_IN_COMMENT, _IN_TEXT):
            return not has_tag(text, at, name)
        return not any(all(has_tag(text, at, side) for side in sides) for sides in self._sides)

    def _take_word(self, text: bytes, at: int, end: int, line_at: int, word: str) -> bool:
        """Take a word that begins at an offset; tell whether to go on with its line."""
        word = word.rstrip("\ufeff")
        result = _RESULT.match(text, at, end)
        behind = at if result is None else result.end()
        tag = TAG_NEXT.match(text, behind, end)
        has_tag = tag is not None
        if tag is not None and self._state == _SECTION and text[at] == _STAR:
            # A list's mark in front of a tag pair of the open section is no result.
            has_tag = self._is_after_blank or self._is_repeated(text, tag.start(1))
        may_be_tag = self._is_first or self._is_behind_result
        if may_be_tag and not has_tag and is_damaged(text, at, self._readable_end(text, at, end)):
            return self._take_damaged(at, word)
        if self._is_first:
            self._take_first(text, at, end, word)
        has_movetext = self._state in (_START, _SECTION, _CLOSED) and self._signs.is_movetext(word)
        if has_movetext and self._state != _SECTION:
            has_movetext = not self._is_prose(text, line_at, end)
        if self._state == _START and has_movetext:
            self._begin_listings(line_at)
        elif self._state == _SECTION and word.startswith("["):
            return False
        elif has_movetext:
            self._state = _MOVES
        self._is_behind_result = self._state in (_MOVES, _LISTING) and _is_score(word)
        if self._state == _MOVES:
            if result is not None and not has_tag and not _COMMENT_NEXT.match(text, behind, end):
                if is_damaged(text, behind, end):
                    self._begin(behind, self.line, TAGGED_APART)
                    return False
                if TAG_STUCK.match(text, behind, end) is not None:
                    # A result that a stray sign has spoilt.
                    self._is_behind_result = True
            if self._is_behind_result:
                self._state = _CLOSED
        return True

    def _readable_end(self, text: bytes, at: int, end: int) -> int:
        """Return where a line's comments begin in movetext, which is where there are such."""
        if self._state != _MOVES:
            return end
        found = _COMMENT.search(text, at, end)
        return end if found is None else found.start()

    def _is_prose(self, text: bytes, at: int, end: int) -> bool:
        """Tell whether the line that is read is text though it has numbers or results."""
        if self._prose < 0:
            self._prose = self._signs.is_prose(decode(text[at:end]))
        return self._prose == 1

    def _take_damaged(self, at: int, word: str) -> bool:
        """Take a damaged tag pair that begins at an offset; tell whether to go on with its line."""
        is_apart = self._state in (_START, _CLOSED)
        may_begin = self._is_first and self._state != _SECTION
        if self._state == _MOVES and self._signs.is_movetext(word):
            may_begin = False
        if self._damaged_at < 0 and (is_apart or may_begin):
            self._damaged_at, self._damaged_line = at, self.line
        if is_apart:
            self._begin(self._damaged_at, self._damaged_line, TAGGED_APART)
        return self._state == _MOVES

    def _take_first(self, text: bytes, at: int, end: int, word: str) -> None:
        """Look whether the line that begins with a word begins something."""
        if self._state == _START and self._signs.header_line.match(text, at, end):
            self._begin_listings(at)
        elif self._state == _CLOSED and (
            self._signs.header_line.match(text, at, end)
            or (self._begins_listing(text, at, word) and not self._is_prose(text, at, end))
        ):
            if not self._begin_hidden():
                self._begin(at, self.line, LISTINGS)
        elif self._damaged_at >= 0:
            self._settle_damaged(word)

    def _end_open_comment(self, text: bytes) -> None:
        """End a comment because a tag pair begins the line: it was never closed.

        One in front of a record, or with what was a tag pair, belongs to that record.
        """
        self._in_comment = False
        opened = self._comment_at
        if opened < self.bounds[2 * self.count - 2]:
            return
        lines = text[opened + 1 : self.scanned].split(b"\n") if self._state == _CLOSED else ()
        if self._state == _START or any(is_damaged(line, 0, len(line)) for line in lines):
            self._begin(opened, self._comment_line, TAGGED_APART)

    def _begins_listing(self, text: bytes, at: int, word: str) -> bool:
        """Tell whether a line's first word is a number that is not above the last one before it."""
        number = number_of(word)
        if number is None:
            return False
        for found in _NUMBERS.finditer(text, self._numbered_until, at):
            self._number = int(found[1].lstrip(b"0")[:9] or b"0")
        self._numbered_until = at
        return number <= self._number

    def _begin_listings(self, at: int) -> None:
        """Begin listings; comments before the first of them are its own."""
        if self._begin_hidden():
            return
        if self.has_text:
            self._begin(at, self.line, LISTINGS)
        else:
            self.odd[0] = LISTINGS
        self._state = _LISTING

    def _begin_hidden(self) -> bool:
        """Begin a record with a comment that may hide its tags, and its movetext; tell whether."""
        places = [place for name, place in self._hiding.items() if name != _IN_TEXT]
        if places:
            at, line = min(places)
            self._begin(at, line, TAGGED_APART)
            self._state = _MOVES
        return bool(places)

    def _settle_damaged(self, word: str) -> None:
        """Decide whether a damaged tag pair begins a record: plies follow it behind a listing.

        What stands in movetext, and has no tags below it, belongs to that record.
        """
        at, line = self._damaged_at, self._damaged_line
        if self._state == _LISTING:
            self._damaged_at = -1
            if number_of(word) == 1:
                self._begin(at, line, TAGGED_APART)
                self._state = _MOVES
        elif self._signs.is_movetext(word):
            self._damaged_at = -1

    def _begins_record(self, text: bytes, at: int) -> bool:
        """Tell whether a tag pair at an offset begins a record."""
        if self._state == _SECTION:
            return self._is_after_blank and self._is_repeated(text, at)
        if self._state in (_START, _CLOSED):
            return True
        return self._is_first or self._is_behind_result or self._damaged_at >= 0

    def _is_repeated(self, text: bytes, at: int) -> bool:
        """Tell whether the open tag section has the tag that begins here."""
        begin = max(self._named_until, self.bounds[2 * self.count - 2])
        first = FIRST_NAME.match(text, begin, at)
        if first is not None:
            self._names.add(first[1])
        self._names.update(NAME.findall(text, begin, at))
        self._named_until = at
        found = FIRST_NAME.match(text, at)
        return found is not None and found[1] in self._names


def _is_score(word: str) -> bool:
    """Tell whether a word is a result; signs may touch it."""
    return word[:1] in _SCORE_BEGINNINGS and read_score(_SIGNS.sub("", word) or word) is not None


def copy_bounds(bounds: array[int], first: int, last: int) -> array[int]:
    """Return the numbers of the boundaries from ``first`` up to but not including ``last``."""
    copied = array("i")
    copied.frombytes(memoryview(bounds)[2 * first : 2 * last].cast("B"))
    return copied
