"""Run all checks of the doctor; the order is that in which repairs must be made.

To add a check: one file here with a function that yields findings, and one row in ``CHECKS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb

from mentis_records.store.database import Database, transaction
from mentis_records.store.doctor.claim import check_claims
from mentis_records.store.doctor.evaluation import check_evaluations
from mentis_records.store.doctor.finding import Advance, Finding, say_nothing
from mentis_records.store.doctor.index import check_index
from mentis_records.store.doctor.link import check_links
from mentis_records.store.doctor.match import check_matches
from mentis_records.store.doctor.move import check_moves
from mentis_records.store.doctor.place import check_places
from mentis_records.store.doctor.replay import Replay
from mentis_records.store.doctor.required_value import check_fields
from mentis_records.store.doctor.said import check_said
from mentis_records.store.doctor.side import check_sides
from mentis_records.store.doctor.source import check_sources
from mentis_records.store.doctor.variation import VariationReplay
from mentis_records.store.doctor.view import check_views

Check = Callable[[duckdb.DuckDBPyConnection, bool, Advance], Iterator[Finding]]
"""Yields what differs in a database; also repairs it, as far as that can be, if told to."""


def check_games(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield what differs when all games are replayed and written out, in matches, in the index."""
    replay = Replay(connection, is_repairing)
    yield from replay.run(advance)
    yield from VariationReplay(connection, is_repairing).run()
    yield from check_claims(connection, is_repairing, advance, replay.broken)
    yield from check_matches(connection, is_repairing, replay.broken)
    yield from check_index(connection, is_repairing, advance, replay.broken)


CHECKS: dict[str, Check] = {
    "rows that belong to nothing": check_links,
    "fields that make no sense": check_fields,
    "sides": check_sides,
    "games replayed": check_games,
    "what records say": check_said,
    "moves": check_moves,
    "places": check_places,
    "sums of the sources": check_sources,
    "views": check_views,
    "evaluations": check_evaluations,
}
"""All checks, by what they look at."""


def examine(
    database: Database, is_repairing: bool = False, progress: Advance | None = None
) -> Iterator[Finding]:
    """Yield every difference in a database; repair what can be derived if asked to.

    All repairs are one transaction, which ends with the last finding. A positions index that
    differs, or has keys that do, is emptied (``store.position.index.update_index`` makes it anew).

    Args:
        database: opened for writing if it is to be repaired.
        is_repairing: whether it is.
        progress: is told from time to time how far the work has come.

    Raises:
        StoreError: the database cannot be read, or cannot be written though it is to be
            repaired; then nothing has been repaired.
    """
    with transaction(database, is_writing=is_repairing) as connection:
        for check in CHECKS.values():
            yield from check(connection, is_repairing, progress or say_nothing)
