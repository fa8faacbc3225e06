"""A game with its evaluations: those of the record, or else what the database keeps of it."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.analysis.annotate import Thresholds, annotate
from mentis_records.analysis.mark import mark_of
from mentis_records.analysis.stored_games import compared_by
from mentis_records.core.record import Record
from mentis_records.explorer.address import AddressError
from mentis_records.explorer.played.asked_game import AskedGame
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.evaluation import Effort, fetch_efforts


@dataclass(frozen=True, slots=True)
class EvaluatedGame:
    """A record whose marks evaluate it, if anything does.

    ``efforts`` are those with which the database has evaluated it, ``chosen`` is the one of them
    that is shown.
    """

    record: Record
    efforts: Sequence[Effort] = ()
    chosen: Effort | None = None


def evaluated_game(visit: Visit, asked: AskedGame) -> EvaluatedGame:
    """Return the record of a game with its evaluations; as a side sees it, it has none.

    Raises:
        AddressError: the address asks for limits within which it has not been evaluated.
        StoreError: the database cannot be read.
    """
    record = asked.record
    if asked.side is not None or any(mark_of(ply.comments) for ply in record.plies):
        return EvaluatedGame(record)
    efforts = fetch_efforts(visit.database, asked.game, asked.number)
    limits = visit.address.get("limits")
    chosen = next((each for each in efforts if not limits or each.limits == limits), None)
    if chosen is None:
        if limits:
            known = " and ".join(each.limits for each in efforts) or "none"
            raise AddressError(f"limits: no evaluations within {limits[:60]!r}, but {known}")
        return EvaluatedGame(record)
    (stored,) = compared_by(visit.database, asked.game, [asked.number], chosen)
    name = f"{chosen.engine}, {chosen.limits}"
    told = annotate(asked.game, record, stored.analyses, Thresholds(), name, rivals=stored.rivals)
    return EvaluatedGame(told, efforts, chosen)
