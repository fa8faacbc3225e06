"""Tell sources of Ludii's trials from record files, by name and beginning."""

from __future__ import annotations

import re

from mentis_records.notation.source.source_text import TRIAL, has_ending

_LINES = rb"START GAME OPTIONS|END GAME OPTIONS|RNG internal state=|Move=\[Move:"
_BEGINNING = re.compile(
    rb"\s*(?:%b|game=[^\n]*(?:\.lud[ \t]*$|\Z|\n(?:%b)))" % (_LINES, _LINES), re.MULTILINE
)
"""How a trial begins: with the file of its rules, or, if lines are missing, another line."""

_MOVE = b"\nMove=[Move:mover=0,"
_LOOKED_AT = 1_000
"""Bytes in which a move tells of a trial whose first line is damaged."""


def is_ludii(name: str, beginning: bytes) -> bool:
    """Tell whether a source of this name and with this beginning holds trials."""
    is_named = has_ending(name, TRIAL) or _BEGINNING.match(beginning) is not None
    return is_named or _MOVE in beginning[:_LOOKED_AT]
