"""The tests of queries that Antipode has beside the common ones; to add one is to add a row."""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.games.antipode.predicate.antipode_word import AntipodeThere
from mentis_records.games.antipode.predicate.infraction import Infraction
from mentis_records.games.antipode.predicate.match_round import MatchRound
from mentis_records.games.antipode.predicate.move_word import (
    MoveCites,
    MoveFlips,
    MoveJumps,
    MoveLegs,
)
from mentis_records.games.antipode.predicate.stone_number import Captured, Primes

PREDICATES: tuple[type[Predicate], ...] = (
    AntipodeThere,
    Primes,
    Captured,
    MoveJumps,
    MoveLegs,
    MoveFlips,
    MoveCites,
    Infraction,
    MatchRound,
)
