"""Families of openings: first steps by their direction, and those forward by their column."""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.board import (
    BACKWARD,
    DIRECTION,
    FORWARD,
    GREEN,
    MAUVE,
    NAMES,
    ZONES,
)
from mentis_records.games.cirkle_mind.rules.move import STEP, Move

ABOUT = (
    "Openings are told apart by the first step: forward by its column, the same for Green and "
    "Mauve, or sideways, or backward."
)
"""What the names of families mean."""


def family(move: Move) -> str:
    """Return the name of a ply's family; what is no step from an own zone is one of its own."""
    if move.kind != STEP or not any(move.origin in zone for zone in ZONES):
        return move.notation
    side = GREEN if move.origin in ZONES[GREEN] else MAUVE
    direction = DIRECTION[move.origin, move.target]
    if direction == FORWARD[side]:
        return f"forward on {NAMES[move.origin][0]}"
    return "backward" if direction == BACKWARD[side] else "sideways"
