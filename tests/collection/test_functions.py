"""The functions of the library, and the examples in its docstrings."""

import doctest
import inspect
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mentis_records
from mentis_records import Position
from mentis_records.cli.main import app_for
from mentis_records.cli.search_option import DEFAULT_NODES
from mentis_records.collection.analyse import NODES
from mentis_records.games import GAMES

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "data"
RULEBOOK = DATA / "rulebook.mgn"
LATE = "4k(ttn)(SNN)/2s4/3s3/3Ss2/4n2/7/3K3 b -/n1 19"
EVENING = [("Ann", "Bob", "1-0"), ("Bob", "Cleo", "1/2-1/2"), ("Cleo", "Ann", "0-1")]


def told(*words: str) -> list[dict[str, object]]:
    """Return the rows that a command tells as JSON, an object a line or all in a list."""
    done = CliRunner().invoke(app_for(words), [*words, "--format", "json"])
    assert done.exit_code in (0, 1), done.stderr
    if done.stdout.startswith("["):
        found: list[dict[str, object]] = json.loads(done.stdout)
        return found
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.mgn"
    path.write_text(
        "\n".join(
            f'[Event "Evening"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n\n'
            f"1. TSNd2 TSNd6 2. SNe2 {result}\n"
            for blue, red, result in EVENING
        )
    )
    return path


@pytest.fixture
def db(tmp_path: Path, evening: Path, place_loaded: Callable[..., Path]) -> Path:
    text = evening.read_text(encoding="utf-8")
    return place_loaded(tmp_path / "club.duckdb", RULEBOOK, text)


def test_load(tmp_path: Path) -> None:
    db, broken = tmp_path / "a.duckdb", tmp_path / "broken.mgn"
    broken.write_text('[Event "x"]\n\n1. TSNd2 TSNd3 *\n')
    done = mentis_records.load([RULEBOOK, broken], db)
    assert [each.source for each in done] == [str(RULEBOOK), str(broken)]
    assert (done.stored, done.quarantined, done.is_clean, done.closed) == (2, 1, False, {})
    again = mentis_records.load(broken, db)
    assert (again[0].is_known, again.stored, again.quarantined) == (True, 0, 1)
    with mentis_records.open(db) as club:
        assert len(club.query("end")) == 2
    with pytest.raises(FileNotFoundError, match=r"no such file or folder: '.*none\.mgn'"):
        mentis_records.load(tmp_path / "none.mgn", db)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no record files"):
        mentis_records.load(tmp_path / "empty", db)
    with pytest.raises(ValueError, match="no setting Variant Fox"):
        mentis_records.load(broken, db, options={"Variant": "Fox"})
    with pytest.raises(KeyError, match="no game 'chess': choose one of mentis"):
        mentis_records.load(broken, db, rules="chess")
    with pytest.raises(ValueError, match="no encoding 'x'"):
        mentis_records.load(broken, db, encoding="x")


def test_what_is_open_is_not_changed(db: Path) -> None:
    with mentis_records.open(db), pytest.raises(mentis_records.StoreError, match="open already"):
        mentis_records.edit(db, 1, tags={"Site": "x"})


