"""What people write for a result that is none: ``1 - 0``, ``1:0``, ``draw``; knows no plies."""

from __future__ import annotations

import re

from mentis_records.core.outcome import RESULT_DRAW, RESULTS

BEGINNINGS = frozenset("rRdD01oO\u00bd")
"""The characters with which such texts begin."""

_DASH = "[ \t]*[-:\u2010-\u2015\u2212][ \t]*"
_HALF = "(?:1/2|\u00bd)"
_SCORES = (
    (rf"1{_DASH}[0oO]", RESULTS[0]),
    (rf"[0oO]{_DASH}1", RESULTS[1]),
    (rf"{_HALF}(?:{_DASH}{_HALF})?|drawn?", RESULT_DRAW),
    (rf"1{_DASH}1|0{_DASH}0|resign(?:s|ed)?", ""),
)
_TEXT = re.compile(
    "(?:" + "|".join(f"({pattern})" for pattern, _ in _SCORES) + r")(?=[\s(){};]|\Z)",
    re.IGNORECASE,
)


def find_result(text: str, start: int) -> tuple[int, str] | None:
    """Return where such a text ends that begins here, and the result that it means, or "".

    It is None where there is no such text.
    """
    match = _TEXT.match(text, start)
    if match is None or match.lastindex is None:
        return None
    return match.end(), _SCORES[match.lastindex - 1][1]
