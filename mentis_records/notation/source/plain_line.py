"""Lines as nearly all are, by their bytes: one tag pair, movetext, and whether it has a result.

What is told of a line is right or "look at it otherwise"; ``RecordFinder`` does that.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import find_byte

_BLANK, _TAB, _QUOTE, _BACKSLASH = 32, 9, 34, 92
_BRACKET, _CLOSING, _LOW_LINE = 91, 93, 95
_BRACE, _CLOSING_BRACE, _SEMICOLON, _DOT, _STAR = 123, 125, 59, 46, 42


def is_tag_line(text: bytes, begin: int, end: int) -> int:
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


def is_number(text: bytes, begin: int, end: int) -> int:
    """Tell whether a stretch begins with a move number that no further digit touches."""
    at = begin
    while at < end and 48 <= text[at] <= 57:
        at += 1
    if not begin < at < end or text[at] != _DOT:
        return 0
    while at < end and text[at] == _DOT:
        at += 1
    return 0 if at < end and 48 <= text[at] <= 57 else 1


def read_movetext(text: bytes, begin: int, end: int) -> int:
    """Return 1 if a line has a result, 0 if not, -1 if it must be looked at otherwise.

    So must be lines in which a bracket stands, or a comment that goes on, or that has a quotation
    behind the result, or what may be a result that is written in another way.
    """
    at = begin
    found = 0
    while at < end:
        byte = text[at]
        if byte <= _BLANK:
            at += 1
        elif found and _has_quotation(text, at, end):
            return -1
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
            if not is_number(text, at, stop):
                if _is_result(text, at, stop):
                    found = 1
                elif _may_be_score(byte) or found:
                    return -1
            elif found:
                return -1
            at = stop
    return found


def _has_quotation(text: bytes, at: int, end: int) -> int:
    """Tell whether a comment begins here in which a tag pair may stand."""
    if text[at] != _BRACE and text[at] != _SEMICOLON:
        return 0
    return 1 if find_byte(text, _QUOTE, at, end) < end else 0


def _may_be_score(byte: int) -> int:
    """Tell whether a word that begins so may be a result that is written in another way."""
    is_figure = byte == 48 or byte == 49 or byte == 79 or byte == 111
    return 1 if is_figure or byte == _STAR or byte >= 128 else 0


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