def test_edit(db: Path) -> None:
    dry = mentis_records.edit(db, tags={"site": "Here"}, where='Event = "Evening"', is_dry=True)
    assert dry.games == (3, 4, 5)
    assert not mentis_records.undo(db)
    done = mentis_records.edit(db, [3, 4], tags={"Site": "Here", "Mood": "good"})
    assert [(each.game_id, each.tag, each.new) for each in done] == [
        (3, "Site", "Here"),
        (3, "Mood", "good"),
        (4, "Site", "Here"),
        (4, "Mood", "good"),
    ]
    with mentis_records.open(db) as club:
        assert club.count('Site = "Here" and tag "Mood" = "good"') == 2
        sites = club.games(where="game > 1").arrow().column("site").to_pylist()
    assert sites == [None, "Here", "Here", None]
    assert mentis_records.undo(db).games == (3, 4)
    with mentis_records.open(db) as club:
        assert club.count('Site = "Here"') == 0
    with pytest.raises(
        mentis_records.EditError, match=r"game 3: .*; nothing was changed"
    ) as caught:
        mentis_records.edit(db, [3, 4], tags={"Variant": "Wolf"})
    assert list(caught.value.reasons) == [3, 4]
    with pytest.raises(KeyError, match="there is no game 99"):
        mentis_records.edit(db, [3, 99], tags={"Site": "x"})
    with pytest.raises(ValueError, match="edit which games"):
        mentis_records.edit(db, tags={"Site": "x"})
    with pytest.raises(ValueError, match="change what"):
        mentis_records.edit(db, 1, tags={})


def test_report(db: Path, tmp_path: Path) -> None:
    done = mentis_records.report(["winrate", "balance"], db, tmp_path / "out", formats="html,json")
    assert [each.page.name for each in done if each.page] == ["winrate.html", "balance.html"]
    assert done.page == tmp_path / "out/index.html"
    assert all(path.exists() for path in done.paths)
    assert done.arrow().to_pylist()[0]["page"] == str(tmp_path / "out/winrate.html")
    words = ["report", "winrate", "--db", str(db), "--out", str(tmp_path / "same")]
    assert CliRunner().invoke(app_for(words), [*words, "--format", "json"]).exit_code == 0
    ours = tmp_path / "out/numbers"
    same = [path for path in (tmp_path / "same/numbers").iterdir() if path.suffix == ".json"]
    assert same
    for path in same:
        assert json.loads((ours / path.name).read_text()) == json.loads(path.read_text())
    with pytest.raises(ValueError, match="no report 'x': choose from opening"):
        mentis_records.report("x", db, tmp_path / "out")
    with pytest.raises(ValueError, match="no format 'docx'"):
        mentis_records.report("winrate", db, tmp_path / "out", formats="docx")


def test_the_room_of_reports_is_the_function_too() -> None:
    import mentis_records.report.registry

    assert callable(mentis_records.report)
    assert mentis_records.report.registry.REPORTS  # type: ignore[attr-defined]


def test_rate(db: Path) -> None:
    ratings = mentis_records.rate(db)
    rows = told("players", "rate", "--db", str(db))
    assert len(ratings) == len(rows) == 3
    for each, row in zip(ratings, rows, strict=True):
        assert {**row, "rating": None, "error": None} == {
            name: None if name in ("rating", "error") else getattr(each, name) for name in row
        }
        assert (each.rating is None) == (row["rating"] is None)
    assert ratings.left_out["unknown player"] == 2
    assert list(ratings.df().columns) == list(rows[0])


def test_standings(db: Path, evening: Path) -> None:
    rows = told("standings", str(evening))
    table = mentis_records.standings(evening)
    assert [(each.rank, each.player, each.points) for each in table] == [
        (row["rank"], row["player"], row["points"]) for row in rows
    ]
    for each, row in zip(table, rows, strict=True):
        names = {name.replace("-", "_"): value for name, value in each.tie_breaks.items()}
        assert names.items() <= row.items()
    assert (table.system, table.is_clean) == ("all-play-all", True)
    same = mentis_records.standings(db=db, where='Event = "Evening"')
    assert list(same) == list(table)
    assert same.arrow().to_pylist()[0]["tie_breaks"]["wins"] == 2
    other = mentis_records.standings(evening, tie_breaks="wins,koya", system="swiss")
    assert (other.system, other[0].player) == ("swiss", "Ann")
    with pytest.raises(ValueError, match="2 events: choose one"):
        mentis_records.standings(db=db, where="game > 1")
    with pytest.raises(ValueError, match="no tie-break 'luck'"):
        mentis_records.standings(evening, tie_breaks="luck")
    with pytest.raises(ValueError, match="not both"):
        mentis_records.standings(evening, db=db)


