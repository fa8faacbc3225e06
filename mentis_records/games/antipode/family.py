"""Families of openings: first stones by how much can be jumped over them where they stand."""

from __future__ import annotations

from mentis_records.games.antipode.rules.move import PLACE, Move
from mentis_records.games.antipode.rules.square import BESIDE, PRIME

ABOUT = (
    "Openings are told apart by where the first stone goes: into a corner, where nothing can jump "
    "over it, on another Perimeter square, where it can be jumped along the edge only, or on a "
    "Prime square, where it counts."
)
"""What the names of families mean."""


def family(move: Move) -> str:
    """Return the name of a ply's family; what places no stone is one of its own."""
    if move.kind != PLACE:
        return move.notation
    (square,) = move.path
    if PRIME >> square & 1:
        return "Prime"
    return "corner" if len(BESIDE[square]) == 2 else "Perimeter"
