"""The registry of predicates; to add one is to add a file here and a row to ``PREDICATES``."""

from __future__ import annotations

from mentis_records.query.predicate.attacked import Attacked
from mentis_records.query.predicate.attacks import Attacks
from mentis_records.query.predicate.base import Predicate
from mentis_records.query.predicate.blocks import Blocks
from mentis_records.query.predicate.count import Count
from mentis_records.query.predicate.empty import Empty
from mentis_records.query.predicate.hand import Hand
from mentis_records.query.predicate.height import HeightOn
from mentis_records.query.predicate.lost import Lost
from mentis_records.query.predicate.move import (
    MoveBy,
    MoveCaptures,
    MoveDeploys,
    MoveDrops,
    MoveFrom,
    MoveIs,
    MoveTo,
)
from mentis_records.query.predicate.ply import End, Ply, Start
from mentis_records.query.predicate.position import PositionIs
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.side_to_move import SideToMove
from mentis_records.query.predicate.stack import StackOn
from mentis_records.query.predicate.standing import Standing
from mentis_records.query.predicate.tile import TileIn, TileOn

PREDICATES: tuple[type[Predicate], ...] = (
    TileOn,
    TileIn,
    StackOn,
    HeightOn,
    Empty,
    Hand,
    Lost,
    Standing,
    Attacked,
    Attacks,
    Blocks,
    Count,
    PositionIs,
    SideToMove,
    Ply,
    Start,
    End,
    MoveCaptures,
    MoveBy,
    MoveDeploys,
    MoveFrom,
    MoveTo,
    MoveDrops,
    MoveIs,
    RecordTest,
)
"""All predicates, in the order in which they are explained."""

FORMS = tuple(form for each in PREDICATES for form in each.forms)
"""Examples of all tests."""
