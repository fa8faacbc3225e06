"""The symmetry of Mentis: the board mirrored, left and right exchanged."""

from __future__ import annotations

from mentis_records.core.symmetry import Symmetry
from mentis_records.games.mentis.rules.move import Move


def _mirrored(of: Move) -> Move:
    return of.mirrored()


SYMMETRIES = (Symmetry("mirror", _mirrored),)
