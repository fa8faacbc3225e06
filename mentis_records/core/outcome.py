"""How a game ended; knows no rule that ends one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from mentis_records.fast.late_dataclass import dataclass

RESULT_FIRST = "1-0"
RESULT_SECOND = "0-1"
RESULT_DRAW = "1/2-1/2"
RESULT_UNKNOWN = "*"
RESULTS = (RESULT_FIRST, RESULT_SECOND, RESULT_DRAW, RESULT_UNKNOWN)
WINNERS = {RESULT_FIRST: 0, RESULT_SECOND: 1, RESULT_DRAW: None}
"""The index of the side that won, or None of a draw, by the result of a game that is over."""


class Termination(StrEnum):
    """The known ways in which a game comes to its end; boards may decide further ones."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    TIME_FORFEIT = "time forfeit"
    ADJUDICATION = "adjudication"
    FORFEIT = "forfeit"
    UNTERMINATED = "unterminated"


Points = tuple[int, int]
"""Points of the first side and of the second."""

BIGGEST_POINTS = 2**31 - 1
"""Points are whole numbers from minus this to this."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end that the board decides, or a match: its result text, its termination, its points."""

    result: str
    termination: str
    points: Points | None = None


def ending_words(sides: Sequence[str], outcome: Outcome) -> str:
    """Return who won a game that is over, and how: "Blue won: resignation"."""
    winner = WINNERS[outcome.result]
    words = "Drawn" if winner is None else f"{sides[winner]} won"
    return f"{words}: {outcome.termination}" if outcome.termination else words
