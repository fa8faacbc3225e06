"""The page and the diagram of the database are the schema's, and its relations hold."""

import re
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from site_kit import DOCS

sys.path.insert(0, str(DOCS))

from generator import schema_page
from generator.schema_page import ALL_TABLES, ALL_VIEWS, Relation, relations
from generator.schema_picture import boxes, schema_picture

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


def test_the_pages_have_everything() -> None:
    text = schema_page.schema_page() + schema_page.views_page() + schema_page.index_page()
    for table in (*ALL_TABLES, *ALL_VIEWS):
        section = text.partition(f"## `{table.name}`\n")[2].partition("\n## ")[0]
        names = [each if isinstance(each, tuple) else (each.name,) for each in table.columns]
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [name for name, *_ in names]


def test_the_diagram_is_the_schema() -> None:
    drawn = schema_picture()
    root = ElementTree.fromstring(drawn)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    for table in ALL_TABLES:
        assert table.name in texts
    columns = sum(len(table.columns) for table in ALL_TABLES)
    assert len(texts) == columns + len(ALL_TABLES)
    arrows = list(root.iter("{http://www.w3.org/2000/svg}path"))
    assert len(arrows) == len(list(relations()))
    for one, two in combinations(boxes(), 2):
        is_apart = one.left != two.left or one.top + one.height < two.top
        assert is_apart or two.top + two.height < one.top, (one.name, two.name)


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
