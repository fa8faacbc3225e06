"""``mentis query`` and ``mentis sql`` on the command line."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import DATA, RULEBOOK, json_lines, json_of, mentis
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mentis_records.cli.query import query
from mentis_records.cli.shell import Shell
from mentis_records.cli.sql_completion import SqlCompleter
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.catalog import Catalog, fetch_catalog
from mentis_records.store.open import create_database, open_database

CASES = cases_of(__file__)
TEN = Path(__file__).parents[1] / "query" / "ten.mgn"
SELFPLAY = 400
"""So many of the bundled games of self-play."""
EXAMPLES = re.findall(r"^      (\S.*)$", str(query.__doc__), re.MULTILINE)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("query") / "ten.duckdb"
    assert mentis("load", TEN, "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("query")
    with gzip.open(DATA / "selfplay.mgn.gz", "rt", encoding="utf-8") as file:
        texts = file.read().split("\n\n[Event ")
    (folder / "some.mgn").write_text("\n\n[Event ".join(texts[:SELFPLAY]) + "\n")
    path = folder / "selfplay.duckdb"
    assert mentis("load", folder / "some.mgn", "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def sieged(db: Path) -> Path:
    """Return a copy of the database with a saved query."""
    path = db.with_name("sieged.duckdb")
    shutil.copy(db, path)
    assert mentis("query", "--save", "long-siege", "any K attacked", "--db", path).exit_code == 0
    return path


def count(text: str, db: Path, *more: str) -> dict[str, int]:
    return dict(json_of("query", text, "--db", db, "--count", *more, code=0))


def test_help_has_examples() -> None:
    assert len(EXAMPLES) == 11
    shown = mentis("query", "--help").stdout
    assert all(example in shown for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_over_games_of_self_play(selfplay: Path, example: str) -> None:
    found = count(example, selfplay)
    assert list(found) == ["games", "positions", "blue", "draws", "red"]
    assert 0 < found["games"] <= found["positions"]
    assert found["blue"] + found["draws"] + found["red"] <= found["games"] <= SELFPLAY
    done = mentis("query", example, "--db", selfplay, "--verify", "--where", "game <= 10")
    assert done.stdout == "10 games replayed, 0 differences\n"


def test_games_with_plies(db: Path) -> None:
    done = mentis("query", "blue N on d4", "--db", db, "--sort", "-plies")
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == ["2", "1", "3"]
    assert rows[0][-3:] == ["14", "3-14,", "31-32"] or rows[0][-2:] == ["3-14,", "31-32"]
    assert done.stderr == "28 positions in 3 games\n"
    done = mentis("query", "blue N on d4", "--db", db, "--limit", 1)
    assert done.stderr == "28 positions in 3 games, 1 of them listed\n"


def test_formats(db: Path) -> None:
    rows = json_of("query", "move captures K", "--db", db)
    assert [(row["game"], row["result"], row["matches"], row["at"]) for row in rows] == [
        (5, "1-0", 1, [1]),
        (6, "0-1", 1, [1]),
    ]
    done = mentis("query", "blue N on d4 and game = 2", "--db", db, "--format", "csv")
    header, row = done.stdout.splitlines()
    assert header.startswith("game,date,")
    assert header.endswith(",matches,at")
    assert row.endswith(",14,3 4 5 6 7 8 9 10 11 12 13 14 31 32")
    done = mentis("query", "move captures K", "--db", db, "--format", "mgn")
    readings = list(Reader(GAMES).read_text("answer", done.stdout))
    assert [reading.record.tags["Result"] for reading in readings if reading.record] == [
        "1-0",
        "0-1",
    ]


def test_positions(db: Path) -> None:
    assert json_of("query", "end and ply <= 1", "--db", db, "--positions") == [
        {"game": 5, "ply": 1, "move": "d6xd7"},
        {"game": 6, "ply": 1, "move": "d2xd1"},
        {"game": 8, "ply": 0, "move": None},
    ]


def test_count(db: Path) -> None:
    expected = {"games": 10, "positions": 116, "blue": 2, "draws": 3, "red": 3}
    assert count("ply >= 0", db) == expected
    assert count("ply >= 0", db, "--where", "result = 1-0") == CASES["count"]
    done = mentis("query", "start", "--db", db, "--count", "--format", "csv")
    assert done.stdout == "games,positions,blue,draws,red\n10,10,2,3,3\n"


def test_show(db: Path) -> None:
    done = mentis("query", "red T on c4 blocks", "--db", db, "--show")
    assert "game 4, ply 0" in done.stdout
    assert "»st «" in done.stdout or "» st«" in done.stdout
    assert "2k4" in done.stdout or "3k3/7/2n4/2(st)4" in done.stdout


def test_page(db: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert mentis("query", "any K attacked", "--db", db, "--page", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    shown = text.count("<svg xmlns")
    assert shown == 4
    found = count("any K attacked", db)
    assert f"{shown} of {found['games']}\N{NO-BREAK SPACE}games" in text
    assert f"<dt>Games that match</dt><dd>{found['games']}</dd>" in text
    assert f"<dt>Positions</dt><dd>{found['positions']}</dd>" in text
    assert "any K attacked" in text
    assert "Game 5, ply 0" in text


def test_explain(db: Path) -> None:
    done = mentis("query", 'player = "x\'; drop" then start', "--db", db, "--explain")
    assert "select later.game_id, later.ply" in done.stdout
    assert '-- $asked_0 = "x\'; drop"' in done.stdout
    assert "drop" not in done.stdout.partition("-- $")[0]


def test_saved_queries(db: Path) -> None:
    assert mentis("query", "--save", "long-siege", "any K attacked", "--db", db).exit_code == 0
    assert mentis("query", "--save", "Late", "ply > 20 and long-siege", "--db", db).exit_code == 0
    assert count("long-siege and result = 0-1", db) == count("any K attacked and result = 0-1", db)
    assert count("late", db) == count("any K attacked and ply > 20", db)
    assert json_of("query", "--saved", "--db", db) == [
        {"name": "late", "query": "ply > 20 and long-siege"},
        {"name": "long-siege", "query": "any K attacked"},
    ]
    assert [
        row["game"] for row in json_of("games", "--where", "not long-siege", "--db", db)
    ] == CASES["no_siege"]
    done = mentis("query", "start", "--where", "LATE or plies = 0", "--db", db, "--positions")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == ["1", "2", "8"]
    assert mentis("query", "--forget", "late", "--db", db).exit_code == 0
    done = mentis("query", "late", "--db", db)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no saved query" in done.stderr


@pytest.mark.parametrize(("words", "reason"), CASES["wrong_use"], ids=" ".join)
def test_wrong_use(sieged: Path, words: list[str], reason: str) -> None:
    done = mentis("query", *words, "--db", sieged)
    assert (done.exit_code, done.stdout) == (2, "")
    assert reason in done.stderr


def test_verify_tells_programs_what_differs(tmp_path: Path) -> None:
    """An index that is false: a row of the board is empty in one game."""
    db = tmp_path / "false.duckdb"
    assert mentis("load", TEN, "--db", db).exit_code == 0
    asked = ("query", "blue any on row 1", "--db", db, "--verify", "--format", "json")
    done = mentis(*asked)
    assert (done.exit_code, json.loads(done.stdout)) == (
        0,
        {"games": 10, "differences": 0, "listed": []},
    )
    change = "update mentis_features set row1 = 0 where game_id = 2 and ply > 20"
    assert mentis("sql", change, "--write", "--db", db).exit_code == 0
    done = mentis(*asked)
    found = json.loads(done.stdout)
    assert (done.exit_code, found["games"]) == (1, 10)
    assert found["differences"] == len(found["listed"]) == 27
    assert {each["game"] for each in found["listed"][:-1]} == {2}
    assert found["listed"][0] == {"game": 2, "ply": 21, "only_by": "replay"}
    assert found["listed"][-1] == {"game": None, "ply": None, "only_by": "replay"}
    assert len(json.loads(mentis(*asked, "--limit", "3").stdout)["listed"]) == 3
    text = mentis(*asked[:-2]).stdout.splitlines()
    assert len(text) == 21
    assert text[0] == "game 2, ply 21: only by replay"
    assert text[-1] == "10 games replayed, 27 differences, 20 of them listed"
    text = mentis(*asked[:-2], "--limit", "0").stdout.splitlines()
    assert text[-2] == "positions: more are counted by replay"


def test_games_that_are_not_indexed_are_not_passed_over(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    mentis("load", "--no-index", RULEBOOK, "--db", db)
    done = mentis("query", "start", "--db", db, "--count")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "2 games are not in the positions index" in done.stderr


def test_nothing_found(db: Path) -> None:
    done = mentis("query", "blue N on a1", "--db", db)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "0 positions in 0 games\n"
    assert count("blue N on a1", db) == dict.fromkeys(
        ("games", "positions", "blue", "draws", "red"), 0
    )
    assert json_lines(mentis("query", "blue N on a1", "--db", db, "--format", "json")) == [[]]


# sql on the command line and its prompt


SAMPLE = Path(__file__).parents[1] / "store" / "sample.mgn"
CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.fixture
def club(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


@pytest.fixture
def catalog(club: Path) -> Iterator[Catalog]:
    with open_database(club) as database:
        yield fetch_catalog(database)


def converse(club: Path, keys: str, *, is_writing: bool = False) -> None:
    with (
        create_pipe_input() as keyboard,
        create_app_session(input=keyboard, output=DummyOutput()),
        create_database(club) if is_writing else open_database(club) as database,
    ):
        keyboard.send_text(keys)
        Shell(database, "csv").run()


@pytest.fixture(autouse=True)
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "mentis-records" / "sql-history"


def test_standard_input_is_the_query(club: Path) -> None:
    for words in (("-",), ()):
        done = mentis("sql", *words, "--db", club, "--format", "csv", text="select 1\n  as one;\n")
        assert (done.exit_code, done.stdout) == (0, "one\n1\n")
    done = mentis("sql", "-", "--db", club, text="")
    assert (done.exit_code, done.stderr) == (2, "mentis: no query\n")


def test_write(club: Path) -> None:
    change = "update games set event = 'Cup' where game_id = 1"
    assert mentis("sql", change, "--db", club).exit_code == 2
    done = mentis("sql", change, "--write", "--db", club, "--format", "csv")
    assert (done.exit_code, done.stdout) == (0, "Count\n1\n")
    done = mentis("sql", "select event from games where game_id = 1", "--db", club)
    assert "Cup" in done.stdout
    done = mentis("sql", f"copy games to '{club}.csv'", "--write", "--db", club, code=2)
    none = club.with_name("none.duckdb")
    assert mentis("sql", "select 1", "--write", "--db", none).exit_code == 2
    assert not none.exists()


def test_a_statement_may_have_many_lines(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(club, f"select 1 as one,\r2 as two\r;\r{CTRL_D}")
    assert capsys.readouterr().out == "one,two\n1,2\n"


def test_ctrl_c_clears_and_errors_do_not_end_it(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    converse(club, f"select nothing{CTRL_C}selec 1;\rdrop table games;\rselect 3 as x;\r{CTRL_D}")
    found = capsys.readouterr()
    assert found.out == "x\n3\n"
    assert 'syntax error at or near "selec" (line 1, column 1)' in found.err
    assert "not drop" in found.err


def test_commands_with_a_point(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = (".tables", r"\d sides", ".format json", "select 1 as x;", ".format x", ".no", r"\d no")
    converse(club, "\r".join(keys) + "\r.help\r.quit\r")
    found = capsys.readouterr()
    assert "sides,The sides of each game\n" in found.out
    assert "name,VARCHAR," in found.out
    assert '[\n{"x": 1}\n]\n' in found.out
    assert ".columns TABLE" in found.out
    for words in ("no format 'x'", "no command '.no'", "no table 'no'"):
        assert words in found.err


def test_a_prompt_that_writes(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(club, f"create table mine (a int);\r.columns mine\r{CTRL_D}", is_writing=True)
    found = capsys.readouterr()
    assert "a,INTEGER," in found.out
    assert "may change it" in found.err


def test_what_is_refused_does_not_end_a_prompt(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = CASES["what_is_refused_does_not_end_a_prompt"]
    converse(club, "\r".join(keys) + f"\r{CTRL_D}", is_writing=True)
    found = capsys.readouterr()
    assert found.out.endswith("x\né\n")
    assert "166666666 years 8 months" in found.out
    for words in ("not update", "enable_logging changes the engine", "force"):
        assert words in found.err


def test_history_is_kept(club: Path, history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(club, f"select 7 as kept;\r{CTRL_D}")
    assert "select 7 as kept;" in history.read_text()
    converse(club, f"\x1b[A\r{CTRL_D}")
    assert capsys.readouterr().out == "kept\n7\n" * 2


def test_no_place_for_history(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(SAMPLE))
    converse(club, f"select 1 as one;\r{CTRL_D}")
    assert capsys.readouterr().out == "one\n1\n"


def completions(catalog: Catalog, text: str) -> list[str]:
    found = SqlCompleter(lambda: catalog).get_completions(
        Document(text.replace("|", ""), text.find("|") if "|" in text else len(text)),
        CompleteEvent(),
    )
    return [completion.text for completion in found]


@pytest.mark.parametrize(("text", "first"), CASES["completion"])
def test_completion(catalog: Catalog, text: str, first: list[str]) -> None:
    assert completions(catalog, text)[: len(first) or None] == first


def test_completion_puts_what_is_named_first(catalog: Catalog) -> None:
    assert completions(catalog, "select n| from sides")[0] == "name"
    assert completions(catalog, "select n| from moves")[0] == "notation"
    found = completions(catalog, "select ")
    assert found == [table.name for table in catalog.tables]


@pytest.mark.parametrize(
    ("query", "place"),
    [(b"select 'Jos\xe9'", "line 1, column 12"), (b"select\n  1,\n \xe9\xff", "line 3, column 2")],
)
def test_what_is_no_utf_8_is_refused(club: Path, query: bytes, place: str) -> None:
    program = [sys.executable, "-m", "mentis_records.cli", "sql"]
    for words, given in (([query], b""), (["-"], query)):
        done = subprocess.run([*program, *words, "--db", club], input=given, capture_output=True)
        assert done.returncode == 2
        assert done.stderr.decode() == f"mentis: this is not UTF-8 ({place})\n"


def test_standard_input_may_be_closed(club: Path) -> None:
    program = [sys.executable, "-m", "mentis_records.cli", "sql", "--db", str(club)]
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *program], capture_output=True)
    assert (done.returncode, done.stderr) == (2, b"mentis: no query\n")
