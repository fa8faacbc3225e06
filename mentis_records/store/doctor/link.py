"""Rows that belong to nothing: to no game, no source, no variation, or to no ply."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.delete import GAME_TABLES, SOURCE_TABLES, UNPLAYED_MOVE
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.game_tables import indexed_games
from mentis_records.store.schema import Table, index_tables

_NO_GAME = "game_id is null or game_id not in (select game_id from games)"
_NO_SOURCE = "source_id is null or source_id not in (select source_id from sources)"
_NO_LINE = """
    line <> 0 and not exists (
        from variations
        where variations.game_id = {0}.game_id and variations.line = {0}.line
    )"""


@dataclass(frozen=True, slots=True)
class _Link:
    """Rows of a table that lack what they refer to; ``group`` is SQL for what to say of them."""

    table: str
    condition: str
    group: str
    what: str
    is_repairable: bool = True


def _game_link(table: Table) -> _Link:
    """Return that the rows of a table must belong to games."""
    owner = "'game ' || coalesce(game_id::varchar, 'null')"
    return _Link(table.name, _NO_GAME, owner, "no such game")


_LINKS = (
    *map(_game_link, GAME_TABLES),
    *(
        _Link(
            table.name,
            _NO_SOURCE,
            "'source ' || coalesce(source_id::varchar, 'null')",
            "no such source",
            False,
        )
        for table in SOURCE_TABLES
    ),
    *(
        _Link(
            table,
            _NO_LINE.format(table),
            "'game ' || game_id || ', variation ' || line",
            "no such variation",
        )
        for table in ("variation_plies", "annotations", "comments")
    ),
    _Link("moves", UNPLAYED_MOVE, "'move ' || coalesce(notation, '?')", "no ply plays it"),
)


def check_links(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield rows that belong to nothing, those of one owner together; delete them if asked to.

    Records whose source is missing are kept: only the source is unknown.
    """
    own = [table for game in indexed_games(connection) for table in index_tables(game)]
    for link in (*map(_game_link, own), *_LINKS):
        rows = connection.execute(
            f"""
            select {link.group} as owner, count(*)
            from {link.table}
            where {link.condition}
            group by owner
            order by owner
            """  # noqa: S608 - the schema's names, and SQL of this module
        ).fetchall()
        if rows and is_repairing and link.is_repairable:
            connection.execute(f"delete from {link.table} where {link.condition}")  # noqa: S608
        for owner, count in rows:
            what = f"rows: {link.what}"
            yield Finding(link.table, owner, what, count, 0, link.is_repairable)
