"""The tests of queries that CirKle Mind has beside the common ones; to add one is to add a row."""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.games.cirkle_mind.predicate.move_word import (
    MoveAttacks,
    MoveFails,
    MoveLoses,
    MoveWins,
)
from mentis_records.games.cirkle_mind.predicate.set_up_on import SetUpOn
from mentis_records.games.cirkle_mind.predicate.shielded import Shielded

PREDICATES: tuple[type[Predicate], ...] = (
    Shielded,
    MoveAttacks,
    MoveWins,
    MoveLoses,
    MoveFails,
    SetUpOn,
)
