"""Patterns of tag pairs in bytes: sound ones, what is left of damaged ones, what stands beside."""

from __future__ import annotations

import re

_TAG = rb'\[[A-Za-z][A-Za-z0-9_]*[ \t]+"'
SHAPE = re.compile(_TAG)
TOKEN = re.compile(
    rb"(?P<tag>" + _TAG + rb'(?:[^"\\\x00-\x1f]|\\["\\])*"[ \t]*\])|(?P<shape>' + _TAG + rb")"
    rb"|(?P<open>\{)|(?P<rest>;)|(?P<word>[^\s{;\[]+|\[[^\s{;\[]*)"
)
_NAMED = rb'[ \t]*\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"'
FIRST_NAME = re.compile(_NAMED)
NAME = re.compile(rb"(?:^|(?<=\]))" + _NAMED, re.MULTILINE)
_DAMAGED = re.compile(rb'\W*+[A-Za-z_][\w-]*\W*"|\[(?!/?\w*\])')
_DAMAGED_END = re.compile(rb'"[ \t]*\]\W*$')
"""How lines begin, or end, that were tag pairs."""

_HIDDEN = re.compile(r'[^!-~\w]*\[(?!/?\w*\])|.*"[ \t]*\]')
"""How a line of a comment begins, or what it has, that was a tag pair."""

TAG_NEXT = re.compile(rb"\s*(?:\xef\xbb\xbf)*(" + _TAG + rb")")
"""A tag pair, behind the byte order mark of a text that was joined to another."""

TAG_STUCK = re.compile(rb"[^\s{;\[]*" + _TAG)
"""A tag pair that touches the word before it."""

_TAGS = rb"(?:" + _TAG + rb'(?:[^"\\\x00-\x1f]|\\["\\])*"[ \t]*\][ \t]*)+'
LAST_TAGS = re.compile(_TAGS + rb"$")
"""Tag pairs with which a line ends."""

_SOUND_LINES = re.compile(rb"(?:[ \t]*" + _TAGS + rb"\n|[;%][^\n]*\n)*")
"""Lines of nothing but tag pairs, and comments between them."""

_MOST_LOOKED_AT = 256
"""Bytes of a line's beginning, and of its end, that are looked at for that."""


def has_tag(text: bytes, at: int, name: bytes) -> bool:
    """Tell whether a tag section that begins at an offset has a tag on its first sound lines."""
    section = _SOUND_LINES.match(text, at)
    found = rb"(?:^|\])[ \t]*\[" + name + rb'[ \t]+"'
    return section is not None and re.search(found, section[0], re.MULTILINE) is not None


def is_damaged(text: bytes, begin: int, end: int) -> bool:
    """Tell whether a line, or what is left of one, looks as if it had been a tag pair."""
    if _DAMAGED.match(text, begin, min(begin + _MOST_LOOKED_AT, end)):
        return True
    has_end = _DAMAGED_END.search(text, max(end - _MOST_LOOKED_AT, begin), end) is not None
    return has_end and SHAPE.search(text, begin, end) is None


def is_unbalanced(text: bytes, begin: int, end: int) -> bool:
    """Tell whether a line of text lacks a quotation mark or bracket, as what is left of a tag."""
    brackets = text.count(b"[", begin, end) - text.count(b"]", begin, end)
    return brackets != 0 or text.count(b'"', begin, end) % 2 != 0


def may_hide_tag(comment: str) -> bool:
    """Tell whether a comment goes over what may have been a tag pair.

    So does one with a quotation below its first line if another comment seems to begin behind it.
    """
    _, *further = comment.split("\n")
    quoted = "\n".join(further).rpartition("{")[0]
    return '"' in quoted or any(map(_HIDDEN.match, further))
