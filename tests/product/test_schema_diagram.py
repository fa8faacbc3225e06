"""The README's diagram of the database is the schema's, and its relations hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from schema_diagram import (
    ALL_TABLES,
    ALL_VIEWS,
    README,
    Relation,
    diagram,
    relations,
    written,
)

from mentis_records.games import DEFAULT_GAME, GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.evaluation import Effort, keep_evaluations
from mentis_records.store.game_tables import make_added
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.schema import EDITS, MATCH_GAMES, VERDICTS, games_view, matches_view

STORE = Path(__file__).parents[1] / "store"

WOLVES = """
[Variant "Wolf"]

1. Wd2 Wd6 2. d2-c3 d6-d5 3. c3-c4 d5xc4 *
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    folder = tmp_path_factory.mktemp("schema")
    again = folder / "again.mgn"
    again.write_text(WOLVES + "\n" + (STORE / "sample.mgn").read_text())
    with create_database(folder / "x.duckdb") as database:
        for path in (STORE / "sample.mgn", again, STORE / "broken.mgn"):
            load(database, Reader(GAMES), str(path))
        update_index(database)
        keep_evaluations(database, find_game(DEFAULT_GAME), Effort("engine", "limits"), [])
        for table in (EDITS, VERDICTS):
            make_added(database.connection, table)
    return open_database(folder / "x.duckdb")


def test_the_diagram_is_the_schema() -> None:
    found = written(README.read_text(encoding="utf-8"))
    assert found == diagram(), "run: python tests/product/schema_diagram.py"


def test_the_schema_is_the_database(database: Database) -> None:
    query = "select table_name, column_name, comment from duckdb_columns() where not internal"
    found = set(database.connection.execute(query).fetchall())
    tables = {
        (table.name, each.name, each.comment) for table in ALL_TABLES for each in table.columns
    }
    others = [games_view(game.description.slug) for game in GAMES]
    others += [matches_view(slug) for slug in MATCH_GAMES]
    views = {(view.name, *column) for view in (*ALL_VIEWS, *others) for column in view.columns}
    assert found == tables | views
    assert all(comment for *_, comment in found)


@pytest.mark.parametrize(
    "relation", list(relations()), ids=lambda each: f"{each.child}.{each.column}-{each.parent}"
)
def test_relations_hold(database: Database, relation: Relation) -> None:
    run = database.connection.execute
    child, parent = f"{relation.child}.{relation.column}", f"{relation.parent}.{relation.other}"
    mainline = " and line <> 0" if relation.column == "line" else ""
    (count,) = run(f"select count({child}) from {relation.child}").fetchone() or (0,)
    assert count or relation.column == "match_id"  # no game of the package has matches
    lost = run(
        f"select {child} from {relation.child} anti join {relation.parent} on {child} = {parent} "
        f"where {child} is not null{mainline}"
    ).fetchall()
    assert lost == []
