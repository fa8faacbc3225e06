"""Characters that no record should have, whatever they stand in."""

from __future__ import annotations

import re

_REFUSED = "\x00-\x08\x0b-\x1f\x7f\x80-\x9f\ud800-\udfff"
_DIRECTION = "\u200e\u200f\u202a-\u202e\u2066-\u2069"

SUSPICIOUS = re.compile(f"[{_REFUSED}{_DIRECTION}]")
"""Bytes that are not UTF-8, controls, and marks of direction."""

REFUSED = re.compile(f"[{_REFUSED}]")
"""Those of them for which a record is refused: all but the marks of direction."""


def has_suspicious_characters(text: str) -> bool:
    """Tell whether a text has any of them."""
    return SUSPICIOUS.search(text) is not None