def test_audit(db: Path) -> None:
    rows = told("audit", str(RULEBOOK), "--plies", "3")
    found = mentis_records.audit(RULEBOOK, plies=3)
    for each, row in zip(found, rows, strict=True):
        assert each.game is None
        assert each.verdict == row["verdict"]
        assert each.position == row["position"]
        assert [(win.ply, win.best, win.mate) for win in each.missed] == [
            (win["ply"], win["best"], win["mate"])
            for win in row["missed"]  # type: ignore[attr-defined]
        ]
    stored = mentis_records.audit(db=db, where="game <= 2", plies=3)
    assert [each.game for each in stored] == [1, 2]
    assert [each.missed for each in stored] == [each.missed for each in found]
    assert stored.arrow().to_pylist()[1]["missed"][0]["best"] == found[1].missed[0].best


def test_analyse_a_position() -> None:
    assert NODES == DEFAULT_NODES
    (row,) = told("analyse", LATE, "--nodes", "3000", "--lines", "2")
    for subject in (LATE, Position.parse(LATE)):
        found = mentis_records.analyse(subject, nodes=3000, lines=2)
        assert json.loads(json.dumps({name: getattr(found, name) for name in row}, default=vars_of))
        assert (found.best, found.mate, found.proven) == (row["best"], row["mate"], row["proven"])
        assert [each.move for each in found.lines] == [
            line["move"]
            for line in row["lines"]  # type: ignore[attr-defined]
        ]
    with pytest.raises(mentis_records.PositionError) as caught:
        mentis_records.analyse("nonsense")
    (refused,) = told("moves", "nonsense")
    assert caught.value.codes == (refused["error"]["slug"],)  # type: ignore[index]
    assert str(caught.value) in refused["error"]["message"]  # type: ignore[index]
    with pytest.raises(ValueError, match="nodes 0"):
        mentis_records.analyse(LATE, nodes=0)
    with pytest.raises(ValueError, match="what is to be analysed"):
        mentis_records.analyse()  # type: ignore[call-overload]
    over = mentis_records.analyse("7/7/7/7/7/7/3K3 r -/- 20")
    assert (over.best, over.line, over.lines) == (None, (), ())


def vars_of(value: object) -> object:
    return [getattr(value, name) for name in value.__slots__]  # type: ignore[attr-defined]


def test_analyse_a_game() -> None:
    game = next(mentis_records.read(RULEBOOK)).game
    assert game is not None
    rows = [row for row in told("analyse", str(RULEBOOK), "--nodes", "60") if row["record"] == 1]
    found = mentis_records.analyse(game, nodes=60)
    assert [(each.ply, each.played, each.best, each.score) for each in found] == [
        (row["ply"], row["played"], row["best"], row["score"]) for row in rows
    ]
    words = ["analyse", str(RULEBOOK), "--nodes", "60", "--format", "mgn"]
    text = CliRunner().invoke(app_for(words), words).stdout
    assert text.startswith(mentis_records.annotate(game, nodes=60).mgn())


