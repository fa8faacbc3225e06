"""The registry of the common predicates; to add one is to add a file here and a row.

A game's own ones stand in its description.
"""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.query.predicate.move import MoveBy, MoveCaptures, MoveFrom, MoveIs, MoveTo
from mentis_records.query.predicate.position import End, Ply, PositionIs, SideToMove, Start
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.scene import (
    Count,
    Empty,
    HeightOn,
    InCommonPool,
    InOwnPool,
    Known,
    NamedOn,
    PieceIn,
    PieceOn,
    StackOn,
)

OF_SCENES: tuple[type[Predicate], ...] = (
    PieceOn,
    PieceIn,
    StackOn,
    HeightOn,
    Empty,
    Known,
    InOwnPool,
    InCommonPool,
    Count,
    NamedOn,
    MoveCaptures,
    MoveBy,
    MoveFrom,
    MoveTo,
)
"""Those for games with scenes, in the order in which they are explained."""

OF_ALL: tuple[type[Predicate], ...] = (PositionIs, SideToMove, Ply, Start, End, MoveIs, RecordTest)
"""Those for all games."""
