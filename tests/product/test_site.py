"""The documentation: complete, true where it shows something, and the schema's own pages."""

import inspect
import json
import re
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
from site_kit import DOCS, ROOT, read_page, written_pages

import mentis_records
from mentis_records.cli.main import COMMANDS, make_app
from mentis_records.core.game import AnyGame
from mentis_records.games import DEFAULT_GAME, GAMES, catalogue, find_game
from mentis_records.games.code_page import code_address
from mentis_records.games.registry import OURS
from mentis_records.notation.read import Reader
from mentis_records.query.parse.language import language_of
from mentis_records.report.registry import REPORTS
from mentis_records.store.database import Database
from mentis_records.store.evaluation import Effort, keep_evaluations
from mentis_records.store.game_tables import make_added
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.schema import EDITS, MATCH_GAMES, VERDICTS, games_view, matches_view

sys.path.insert(0, str(DOCS))

from generator import schema_page
from generator.function_page import GROUPS
from generator.pages import pages
from generator.schema_page import ALL_TABLES, ALL_VIEWS, Relation, relations
from generator.schema_picture import boxes, schema_picture

MADE = pages()
WRITTEN = written_pages()
MOST_LINES = 400
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")


def text_of(place: str) -> str:
    """Return the text of a page, made or written."""
    return MADE[place] if place in MADE else read_page(place)


@pytest.mark.parametrize("place", [*WRITTEN, *(p for p in MADE if p.endswith(".md"))])
def test_pages_are_short_and_their_links_hold(place: str) -> None:
    text = text_of(place)
    assert len(text.splitlines()) <= MOST_LINES
    assert text.lstrip().startswith(("# ", "(")), "a page begins with its title"
    for link in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)):
        if link.startswith(("http", "#")):
            continue
        path, _, anchor = link.partition("#")
        target = (DOCS / place).parent.joinpath(path).resolve()
        inside = target.relative_to(DOCS).as_posix() if target.is_relative_to(DOCS) else ""
        assert inside in MADE or target.exists(), link
        if anchor and inside:
            heads = re.findall(r"^(?:#+ (.*)|\((.*)\)=)$", text_of(inside), re.MULTILINE)
            anchors = {
                mark or re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
                for head, mark in heads
            }
            assert anchor in anchors, link


@pytest.mark.parametrize("place", WRITTEN)
def test_every_page_is_in_the_index(place: str) -> None:
    index = read_page("index.md")
    patterns = re.findall(r"^([\w\-/\[\]!*.]+)$", index, re.MULTILINE)
    name = place.removesuffix(".md")
    assert name == "index" or any(Path(f"/{name}").match(f"/{pattern}") for pattern in patterns)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_told(command: str) -> None:
    text = MADE[f"reference/commands/{command}.md"]
    assert f"commands/{command}.md" in MADE["reference/commands.md"]
    found = typer.main.get_command(make_app([command])).commands[command]  # type: ignore[attr-defined]
    for each in found.params:
        for name in (*each.opts, *each.secondary_opts) if each.param_type_name == "option" else ():
            assert re.search(rf"`{re.escape(name)}[` ]", text), name
    assert f"# mentis {command}\n" in text


def test_every_code_is_told_with_an_anchor() -> None:
    for code in catalogue():
        address = code_address(code)
        if address is None:
            assert any(code in game.description.codes for game in GAMES if game not in OURS)
            continue
        page, _, anchor = address.partition("#")
        text = MADE[page.replace(".html", ".md")]
        assert f"({anchor})=\n\n## {code.id} {code.slug}\n" in text
        assert f"#{anchor})" in MADE["reference/diagnostics/index.md"]


def test_every_name_of_the_library_is_told() -> None:
    told = {name for names in GROUPS.values() for name in names}
    assert told == set(mentis_records.__all__) - {"__version__"}
    for name in told:
        value = getattr(mentis_records, name)
        value = value if inspect.isclass(value) else inspect.unwrap(value)
        places = (f"{value.__module__}.{name}", f"mentis_records.{name}")
        assert any(f":: {place}\n" in MADE["reference/python.md"] for place in places)


def test_every_report_format_and_game_is_told() -> None:
    reports = read_page("reference/reports.md")
    for slug in REPORTS:
        assert f"reports/{slug}.html" in reports
    for game in OURS:
        assert f"games/{game.description.slug}.md" in WRITTEN
        assert f"docs/games/{game.description.slug}.md" in read_page("README.md")


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.description.slug)
def test_every_predicate_is_told(game: AnyGame) -> None:
    section = MADE["reference/predicates.md"].partition(f"## {game.description.title}\n")[2]
    section = section.partition("\n## ")[0]
    language = language_of(game)
    for predicate in language.predicates:
        for form in language.forms[predicate.name]:
            assert f"`{form}`" in section, predicate.name
    for function in language.functions.values():
        assert f"`{function.form}`" in section


def test_keys_of_json_are_told() -> None:
    page = read_page("reference/json.md")
    record = page.partition("## A record that was checked")[2].partition("\n## ")[0]
    game = page.partition("## A game")[2].partition("\n## ")[0]
    shown = json.loads(next(line for line in record.splitlines() if line.startswith("{")))
    for key in shown:
        assert f"`{key}`" in record, key
    told = json.loads(next(line for line in game.splitlines() if line.startswith("{")))
    for key in (*told, *told["plies"][0], *told["plies"][1]):
        assert f"`{key}`" in game, key


def test_the_example_of_a_record_is_sound() -> None:
    (text,) = re.findall(
        r"^```\n(\[Event.*?)^```", read_page("reference/record-format.md"), re.MULTILINE | re.DOTALL
    )
    (reading,) = Reader(GAMES).read_text("page", text)
    assert reading.is_valid
    assert not reading.diagnostics


def test_hooks_name_commands() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^  entry: mentis (\w+)", text, re.MULTILINE)
    assert entries == ["validate", "fmt"]
    page = read_page("how-to/pre-commit.md")
    for name in re.findall(r"^- id: (\S+)", text, re.MULTILINE):
        assert f"id: {name}\n" in page


@pytest.mark.ci
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    from subprocess import run as start

    words = ["-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(tmp_path / "site")]
    done = start([sys.executable, *words], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    built = list((tmp_path / "site").rglob("*.html"))
    assert len(built) > len(WRITTEN)
    asked = re.compile(r"""<(?:script|img|iframe|source)[^>]*\ssrc=["'](?:https?:)?//[^"']*""")
    linked = re.compile(r"""<link[^>]*\shref=["'](?:https?:)?//[^"']*""")
    for path in built:
        text = path.read_text(encoding="utf-8")
        assert not asked.findall(text), path
        assert not linked.findall(text), path
    for path in (tmp_path / "site/_static").rglob("*.css"):
        css = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import ['\"]?http", css), path
    for code in catalogue():
        address = code_address(code)
        if address is not None:
            page, _, anchor = address.partition("#")
            text = (tmp_path / "site" / page).read_text(encoding="utf-8")
            assert f'id="{anchor}"' in text


# The page and the diagram of the database are the schema's, and its relations hold


sys.path.insert(0, str(DOCS))
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
