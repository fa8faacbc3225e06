"""The steps from each earlier schema to the one after it, and how they are taken.

To add a version: raise ``schema.SCHEMA_VERSION``, add one file here whose function states what
changes, and one row in ``STEPS`` and in ``VIEWS``, by the version before. A step need only give the
tables their new columns, in any order: ``layout`` does the rest after the last step. Then all games
are replayed, and what is derived from their moves is corrected.

A step that changes what is in the positions index drops its tables, sets ``indexed_game`` in
``meta`` to 0 and deletes ``index_runs``. Steps name tables and columns as their two versions do,
whatever later ones call them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import duckdb

from mentis_records.store.doctor.replay import Replay
from mentis_records.store.doctor.variation import VariationReplay
from mentis_records.store.game_tables import own_views
from mentis_records.store.migration.layout import lay_out
from mentis_records.store.schema import SCHEMA_VERSION

Step = Callable[[duckdb.DuckDBPyConnection], None]
"""Changes a database of one schema into one of the next, within the caller's transaction."""

STEPS: dict[int, Step] = {}
"""All steps, by the version with which they begin."""

VIEWS: dict[int, tuple[str, ...]] = {}
"""The views of the earlier versions but those of single games; today's take their places."""


def migrate(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Bring a database with an earlier schema up to date, in one transaction.

    Args:
        connection: to a database open for writing.
        version: that of its schema.

    Raises:
        KeyError: there was never such a version.
        StoreError: the tables are not those of the version; nothing has changed.
        duckdb.Error: likewise, or the database cannot be written; nothing has changed.
    """
    steps = [STEPS[number] for number in range(version, SCHEMA_VERSION)]
    connection.begin()
    try:
        own = [view.name for view in own_views(connection)]
        for name in (*VIEWS[version], *own):
            connection.execute(f"drop view {name}")
        for step in steps:
            step(connection)
        lay_out(connection)
        _derive(connection)
        connection.execute(
            "update meta set value = $version where key = 'schema_version'",
            {"version": str(SCHEMA_VERSION)},
        )
        connection.commit()
    except BaseException:
        with suppress(duckdb.Error):
            connection.rollback()
        raise
    connection.execute("checkpoint")


def _derive(connection: duckdb.DuckDBPyConnection) -> None:
    """Correct what follows from the moves; what cannot be corrected is left for the doctor."""
    for replay in (Replay(connection, True), VariationReplay(connection, True)):
        for _ in replay.run():
            continue
