"""From schema 9 to 10: positions in which a Wolf could capture something stand apart from others.

The index stays, unless an earlier step has dropped it.
"""

from __future__ import annotations

import duckdb

_LEAST_OF_WOLVES = 1 << 40
_PARTS = {
    "mentis_attacks_of_others": f"< {_LEAST_OF_WOLVES}",
    "mentis_attacks_of_wolves": f">= {_LEAST_OF_WOLVES}",
}

_SETS = (
    *("attacking_up", "attacking_right", "attacking_down", "attacking_left", "attacking_aslant"),
    *("state_code", "captures", "blue", "red", "top_s", "top_t", "top_n"),
)
_STEADY = "attacking_aslant"


def to_version_10(connection: duckdb.DuckDBPyConnection) -> None:
    """Change a database of schema 9 into one of schema 10."""
    tables = connection.execute("select table_name from duckdb_tables()").fetchall()
    if ("mentis_attacks",) not in tables:
        return
    columns = "game_id integer using compression rle, ply integer using compression uncompressed"
    for name in _SETS:
        compression = "rle" if name == _STEADY else "uncompressed"
        columns += f", {name} bigint using compression {compression}"
    for name, which in _PARTS.items():
        connection.execute(f"create table {name} ({columns})")
        connection.execute(f"insert into {name} from mentis_attacks where captures {which}")
    connection.execute("drop table mentis_attacks")
