"""How a game of MensaSpiel ends on the board (rules, End; rulings R16, R17)."""

from __future__ import annotations

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Outcome
from mentis_records.games.mensaspiel.rules.position import Position

PRISONERS, EXTINCTION, BOTH_BLOCKED = "prisoners", "extinction", "both blocked"

_MADE_PRISONERS = (Outcome(RESULT_FIRST, PRISONERS), Outcome(RESULT_SECOND, PRISONERS))
_SURVIVED = (Outcome(RESULT_FIRST, EXTINCTION), Outcome(RESULT_SECOND, EXTINCTION))
_BLOCKED = Outcome(RESULT_DRAW, BOTH_BLOCKED)


def is_extinct(position: Position, side: int) -> bool:
    """Tell whether a side has no piece left to play with; its reserve alone does not save it."""
    return not (
        position.owned[side]
        or position.base[side]
        or (position.prison[side] and position.reserve[side])
    )


def outcome_of(position: Position) -> Outcome | None:
    """Return the end that the board shows, or None.

    Where a stated position shows several, prisoners come before extinction, and the side that has
    just moved before the other.
    """
    mover = 1 - position.side
    for side in (mover, position.side):
        if position.prison[side] >= position.goal:
            return _MADE_PRISONERS[side]
    for side in (mover, position.side):
        if is_extinct(position, 1 - side):
            return _SURVIVED[side]
    return _BLOCKED if position.passes > 1 else None
