"""Move numbers that are written otherwise than ``1.``: ``1)``, ``1:``, ``#1``, ``Move 1``."""

from __future__ import annotations

import re

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.syntax.movetext_sign import MovetextSigns

_NUMBER = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)"
    r"|(?<!\S)(?P<before>(?:(?:move|turn|no|nr|zug|coup)\b\.?[ \t]*)?[#(\[]?)(?P<number>[0-9]{1,3})"
    r"(?P<behind>[ \t]?\.{0,4}[ \t]?[)\]:,/\u2013\u2014-]{0,2}\.{0,4})(?=\s|\Z|[A-Za-z])",
    re.MULTILINE | re.IGNORECASE,
)
_PROPER = re.compile(r"\.+")
_LEAST = 2
"""Numbers without a sign are a layout if so many are."""


def find_move_numbers(text: str, _: MovetextSigns) -> Layout | None:
    """Find move numbers that lack their dot, or have other signs about them."""
    written, found = replace_words(text, _NUMBER, _write)
    if not found:
        return None
    signed = [match for match in found if match["before"] or match["behind"].strip()]
    if not signed and len(found) < _LEAST:
        return None
    first = signed[0] if signed else found[0]
    what = f"move numbers are written {first[0].strip()}"
    return Layout(what, first.span(), written, "write the other numbers likewise")


def _write(match: re.Match[str]) -> str:
    is_open = match["before"].endswith(("(", "[")) and not match["behind"].endswith((")", "]"))
    if is_open or (not match["before"] and _PROPER.fullmatch(match["behind"])):
        return match[0]
    dots = "..." if match["behind"].strip().startswith("..") else "."
    return f"{match['number']}{dots} "
