"""The views: those that the schema states, as it states them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import duckdb

from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.game_tables import indexed_games, own_views
from mentis_records.store.schema import TABLES, VIEWS, index_tables, make_table, make_view


def check_views(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, advance: Advance
) -> Iterator[Finding]:
    """Yield views that are missing or say something else; make them anew if asked to."""
    indexed = indexed_games(connection)
    views = [*VIEWS, *own_views(connection)]
    tables = (*TABLES, *(table for game in indexed for table in index_tables(game)))
    stated = _stated((*map(make_table, tables), *map(make_view, views)))
    found = _definitions(connection)
    wrong = [view for view in views if found.get(view.name) != stated[view.name]]
    if is_repairing and wrong:
        for view in wrong:
            connection.execute(f"drop view if exists {view.name}")
        for view in wrong:
            connection.execute(make_view(view))
    for view in wrong:
        what = "its query" if view.name in found else "there is none"
        yield Finding("views", f"view {view.name}", what)


@cache
def _stated(statements: tuple[str, ...]) -> dict[str, str]:
    """Return what the engine makes of the views that statements make, tables first."""
    with duckdb.connect() as fresh:
        for statement in statements:
            fresh.execute(statement)
        return _definitions(fresh)


def _definitions(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    query = "select view_name, sql from duckdb_views() where not internal"
    return dict(connection.execute(query).fetchall())
