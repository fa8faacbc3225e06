"""The tests of queries that Mentis has beside the common ones; to add one is to add a row."""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.games.mentis.predicate.attack import Attacked, AttackedBy, Attacks, Blocks
from mentis_records.games.mentis.predicate.material import Lost, Standing
from mentis_records.games.mentis.predicate.move_deploys import MoveDeploys, MoveDrops

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
