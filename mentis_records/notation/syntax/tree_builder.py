# cython: boundscheck=True, wraparound=True
"""Build record syntax from the entries that a scanner writes; knows no error and no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mentis_records.core.ply_syntax import Token
from mentis_records.notation.syntax.entries import Entries
from mentis_records.notation.syntax.record_syntax import (
    LineSyntax,
    RecordSyntax,
    TagSyntax,
    TurnSyntax,
)
from mentis_records.notation.tables import role

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address8, address32

_PART, _NUMBER, _COMMENT, _TAG_CLOSE = role.PART, role.NUMBER, role.COMMENT, role.TAG_CLOSE
_INVALID, _SUFFIX, _OPEN, _CLOSE = role.INVALID, role.SUFFIX, role.OPEN, role.CLOSE
_RESULT, _PLY = role.RESULT, role.PLY


_make_tag: Callable[[tuple[str, str, int, int, int, int]], TagSyntax]
_make_tag = partial(tuple.__new__, TagSyntax)
"""Makes a tag pair of its fields; many times faster than calling its class."""


def build_record(entries: Entries, count: int) -> RecordSyntax:
    """Return the syntax of a record from all of its entries, of which no more are kept."""
    entries.trim(count)
    tags: list[TagSyntax] = []
    line = LineSyntax()
    record = RecordSyntax(tags, line, None, [])
    comments: list[Token] | None = line.comments
    turns = line.turns
    around: list[LineSyntax] = []
    turn: TurnSyntax | None = None
    number = -1
    roles = address8(entries.tables.roles)
    numbers = address32(entries.numbers)
    for at in range(count):
        does = roles[numbers[3 * at]]
        if does == _PART:
            continue
        if does == _PLY:
            turn = TurnSyntax(entries, numbers[3 * at + 1], numbers[3 * at + 2], number, False)
            turns.append(turn)
            comments, number = None, -1
        elif does == _NUMBER:
            number = at
        elif does == _COMMENT:
            if comments is not None:
                comments.append(entries.token(at))
            elif turn is not None:
                turn.add_comment(at)
        elif does == _TAG_CLOSE:
            tags.append(_tag(entries, at))
        elif does == _INVALID:
            turn = TurnSyntax(entries, at, at, number, True)
            turns.append(turn)
            comments, number = None, -1
        elif does == _OPEN:
            around.append(line)
            line = LineSyntax()
            comments, turns = line.comments, line.turns
        elif does == _CLOSE:
            line.end = entries.end(at)
            inner, line = line, around.pop()
            comments, turns = None, line.turns
            turn = turns[len(turns) - 1]
            turn.add_variation(inner)
        elif does == _RESULT:
            record.result = entries.token(at)
            comments = record.closing_comments
        elif turn is not None:
            if does == _SUFFIX:
                turn.suffix_at = at
            else:
                turn.add_nag(at)
            if not record.annotated or record.annotated[len(record.annotated) - 1] is not turn:
                record.annotated.append(turn)
    return record


def _tag(entries: Entries, closing: int) -> TagSyntax:
    """Return the tag pair that an entry closes, its escapes resolved."""
    text = entries.text
    start, quote = entries.start(closing - 2), entries.start(closing - 1)
    close = entries.end(closing - 1)
    value = text[quote + 1 : close - 1]
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\\\", "\\")
    name = text[start + 1 : entries.end(closing - 2)].rstrip()
    return _make_tag((name, value, start, entries.end(closing), quote, close))