def test_analyse_a_database(evening: Path, tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    mentis_records.load(evening, db)
    done = mentis_records.analyse(db=db, nodes=40)
    assert done.new == done.positions > 0
    again = mentis_records.analyse(db=db, nodes=40, where="game = 1")
    assert (again.new, again.positions) == (0, 4)
    with mentis_records.open(db) as club:
        ((count,),) = club.sql("select count(*) from evaluations")
    assert count == done.new


def test_how_positions_have_ended() -> None:
    start = Position.start()
    assert (start.result, start.is_over) == ("*", False)
    assert (start.winner, start.termination) == (None, None)
    over = Position.parse("3k3/7/7/7/7/7/7 b -/- 20")
    assert (over.result, over.is_over, over.winner) == ("0-1", True, "Red")
    with pytest.raises(mentis_records.MoveError, match="the game is over"):
        over.play("d1-d2")
    first, second = mentis_records.read(RULEBOOK)
    assert first.game is not None
    assert second.game is not None
    assert (first.game.winner, first.game.is_over) == ("Red", True)
    assert (second.game.winner, second.game.is_over) == (None, True)
    assert not first.game.position().is_over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_playouts(game: object) -> None:
    from mentis_records.core.start import beginning_settings

    facts = game.description  # type: ignore[attr-defined]
    start = Position.start(beginning_settings(facts, {}), facts.slug)
    first, second = start.playouts(2, seed=5)
    assert [first, second] == list(start.playouts(2, seed=5))
    assert first.codes != second.codes
    for each in (first, second):
        position = start
        for notation in each.moves:
            assert not position.is_over
            position = position.play(notation)
        assert position.text == each.final.text
        assert position.is_over is False or (position.result, position.winner) == (
            each.result,
            each.winner,
        )
    short = start.playout(seed=1, max_plies=1)
    assert (len(short), short.is_over, short.winner, short.termination) == (1, False, None, None)
    with pytest.raises(ValueError, match="seed -1"):
        start.playout(seed=-1)
    with pytest.raises(ValueError, match="max_plies 0"):
        start.playout(max_plies=0)


def test_games_without_boards_have_their_text(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mentis_records.collection.game_record.is_drawn", lambda game: False)
    with mentis_records.open(db) as club:
        shown = club.game(1)._repr_html_()
    assert "<table>" in shown
    assert "TSNd2" in shown


def test_sources_may_be_several(tmp_path: Path) -> None:
    shutil.copy(RULEBOOK, tmp_path / "a.mgn")
    shutil.copy(RULEBOOK, tmp_path / "b.mgn")
    (tmp_path / "other.json").write_text('{"not": "a game"}')
    assert len(list(mentis_records.read(tmp_path))) == 4
    assert len(list(mentis_records.read([tmp_path / "a.mgn", str(tmp_path / "b.mgn")]))) == 4
    assert len(list(mentis_records.read(str(tmp_path / "*.mgn")))) == 4


DOCSTRINGS_DATA = Path(mentis_records.__file__).parents[1] / "data"


def members() -> list[tuple[str, object]]:
    """Return the functions, classes and methods of the library by name."""
    found: list[tuple[str, object]] = []
    for name in sorted(set(mentis_records.__all__) - {"__version__"}):
        value = getattr(mentis_records, name)
        if inspect.isclass(value):
            own = [(f"{name}.{key}", each) for key, each in vars(value).items() if key[0] != "_"]
            found += [(name, value), *own]
        else:
            found.append((name, inspect.unwrap(value)))
    return found


MEMBERS = members()
EXAMPLES = [
    test
    for name, value in MEMBERS
    for test in doctest.DocTestFinder(recurse=False).find(
        value.fget if isinstance(value, property) else getattr(value, "__func__", value),
        name,
        module=False,
        globs={},
    )
    if test.examples
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("library")
    (place / "data").mkdir()
    names = ("data/rulebook.mgn", "data/rulebook-listing.txt")
    for name in names:
        shutil.copy(DOCSTRINGS_DATA.parent / name, place / "data")
    mentis_records.load([place / name for name in names], place / "club.duckdb")
    return place


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda test: test.name)
def test_examples(example: doctest.DocTest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("name", [name for name, value in MEMBERS if inspect.isfunction(value)])
def test_every_function_is_told(name: str) -> None:
    value = dict(MEMBERS)[name]
    assert inspect.getdoc(value)
    hints = inspect.signature(value).parameters.values()  # type: ignore[arg-type]
    assert all(each.annotation is not each.empty or each.name in ("self", "cls") for each in hints)
    if "." not in name:
        assert name in {test.name for test in EXAMPLES}
