"""The tests of queries that MensaSpiel has beside the common ones; to add one is to add a row."""

from __future__ import annotations

from mentis_records.core.query.predicate import Predicate
from mentis_records.games.mensaspiel.predicate.holds import Holds
from mentis_records.games.mensaspiel.predicate.move_word import (
    MoveExchanges,
    MoveGenerates,
    MovePasses,
    MoveReturns,
    MoveStarts,
    MoveTransports,
)
from mentis_records.games.mensaspiel.predicate.steps import Steps

PREDICATES: tuple[type[Predicate], ...] = (
    Steps,
    Holds,
    MoveStarts,
    MoveGenerates,
    MoveTransports,
    MoveExchanges,
    MoveReturns,
    MovePasses,
)
