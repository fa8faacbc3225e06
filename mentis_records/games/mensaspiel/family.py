"""Families of openings: first starts by the step length that they give."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.board import PIPS, RING_SETS, WHITE
from mentis_records.games.mensaspiel.rules.move import START, Move

ABOUT = (
    "A family is named by the step length that the start gives: 4 steps are a start on red (a3 "
    "or f5), 1 step is one on orange (b3 or g5), and three squares of each ring give 3 or 2 steps."
)
"""What the names of families mean."""


def family(move: Move) -> str:
    """Return the name of a ply's family; what is no start in the own ring is one of its own."""
    if move.kind != START:
        return move.notation
    side = WHITE if RING_SETS[WHITE] >> move.target & 1 else 1 - WHITE
    steps = PIPS[side][move.target]
    return f"{steps} step{'' if steps == 1 else 's'}"
