"""The README's diagram of the database, made of the schema; run it to write the diagram anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

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

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- schema: tests/product/schema_diagram.py writes this -->\n", "<!-- end -->\n"
NAMED = {table.name: {column.name for column in table.columns} for table in ALL_TABLES}


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
                assert other in NAMED[parent], column.comment
                yield Relation(table.name, column.name, parent, other)
    for name in ("games", "moves"):
        yield Relation(name, "game", "sides", "game")


def diagram() -> str:
    """Return the diagram and the table of views, as the README has them."""
    lines = ["<details><summary>Its tables and columns</summary>", "", "```mermaid", "erDiagram"]
    lines += [f'    {each.parent} ||--o{{ {each.child} : "{each.column}"' for each in relations()]
    linked = {(each.child, each.column) for each in relations()}
    for table in ALL_TABLES:
        lines.append(f"    {table.name} {{")
        for column in table.columns:
            kind = column.type.partition("(")[0].lower()
            key = " PK" if column.demand.startswith("PRIMARY") else ""
            key = " FK" if (table.name, column.name) in linked else key
            lines.append(f"        {kind} {column.name}{key}")
        lines.append("    }")
    lines += ["```", "", "</details>", "", "| view | says | columns |", "|---|---|---|"]
    for view in ALL_VIEWS:
        columns = ", ".join(f"`{name}`" for name, _ in view.columns)
        says = view.comment[0].lower() + view.comment[1:]
        lines.append(f"| `{view.name}` | {says} | {columns} |")
    return "\n".join(lines) + "\n"


def written(text: str) -> str:
    """Return what a README has between the marks."""
    return text.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    before = README.read_text(encoding="utf-8")
    head, _, rest = before.partition(BEGIN)
    README.write_text(head + BEGIN + diagram() + END + rest.partition(END)[2], encoding="utf-8")
