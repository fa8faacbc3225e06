"""Untrusted text made fit for terminals, drawings and encoders; knows nothing of its meaning."""

from __future__ import annotations

import re

_LONE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    r"""Return a text that can be encoded: bytes that were no UTF-8 become ``\xNN``."""
    return text if text.isascii() else _LONE.sub(_escape, text)


def printable(text: str) -> str:
    """Return a text safe for a terminal: controls, direction marks and lone bytes escaped."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def one_line(text: str) -> str:
    """Return a text on one line, without the characters that XML forbids."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def _escape(found: str | re.Match[str]) -> str:
    number = ord(found if isinstance(found, str) else found[0])
    return f"\\x{number & 255:02x}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:04x}"
