"""Where tagged records begin in the bytes of a text; knows nothing else about records.

A record begins at a line that begins ``[Name "`` when the last line that is not blank does not.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from mentis_records.core import uncompiled as cython

if not cython.compiled:
    from mentis_records.core.pointer import address8, address32, find_byte

MIN_RECORD = 5
"""A tag pair has at least this many bytes."""

_LINE_FEED, _BLANK, _TAB, _QUOTE, _BRACKET, _LOW_LINE = 10, 32, 9, 34, 91, 95


def is_tag_line(text: bytes, begin: int, end: int) -> bool:
    """Tell whether a line begins as a tag pair does: ``[Name "``."""
    return _is_tag_line(address8(text), begin, end) != 0


def find_boundaries(text: bytes, end: int, after_tag: bool, found: array[int]) -> int:
    """Find where records begin in whole lines.

    Args:
        text: the bytes; its beginning is the beginning of a line.
        end: where the last whole line ends.
        after_tag: whether the last line before that was not blank is a tag pair.
        found: takes two numbers a record: the offset of its first byte, and the number of its
            first line in this text, from 0. Room for ``end // MIN_RECORD + 2`` records.

    Returns:
        Twice the number of records, plus 1 if the last line that is not blank is a tag pair.
        The place after the last record's numbers takes ``end`` and the number of lines.
    """
    with cython.nogil:
        return _find_boundaries(address8(text), end, after_tag, address32(found))


def _find_boundaries(text: bytes, end: int, after_tag: int, found: array[int]) -> int:
    at = line = count = 0
    while at < end:
        stop = find_byte(text, _LINE_FEED, at, end)
        first = text[at]
        if first == _BRACKET and _is_tag_line(text, at, stop):
            if not after_tag:
                found[2 * count] = at
                found[2 * count + 1] = line
                count += 1
            after_tag = 1
        elif after_tag and not _is_blank(text, at, stop):
            after_tag = 0
        at = stop + 1
        line += 1
    found[2 * count] = end
    found[2 * count + 1] = line
    return 2 * count + (1 if after_tag else 0)


def _is_blank(text: bytes, begin: int, end: int) -> int:
    for at in range(begin, end):
        if text[at] != _BLANK and text[at] != _TAB:
            return 0
    return 1


def _is_tag_line(text: bytes, begin: int, end: int) -> int:
    at = begin + 1
    if at >= end or text[begin] != _BRACKET or not _is_letter(text[at]):
        return 0
    while at < end and (_is_letter(text[at]) or text[at] == _LOW_LINE or 48 <= text[at] <= 57):
        at += 1
    name_end = at
    while at < end and (text[at] == _BLANK or text[at] == _TAB):
        at += 1
    return 1 if name_end < at < end and text[at] == _QUOTE else 0


def _is_letter(byte: int) -> int:
    return 1 if 65 <= byte <= 90 or 97 <= byte <= 122 else 0
