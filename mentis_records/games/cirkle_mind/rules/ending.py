"""How a game of CirKle Mind ends on the board, and by claim (rules, End; rulings R18, R19)."""

from __future__ import annotations

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.games.cirkle_mind.rules.position import NOBODY, Position

TARGET, BOTH_BLOCKED = "target", "both blocked"

_WON = (Outcome(RESULT_FIRST, TARGET), Outcome(RESULT_SECOND, TARGET))
_BLOCKED = Outcome(RESULT_DRAW, BOTH_BLOCKED)


def outcome_of(position: Position) -> Outcome | None:
    """Return the end that the board shows, or None."""
    if position.winner != NOBODY:
        return _WON[position.winner]
    return _BLOCKED if position.passes > 1 else None


def may_have_ended(position: Position, result: str, termination: str) -> bool:
    """Tell whether a game may have ended here in a way that the board does not show (R19)."""
    return (
        position.claimed != NOBODY
        and termination == TARGET
        and result == _WON[position.claimed].result
    )
