"""How a game of Mentis ends on the board (rulebook, Ending the Game; rules R6)."""

from __future__ import annotations

from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    Outcome,
    Termination,
)

KING_CAPTURED = "king captured"
BLUE_WON = Outcome(RESULT_FIRST, KING_CAPTURED)
RED_WON = Outcome(RESULT_SECOND, KING_CAPTURED)
REPEATED = Outcome(RESULT_DRAW, Termination.REPETITION)
