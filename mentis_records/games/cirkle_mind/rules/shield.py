"""Shields: the squares on which pieces are protected (rules, Duel, Medium; rulings R12, R16)."""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS
from mentis_records.games.cirkle_mind.rules.position import Position


def shielded_squares(position: Position) -> int:
    """Return the squares of pieces whose level is above 0, as a set; none without shields.

    A piece whose face is not known is not among them.
    """
    if not position.terms.has_shields:
        return 0
    found = 0
    levels = position.terms.levels
    for place, piece in enumerate(position.cells):
        if piece and levels[place][piece & FACE_BITS]:
            found |= 1 << place
    return found
