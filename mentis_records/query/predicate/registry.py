"""The registry of the common predicates; to add one is to add a file here and a row.

A game's own ones stand in its description.
"""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.query.predicate.count import Count
from mentis_records.query.predicate.empty import Empty
from mentis_records.query.predicate.height import HeightOn
from mentis_records.query.predicate.known import Known
from mentis_records.query.predicate.move import MoveBy, MoveCaptures, MoveFrom, MoveIs, MoveTo
from mentis_records.query.predicate.named_on import NamedOn
from mentis_records.query.predicate.piece import PieceIn, PieceOn
from mentis_records.query.predicate.ply import End, Ply, Start
from mentis_records.query.predicate.pool import InCommonPool, InOwnPool
from mentis_records.query.predicate.position import PositionIs
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.side_to_move import SideToMove
from mentis_records.query.predicate.stack import StackOn

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
