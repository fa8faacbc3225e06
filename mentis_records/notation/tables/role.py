"""Roles of entries: what each kind of entry in a text does in a record."""

from __future__ import annotations

from collections.abc import Sequence

PART, NUMBER, COMMENT, TAG_CLOSE, INVALID, SUFFIX, NAG, OPEN, CLOSE, RESULT, PLY = range(11)
"""A part of something, a move number, a comment, and so on."""

_ROLES = {
    "NUMBER": NUMBER,
    "BRACE_COMMENT": COMMENT,
    "LINE_COMMENT": COMMENT,
    "ESCAPE_LINE": COMMENT,
    "TAG_CLOSE": TAG_CLOSE,
    "INVALID_PLY": INVALID,
    "SUFFIX": SUFFIX,
    "NAG": NAG,
    "VARIATION_OPEN": OPEN,
    "VARIATION_CLOSE": CLOSE,
    "RESULT": RESULT,
}


def roles_of(terminals: Sequence[str], plies: Sequence[str]) -> bytes:
    """Return the roles of a grammar's terminals, and behind them those of its plies."""
    return bytes([*(_ROLES.get(name, PART) for name in terminals), *(PLY for _ in plies)])
