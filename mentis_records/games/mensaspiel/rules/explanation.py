"""Put a fault of the rules into words: the catalogue entry with its details."""

from __future__ import annotations

from mentis_records.core.diagnostic import Code, Finding
from mentis_records.games.mensaspiel import code
from mentis_records.games.mensaspiel.rules.board import BLACK, COUNT, NAMES, SAME, SIDES
from mentis_records.games.mensaspiel.rules.move import EXCHANGE, START, Move
from mentis_records.games.mensaspiel.rules.move_generator import legal_turns
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position


def explain(position: Position, move: Move, fault: Code, meant: Move | None) -> Finding:
    """Return the finding for a fault.

    Args:
        position: the one before the turn.
        move: the turn as it is written.
        fault: what is wrong with it.
        meant: the turn that the board follows, if there is one.
    """
    side, length = position.side, position.lengths[position.side]
    details = {
        "found": move.notation,
        "side": SIDES[side],
        "enemy": SIDES[1 - side],
        "steps": f"{length} step{'' if length == 1 else 's'}",
        "expected": meant.notation if meant else "",
    }
    if move.origin >= 0:
        details["start"] = NAMES[move.origin]
        details["count"] = str(position.stacks[move.origin].count(LETTERS[1 - side]))
        details["wanted"] = _counted(move.prisoners)
    if move.target >= 0:
        details["square"] = NAMES[move.target]
    if 0 <= move.target < COUNT:
        details["contact"] = NAMES[SAME[move.target]]
        details["owner"] = SIDES[position.owned[BLACK] >> move.target & 1]
    if position.first_square >= 0:
        details["first"] = NAMES[position.first_square]
    if fault is code.STARTER_MARK:
        details["reason"] = _generation_reason(position, move)
    elif fault is code.PASS_WITH_TURNS:
        details["expected"] = min(turn.notation for turn in legal_turns(position))
    return Finding(fault, details)


def _counted(prisoners: int) -> str:
    return f"{prisoners} prisoner{'' if prisoners == 1 else 's'}"


def _generation_reason(position: Position, move: Move) -> str:
    """Return why a turn makes a starter, or does not."""
    side = position.side
    same = SAME[move.target]
    is_start = move.kind in (START, EXCHANGE)
    holds_same = same != move.origin and position.owned[side] >> same & 1
    if not move.generates:
        return f"{SIDES[side]} holds {NAMES[same]}, too, and makes a starter"
    if is_start and position.has_counter:
        return "the start of a counter-attack makes no starter"
    if not holds_same:
        return f"{SIDES[side]} does not hold {NAMES[same]}, and makes no starter"
    return f"{SIDES[side]} has no reserve left to make a starter of"
