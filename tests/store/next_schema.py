"""A next schema of the tests' own: it has the tables of today, and ``EARLIER`` has others.

``make_earlier`` takes back in a database of today what the step to the next schema does.
"""

from collections.abc import Sequence

import duckdb
import pytest

from mentis_records.games import GAMES
from mentis_records.store import open as ways
from mentis_records.store import schema
from mentis_records.store.migration import registry
from mentis_records.store.schema import SCHEMA_VERSION, VIEWS

EARLIER = SCHEMA_VERSION
NEXT = EARLIER + 1

_LACKING = "players"
"""The view that only the earlier schema lacks."""

_TAKEN_BACK = (
    f"drop view {_LACKING}",
    "create or replace view plies as select game_id from mainlines",
    "drop table saved_queries",
    "alter table sources drop column quarantined",
    *(f"drop view {game.description.slug}_games" for game in GAMES),
    "alter table games drop column opening_key",
    *(f"create view {game.description.slug}_games as select game_id from games" for game in GAMES),
    "alter table comments rename column text to words",
    "alter table annotations alter column nags type integer[]",
    "create or replace table variations as select ply, parent_line, line, game_id from variations",
    "comment on table moves is 'what was played'",
    "comment on column moves.kind is null",
)
_DONE = (
    "alter table sources add column quarantined integer",
    """
    update sources set quarantined = (
        select count(*) from quarantine where quarantine.source_id = sources.source_id
    )
    """,
    "alter table games add column opening_key bigint",  # which the replay fills
    "alter table comments rename column words to text",
)
_OTHER_KEYS = (
    "update mainlines set keys = list_transform(keys, lambda key: xor(key, 8))",
    "update variation_plies set key = xor(key, 8)",
    "update games set start_key = xor(start_key, 8), content_key = 0, ply_count = 0",
)


def make_earlier(connection: duckdb.DuckDBPyConnection, has_other_keys: bool = True) -> None:
    """Make a database of today one of the earlier schema, where positions may have other keys."""
    for statement in (*_TAKEN_BACK, *(_OTHER_KEYS if has_other_keys else ())):
        connection.execute(statement)


def take_step(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of the earlier schema into one of the next."""
    for statement in _DONE:
        connection.execute(statement)


def adopt(patch: pytest.MonkeyPatch, steps: Sequence[registry.Step] = (take_step,)) -> None:
    """Let the program know the next schema, or one that so many steps lead to."""
    for module in (schema, ways, registry):
        patch.setattr(module, "SCHEMA_VERSION", EARLIER + len(steps))
    for version, step in enumerate(steps, EARLIER):
        patch.setitem(registry.STEPS, version, step)
        names = (view.name for view in VIEWS if version > EARLIER or view.name != _LACKING)
        patch.setitem(registry.VIEWS, version, tuple(names))
