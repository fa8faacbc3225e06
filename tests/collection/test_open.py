"""The library gives what the commands give."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass
from html import unescape
from pathlib import Path

import pytest
from case_kit import cases_of
from typer.testing import CliRunner

import mentis_records
from mentis_records.cli.main import app_for
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index
from mentis_records.store.saved_query import save_query

CASES = cases_of(__file__)

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "store" / "sample.mgn"
RULEBOOK = HERE.parents[1] / "data" / "rulebook.mgn"
BROKEN = '[Event "<b>x</b>"]\n\n1. TSNd2 TSNd3 *\n'
START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    path = folder / "club.duckdb"
    broken, again = folder / "broken.mgn", folder / "again.mgn"
    broken.write_text(BROKEN)
    again.write_text(SAMPLE.read_text().partition("\n\n[")[0] + "\n")
    with create_database(path) as database:
        for each in (SAMPLE, again, broken):
            load(database, Reader(GAMES), str(each))
        update_index(database)
        save_query(database, "opened", "move deploys TSN at d2")
    return path


@pytest.fixture(scope="module")
def club(file: Path) -> Iterator[mentis_records.Collection]:
    with mentis_records.open(file) as club:
        yield club


def told(file: Path, *words: str) -> list[dict[str, object]]:
    """Return what a command tells as JSON."""
    done = CliRunner().invoke(app_for(words), [*words, "--db", str(file), "--format", "json"])
    assert done.exit_code == 0, done.stderr
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


def test_games_are_those_of_the_command(club: mentis_records.Collection, file: Path) -> None:
    for where, sort in ((), ""), (("plies > 2",), "-plies"), (("result != *",), "date,-game"):
        rows = told(file, "games", "--sort", sort, *(w for t in where for w in ("--where", t)))
        games = club.games(where, sort=sort)
        same = ("date", "result", "termination", "plies", "event", "site", "round", "source")
        found = [
            {name: getattr(each, name) for name in same}
            | {"game": each.number, "variant": each.options["Variant"]}
            | {"blue": each.players["Blue"], "blue_elo": each.elo["Blue"]}
            | {"red": each.players["Red"], "red_elo": each.elo["Red"]}
            for each in games
        ]
        assert found == rows
        assert len(games) == len(rows) == games.total == club.count(where)
        assert list(games.numbers) == [row["game"] for row in rows]


def test_pages(club: mentis_records.Collection) -> None:
    page = club.games(limit=3, page=2)
    assert ([each.number for each in page], len(page), page.total) == ([4], 1, 4)
    assert (len(club.games(limit=3)), len(club.games(limit=3, page=3))) == (3, 0)
    assert list(club.games(position=START, where="plies < 40").numbers) == [1, 3]
    position = mentis_records.Position.start()
    assert list(club.games("plies < 40", position=position).numbers) == [1, 3]


def test_records_are_streamed(club: mentis_records.Collection) -> None:
    records = club.games(sort="-game").records()
    assert next(records).number == 4
    rest = list(records)
    assert [each.number for each in rest] == [3, 2, 1]
    assert [each.record for each in rest] == [club.game(number).record for number in (3, 2, 1)]
    assert club.count() == 4


def test_a_game(club: mentis_records.Collection, file: Path) -> None:
    game = club.game(3)
    value = json.loads(game.json())
    assert value == told(file, "game", "3")
    assert game.tags["Blue"] == "Ada"
    assert game.moves[:2] == ("TSNd2", "TSNd6")
    assert (game.result, game.termination, game.number) == ("*", "unterminated", 3)
    assert game.mgn().startswith('[Event "Notation"]')
    positions = list(game.positions())
    assert len(positions) == len(game.plies) + 1
    assert positions[0].text == START
    assert positions[-1].text == game.position().text == value["final"]
    assert [each.key for each in positions[1:]] == [ply.key for ply in game.plies]
    with pytest.raises(IndexError, match="has 5 plies"):
        game.position(6)
    with pytest.raises(IndexError, match="ply -1: the record has 5 plies"):
        game.position(-1)
    with pytest.raises(TypeError):
        game.position(game.plies)  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        club.game(99)


def test_queries_select_games(club: mentis_records.Collection, file: Path, tmp_path: Path) -> None:
    asked = ("opened", "end and red N on board")
    words = [word for text in asked for word in ("--query", text)]
    rows = told(file, "tree", "--depth", "3", *words)
    tree = club.tree(depth=3, query=asked)
    assert [(each.move, each.games) for each in tree] == [
        (row["move"], row["games"]) for row in rows
    ]
    games = {found.game for found in club.query("opened")}
    games &= {found.game for found in club.query("end and red N on board")}
    assert 0 < tree[0].games <= len(games) < len(club.games())
    assert club.win_rates(query=asked)[0].games == len(games)
    assert club.win_rates("game > 1", query=asked)[0].games == len(games - {1})
    assert club.export(tmp_path / "some.mgn", query=asked).written == len(games)
    with pytest.raises(ValueError, match="no tile Q"):
        club.tree(query="blue Q on d4")


def test_what_else_the_commands_tell(club: mentis_records.Collection, file: Path) -> None:
    info = club.info("Date < 2020")
    assert (info.games.games, info.games.plies, info.file.rows["games"]) == (2, 70, 4)
    players = [(each.name, each.games, each.score) for each in club.players()]
    assert players == [(row["player"], row["games"], row["score"]) for row in told(file, "players")]
    assert [each.kind for each in club.duplicates()] == ["exact"]
    assert len(club.duplicates("game = 2")) == 0
    (refused,) = club.quarantine()
    (row,) = told(file, "quarantine")
    assert [refused.id, refused.line, " ".join(refused.codes), refused.reason] == [
        row[name] for name in ("id", "line", "codes", "reason")
    ]
    assert refused.text == BROKEN
    tree = club.tree(depth=3)
    assert [(len(each.line), each.move, each.played, each.position) for each in tree] == [
        (row["ply"], row["move"], row["played"], row["position"])
        for row in told(file, "tree", "--depth", "3")
    ]
    assert tree[0].best_games
    assert tree[0].name == told(file, "tree")[0]["name"]
    limited = club.tree(depth=3, max_positions=1)
    assert {each.end for each in limited} == {"limit"}
    assert len(club.tree(club.game(1).position(2))) == 1
    overall, *rest = club.win_rates()
    assert (overall.grouping, overall.games, overall.first, overall.unknown) == ("overall", 4, 1, 1)
    assert {each.grouping for each in rest} == {"variant", "opening", "period", "length"}
    assert club.win_rates("plies > 99")[0].first_share is None


def test_sql(club: mentis_records.Collection) -> None:
    query = "select game_id from mentis_games where blue = $name and ply_count > $least order by 1"
    found = club.sql(query, {"name": "Ada", "least": 2})
    assert (found.names, list(found)) == (("game_id",), [(3,)])
    assert list(club.sql("select ?::varchar", ["'; drop table games"])) == [
        ("'; drop table games",)
    ]
    with pytest.raises(mentis_records.StoreError, match="only queries"):
        club.sql("drop table games")
    with club.sql("select i from range(10000000) t(i)") as rows:
        assert next(iter(rows)) == (0,)


@pytest.mark.parametrize("name", ["mgn", "csv", "json", "listing", "parquet", "apgr"])
def test_export(club: mentis_records.Collection, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out"
    done = club.export(path, name, "plies > 2", games=[1, 2, 4])
    assert done.written + done.refused == 2
    assert path.stat().st_size or done.refused
    if name == "mgn":
        again = [each.game.record for each in mentis_records.read(path) if each.game]
        assert again == [club.game(number).record for number in (1, 2)]


@pytest.mark.parametrize("name", ["mgn", "parquet"])
def test_a_file_that_cannot_be_written_is_named(
    club: mentis_records.Collection, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "missing" / f"out.{name}"
    with pytest.raises((OSError, mentis_records.StoreError)) as caught:
        club.export(path, name)
    assert str(path) in str(caught.value)
    assert ".part" not in str(caught.value)


def test_mistakes_have_names(club: mentis_records.Collection, tmp_path: Path) -> None:
    with pytest.raises(mentis_records.QueryError, match="no field nonsense"):
        club.games("nonsense = 1")
    with pytest.raises(ValueError, match="no column 'x'"):
        club.games(sort="x")
    with pytest.raises(ValueError, match="page"):
        club.games(page=0)
    with pytest.raises(ValueError, match="no format 'x'"):
        club.export(tmp_path / "x", "x")
    with pytest.raises(ValueError, match="1 field instead of 4"):
        club.tree("nonsense")
    with pytest.raises(mentis_records.StoreError, match="no such database"):
        mentis_records.open(tmp_path / "none.duckdb")
    with pytest.raises(AttributeError):
        mentis_records.nonsense  # noqa: B018 - that it fails is the point


def test_what_is_closed_says_so(file: Path) -> None:
    club = mentis_records.open(file)
    club.close()
    club.close()
    for ask in (club.count, club.info, lambda: list(club.games()), lambda: club.sql("select 1")):
        with pytest.raises(mentis_records.StoreError, match="closed; open it again"):
            ask()


def test_no_game_has_such_a_number(club: mentis_records.Collection) -> None:
    for number in (0, -1, 99, 1 << 31, 1 << 80):
        with pytest.raises(KeyError):
            club.game(number)
    with pytest.raises(TypeError):
        club.game("x")  # type: ignore[arg-type]


def test_positions() -> None:
    start = mentis_records.Position.start()
    assert start == mentis_records.Position.parse(START)
    assert (str(start), start.side, len(start.moves)) == (START, "Blue", 197)
    after = start.play("TSNd2")
    assert (after.side, after.key == start.key) == ("Red", False)
    assert repr(after) == f"Position.parse('{after}')"
    assert mentis_records.Position.parse(str(after)).key == after.key
    left, right = start.play("TSNc2"), start.play("TSNe2")
    assert left.canonical_key == right.canonical_key
    with pytest.raises(mentis_records.MoveError, match="TSNd3 is not a legal move") as caught:
        start.play("TSNd3")
    assert caught.value.codes == ("deployment-square",)
    assert "expected b1, f1, c2, d2 or e2" in str(caught.value)
    with pytest.raises(mentis_records.MoveError, match=r"tsnd2 is not .*, but TSNd2 is"):
        start.play("tsnd2")
    with pytest.raises(mentis_records.MoveError, match=r"nonsense is .*: it is no ply of Mentis"):
        start.play("nonsense")
    with pytest.raises(ValueError, match="Fox"):
        mentis_records.Position.start({"Variant": "Fox"})
    assert "Blue to move" in start.board()


def test_read(tmp_path: Path) -> None:
    first, second = mentis_records.read(RULEBOOK)
    assert first.is_valid
    assert first.game is not None
    assert (first.index, first.game.result, len(first.game.plies)) == (1, "0-1", 24)
    assert second.line > first.line
    path = tmp_path / "broken.mgn"
    path.write_text(BROKEN + "\n" + BROKEN.replace("TSNd3", "Wb7"))
    broken, wolf = mentis_records.read(path)
    assert (broken.is_valid, broken.game, wolf.game) == (False, None, None)
    assert any(found.is_error for found in broken.diagnostics)
    _, wolf = mentis_records.read(path, {"Variant": "Wolf"})
    assert wolf.is_valid
    assert all(each.is_valid for each in mentis_records.read(SAMPLE.parent / "sample.mgn"))
    with pytest.raises(ValueError, match="no setting Variant Fox"):
        mentis_records.read(path, {"Variant": "Fox"})


def test_read_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "old.mgn"
    path.write_bytes('[Blue "Jörg"]\n\n1. TSNd2 TSNd6 *\n'.encode("cp1252"))
    (refused,) = mentis_records.read(path)
    assert not refused.is_valid
    (found,) = mentis_records.read(path, encoding="windows-1252")
    assert found.game is not None
    assert found.game.tags["Blue"] == "Jörg"
    with pytest.raises(ValueError, match="no encoding 'nonsense'"):
        mentis_records.read(path, encoding="nonsense")


def test_values_are_frozen(club: mentis_records.Collection) -> None:
    values = (
        club.game(1),
        next(iter(club.games())),
        club.players()[0],
        club.tree()[0],
        club.win_rates()[0],
        club.quarantine()[0],
        club.info(),
    )
    for value in values:
        assert is_dataclass(value)
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


def test_notebooks_show_everything_escaped(club: mentis_records.Collection, file: Path) -> None:
    shown = [
        club._repr_html_(),
        club.games()._repr_html_(),
        club.game(3)._repr_html_(),
        club.players()._repr_html_(),
        club.quarantine()._repr_html_(),
        club.tree(depth=9)._repr_html_(),
        next(mentis_records.read(file.parent / "broken.mgn"))._repr_html_(),
    ]
    for html in shown:
        assert "<b>" not in html
        assert "<script" not in html
        assert html.count("<table>") == html.count("</table>")
        assert "<table>" in html or "<iframe" in html
    assert "&lt;b&gt;x&lt;/b&gt;" in shown[4]
    assert club.game(3).position()._repr_svg_().startswith("<svg")


def test_a_notebook_replays_a_game(club: mentis_records.Collection) -> None:
    shown = club.game(3)._repr_html_()
    (attributes,) = re.findall(r"<iframe ([^<>]*)></iframe>", shown)
    told = dict(re.findall(r'([a-z]+)="([^"]*)"', attributes))
    assert set(told) == {"sandbox", "title", "srcdoc", "style"}
    assert told["sandbox"] == "allow-scripts"
    page = unescape(told["srcdoc"])
    assert page == club.game(3).html()
    assert "2... TSNc6" in page
    assert "<script" in page
    assert "http-equiv" in page


def test_pandas(club: mentis_records.Collection) -> None:
    pytest.importorskip("pandas")
    frame = club.games("plies > 2").df()
    assert list(frame["plies"]) == [24, 46, 5]
    assert list(club.players().df().columns) == [*asdict(club.players()[0])]
    assert club.sql("select count(*) as n from games").df()["n"][0] == 4
    assert len(club.quarantine().df()) == 1
    sites, dates = club.games().df()["site"], club.games().df()["date"]
    assert [each.site for each in club.games()] == ["?", "?", "?", "?"]
    assert sites.isna().all()
    assert dates.isna().tolist() == [each.date[0] == "?" for each in club.games() if each.date]
    assert dates.isna().sum() == 1


def test_arrow(club: mentis_records.Collection) -> None:
    pytest.importorskip("pyarrow")
    assert club.games("plies > 2").arrow().column("plies").to_pylist() == [24, 46, 5]
    assert club.tree().arrow().column("line").to_pylist()[0] == ["TSNd2"]
    assert club.sql("select ? as n", [3]).arrow().to_pylist() == [{"n": 3}]
    assert club.duplicates().arrow().num_rows == 1


@pytest.mark.parametrize(("library", "extra"), [("pandas", "pandas"), ("pyarrow", "arrow")])
def test_what_is_not_installed_is_named(
    club: mentis_records.Collection, monkeypatch: pytest.MonkeyPatch, library: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    method = "df" if library == "pandas" else "arrow"
    for value in (club.games(), club.players(), club.sql("select 1")):
        with pytest.raises(mentis_records.MissingExtraError) as caught:
            getattr(value, method)()
        expected = f"{library} is not installed: pip install 'mentis-records[{extra}]'"
        assert str(caught.value) == expected


def test_importing_is_light() -> None:
    heavy = "'duckdb', 'lark', 'numpy', 'matplotlib', 'rich', 'typer', 'mentis_records.store'"
    program = f"import sys, mentis_records; print([m for m in ({heavy}) if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n"
    for name in mentis_records.__all__:
        assert getattr(mentis_records, name) is not None
    assert set(mentis_records.__all__) == set(dir(mentis_records))


@pytest.mark.ci
def test_types_are_there_for_users(tmp_path: Path) -> None:
    program = tmp_path / "user.py"
    program.write_text(CASES["user"])
    # What is wrong in this package with nothing else installed is no matter of its users.
    words = ["--strict", "--no-site-packages", "--follow-imports", "silent"]
    words += ["--cache-dir", str(tmp_path / "cache"), str(program)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"MYPYPATH": str(HERE.parents[1]), "PATH": "/usr/bin"},
    )
    assert 'Revealed type is "mentis_records.collection.game_list.Games"' in done.stdout
    (found,) = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert found.startswith("user.py")
    assert 'expression has type "Path"' in found


def test_queries(club: mentis_records.Collection, file: Path) -> None:
    found = club.query("opened or end", "plies > 3")
    assert len(found)
    shown = told(file, "query", "move deploys TSN at d2 or end", "--where", "plies > 3")
    assert [each.game for each in found] == [row["game"] for row in shown]
    assert [list(each.plies) for each in found] == [row["at"] for row in shown]
    assert club.count("opened") == len(club.query("opened"))
    assert len(club.query("end", limit=1)) == 1
    with pytest.raises(mentis_records.query.error.QueryError, match="row 8"):
        club.query("empty row 8")
