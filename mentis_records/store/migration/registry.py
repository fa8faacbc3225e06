"""The steps from each earlier schema to the one after it, and how they are taken.

To add a version: raise ``schema.SCHEMA_VERSION``, add one file here whose function states what
changes, and one row in ``STEPS`` and in ``VIEWS``. A step need only give the tables their new
columns, in any order: ``layout`` does the rest after the last step. Then all games are replayed,
and what is derived from their moves is corrected.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import duckdb

from mentis_records.store.doctor.replay import Replay
from mentis_records.store.doctor.variation import VariationReplay
from mentis_records.store.migration.layout import lay_out
from mentis_records.store.migration.version2 import to_version_2
from mentis_records.store.migration.version3 import to_version_3
from mentis_records.store.migration.version4 import to_version_4
from mentis_records.store.migration.version5 import to_version_5
from mentis_records.store.migration.version6 import to_version_6
from mentis_records.store.migration.version7 import to_version_7
from mentis_records.store.migration.version8 import to_version_8
from mentis_records.store.migration.version9 import to_version_9
from mentis_records.store.migration.version10 import to_version_10
from mentis_records.store.migration.version11 import to_version_11
from mentis_records.store.migration.version12 import to_version_12
from mentis_records.store.schema import SCHEMA_VERSION

Step = Callable[[duckdb.DuckDBPyConnection], None]
"""Changes a database of one schema into one of the next, within the caller's transaction."""

STEPS: dict[int, Step] = {
    1: to_version_2,
    2: to_version_3,
    3: to_version_4,
    4: to_version_5,
    5: to_version_6,
    6: to_version_7,
    7: to_version_8,
    8: to_version_9,
    9: to_version_10,
    10: to_version_11,
    11: to_version_12,
}
"""All steps, by the version with which they begin."""

_VIEWS_OF_3 = ("plies", "positions", "players", "game_players", "namesakes", "position_keys")
_VIEWS_OF_10 = (*_VIEWS_OF_3, "mentis_attacks")

VIEWS: dict[int, tuple[str, ...]] = {
    1: ("plies",),
    2: ("plies", "positions", "players", "game_players", "namesakes"),
    **dict.fromkeys(range(3, 10), _VIEWS_OF_3),
    **dict.fromkeys(range(10, 12), _VIEWS_OF_10),
}
"""The views of the earlier versions; those of the present one take their places."""


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
        for view in VIEWS[version]:
            connection.execute(f"drop view {view}")
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
