"""The page of the database's schema: its diagram, tables, views and their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.command_page import cell
from mentis_records.games import DEFAULT_GAME
from mentis_records.store.game_tables import index_views
from mentis_records.store.schema import (
    EDITS,
    EVALUATIONS,
    TABLES,
    VERDICTS,
    VIEWS,
    games_view,
    index_tables,
)

ALL_TABLES = (*TABLES, *index_tables(DEFAULT_GAME), EVALUATIONS, EDITS, VERDICTS)
ALL_VIEWS = (*VIEWS, games_view(DEFAULT_GAME), *index_views(DEFAULT_GAME))
"""With those that a game has by itself, of one."""

NAMED = {table.name: {column.name for column in table.columns} for table in ALL_TABLES}

_INDEX = "mentis_"


@dataclass(frozen=True)
class Relation:
    """Every value of ``child.column``, if it is not null, is one of ``parent.other``."""

    child: str
    column: str
    parent: str
    other: str


def relations() -> Iterator[Relation]:
    """Yield what the comments of the columns say: ``the game: games.game_id``."""
    for table in ALL_TABLES:
        for column in table.columns:
            for parent, other in re.findall(r"(?:: |else )(\w+)\.(\w+)$", column.comment):
                yield Relation(table.name, column.name, parent, other)
    for name in ("games", "moves"):
        yield Relation(name, "game", "sides", "game")


def schema_page() -> str:
    """Return the page of the tables that hold records, and of the views."""
    lines = ["# The schema", "", _HEAD, "", "```{raw} html", ":file: schema.svg", "```", ""]
    for table in ALL_TABLES:
        if not table.name.startswith(_INDEX):
            lines += _section(table.name, table.comment, _columns(table))
    lines += ["```{toctree}", ":hidden:", "", "schema-views", "schema-index", "```", ""]
    return "\n".join(lines)


def views_page() -> str:
    """Return the page of the views."""
    lines = ["# Views", ""]
    for view in ALL_VIEWS:
        lines += _section(
            view.name, view.comment, [(name, "", text) for name, text in view.columns]
        )
    return "\n".join(lines)


def index_page() -> str:
    """Return the page of the tables of the positions index of Mentis."""
    lines = ["# The positions index", "", _INDEX_HEAD, ""]
    for table in ALL_TABLES:
        if table.name.startswith(_INDEX):
            lines += _section(table.name, table.comment, _columns(table))
    return "\n".join(lines)


_HEAD = """\
Every game has its own view of `games`, such as `mentis_games`, with its own names of the sides.
Arrows lead from a column to the table whose row it names. The [views](schema-views.md) and the
tables of [the positions index](schema-index.md), which the index makes for each game, have
pages of their own. Inside a database `duckdb_tables()` and `duckdb_columns()` have the same
comments."""

_INDEX_HEAD = """\
These are the tables for Mentis; other games have some of their own, described in the database
and on [their pages](../games/mensaspiel.md). Sets of squares are numbers with a bit for each
square."""


def _columns(table: object) -> list[tuple[str, str, str]]:
    return [
        (column.name, column.type.lower(), column.comment)
        for column in table.columns  # type: ignore[attr-defined]
    ]


def _section(name: str, comment: str, columns: list[tuple[str, str, str]]) -> Iterator[str]:
    yield from (f"## `{name}`", "", cell(comment) + ".", "")
    yield from ("| column | type | says |", "|---|---|---|")
    for column, kind, text in columns:
        yield f"| `{column}` | {cell(kind)} | {cell(text)} |"
    yield ""
