"""The tests of queries that Mentis has beside the common ones; to add one is to add a row."""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.games.mentis.predicate.attacked import Attacked
from mentis_records.games.mentis.predicate.attacked_by import AttackedBy
from mentis_records.games.mentis.predicate.attacks import Attacks
from mentis_records.games.mentis.predicate.blocks import Blocks
from mentis_records.games.mentis.predicate.lost import Lost
from mentis_records.games.mentis.predicate.move_deploys import MoveDeploys, MoveDrops
from mentis_records.games.mentis.predicate.standing import Standing

PREDICATES: tuple[type[Predicate], ...] = (
    Lost,
    Standing,
    Attacked,
    AttackedBy,
    Attacks,
    Blocks,
    MoveDeploys,
    MoveDrops,
)
