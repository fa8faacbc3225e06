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
    side, prison, goal, owned = position.side, position.prison, position.goal, position.owned
    if prison[0] >= goal or prison[1] >= goal:
        return _MADE_PRISONERS[1 - side if prison[1 - side] >= goal else side]
    if not owned[0] or not owned[1]:
        for extinct in (side, 1 - side):
            if is_extinct(position, extinct):
                return _SURVIVED[1 - extinct]
    return _BLOCKED if position.passes > 1 else None
