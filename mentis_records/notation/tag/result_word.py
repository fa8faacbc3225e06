"""What people write for a result: ``1 - 0``, ``1:0``, ``1/2``, ``draw``; knows no plies."""

from __future__ import annotations

import re
from functools import cache

from mentis_records.core.outcome import RESULT_DRAW, RESULTS
from mentis_records.fast.late_dataclass import dataclass

BEGINNINGS = frozenset("rRdD01oO\u00bd")
"""The characters with which texts begin that are no result and are written for one."""

_BLANKS = "[ \t\u00a0\u2009\u202f]*"
_DASH = f"{_BLANKS}[-:\u2010-\u2015\u2212]{_BLANKS}"
_HALF = "(?:1/2|\u00bd)"
_MEANINGS = (
    (rf"1{_DASH}[0oO]", RESULTS[0], True),
    (rf"[0oO]{_DASH}1", RESULTS[1], True),
    (rf"{_HALF}(?:{_DASH}{_HALF})?", RESULT_DRAW, True),
    ("drawn?", RESULT_DRAW, False),
    (rf"1{_DASH}1|0{_DASH}0|resign(?:s|ed)?", "", False),
)
"""What is written, the result that it means, and whether that is a score and no word."""


@dataclass(frozen=True, slots=True)
class ResultWord:
    """What is written for a result: where it ends, the result it means or "", whether a score.

    ``termination`` is how the game ended, where that is said, too.
    """

    end: int
    meant: str
    is_score: bool
    termination: str = ""


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        "(?:" + "|".join(f"({pattern})" for pattern, *_ in _MEANINGS) + r")\.?(?=[\s(){};\[]|\Z)",
        re.IGNORECASE,
    )


def find_result(text: str, start: int) -> ResultWord | None:
    """Return what is written for a result here, or None."""
    match = _pattern().match(text, start)
    if match is None or match.lastindex is None:
        return None
    _, meant, is_score = _MEANINGS[match.lastindex - 1]
    return ResultWord(match.end(), meant, is_score)


def read_score(text: str) -> str | None:
    """Return the result that a whole text is a score of, in whatever way it is written, or None."""
    if text in RESULTS:
        return text
    found = find_result(text, 0)
    return found.meant if found is not None and found.is_score and found.end == len(text) else None
