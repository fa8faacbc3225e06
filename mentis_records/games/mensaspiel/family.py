"""Families of openings: first starts by the step length that they give."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.board import PIPS, RING_SETS, WHITE
from mentis_records.games.mensaspiel.rules.move import START, Move

ABOUT = (
    "Openings are told apart by the step length that the start gives: 4 on red (a3 or f5), 1 on "
    "orange (b3 or g5), and on three squares of each ring 3 or 2."
)
"""What the names of families mean."""


def family(move: Move) -> str:
    """Return the name of a ply's family; what is no start in the own ring is one of its own."""
    if move.kind != START:
        return move.notation
    side = WHITE if RING_SETS[WHITE] >> move.target & 1 else 1 - WHITE
    steps = PIPS[side][move.target]
    return f"{steps} step{'' if steps == 1 else 's'}"
