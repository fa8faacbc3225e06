"""All tables and views of a collection in order, and the statements that make them."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.store.schema import tables
from mentis_records.store.schema.definition import Column, Table, View, quoted
from mentis_records.store.schema.index_table import POSITIONS_BY_KEY
from mentis_records.store.schema.views import GAME_PLAYERS, NAMESAKES, PLAYERS, PLIES, POSITION_KEYS

SCHEMA_VERSION = 1

TABLES: tuple[Table, ...] = (
    # Those of a game's index are made when it is written first (``index_table.index_tables``).
    tables.META,
    tables.SOURCES,
    tables.SIDES,
    tables.GAMES_TABLE,
    tables.MATCHES,
    tables.MAINLINES,
    POSITIONS_BY_KEY,
    tables.MOVES,
    tables.VARIATIONS,
    tables.VARIATION_PLIES,
    tables.ANNOTATIONS,
    tables.COMMENTS,
    tables.DUPLICATES,
    tables.QUARANTINE,
    tables.ALIASES,
    tables.SAVED_QUERIES,
)
VIEWS: tuple[View, ...] = (NAMESAKES, POSITION_KEYS, PLIES, GAME_PLAYERS, PLAYERS)


def statements() -> Iterator[str]:
    """Yield the statements that make all tables and views of an empty database."""
    yield from map(make_table, TABLES)
    yield from map(make_view, VIEWS)
    yield from descriptions()


def make_table(table: Table) -> str:
    """Return the statement that makes a table."""
    columns = ", ".join(
        f"{column.name} {column.type} {column.demand} {_compression(column)}".rstrip()
        for column in table.columns
    )
    return f"create table {table.name} ({columns})"


def make_view(view: View) -> str:
    """Return the statement that makes a view."""
    return f"create view {view.name} as {view.query}"


def descriptions() -> Iterator[str]:
    """Yield the statements that set the comments of all tables, views and columns."""
    for table in TABLES:
        yield from describe_table(table)
    for view in VIEWS:
        yield from describe_view(view)


def describe_table(table: Table) -> Iterator[str]:
    """Yield the statements that set the comments of a table and its columns."""
    yield f"comment on table {table.name} is {quoted(table.comment)}"
    for column in table.columns:
        yield f"comment on column {table.name}.{column.name} is {quoted(column.comment)}"


def describe_view(view: View) -> Iterator[str]:
    """Yield the statements that set the comments of a view and its columns."""
    yield f"comment on view {view.name} is {quoted(view.comment)}"
    for name, comment in view.columns:
        yield f"comment on column {view.name}.{name} is {quoted(comment)}"


def _compression(column: Column) -> str:
    return f"using compression {column.compression}" if column.compression else ""
