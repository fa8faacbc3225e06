"""sql on the command line and its prompt."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import mentis
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mentis_records.cli.shell import Shell
from mentis_records.cli.sql_completion import SqlCompleter
from mentis_records.store.catalog import Catalog, fetch_catalog
from mentis_records.store.open import create_database, open_database

CASES = cases_of(__file__)

SAMPLE = Path(__file__).parents[1] / "store" / "sample.mgn"
CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


@pytest.fixture
def catalog(db: Path) -> Iterator[Catalog]:
    with open_database(db) as database:
        yield fetch_catalog(database)


def converse(db: Path, keys: str, *, is_writing: bool = False) -> None:
    with (
        create_pipe_input() as keyboard,
        create_app_session(input=keyboard, output=DummyOutput()),
        create_database(db) if is_writing else open_database(db) as database,
    ):
        keyboard.send_text(keys)
        Shell(database, "csv").run()


@pytest.fixture(autouse=True)
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "mentis-records" / "sql-history"


def test_standard_input_is_the_query(db: Path) -> None:
    for words in (("-",), ()):
        done = mentis("sql", *words, "--db", db, "--format", "csv", text="select 1\n  as one;\n")
        assert (done.exit_code, done.stdout) == (0, "one\n1\n")
    done = mentis("sql", "-", "--db", db, text="")
    assert (done.exit_code, done.stderr) == (2, "mentis: no query\n")


def test_write(db: Path) -> None:
    change = "update games set event = 'Cup' where game_id = 1"
    assert mentis("sql", change, "--db", db).exit_code == 2
    done = mentis("sql", change, "--write", "--db", db, "--format", "csv")
    assert (done.exit_code, done.stdout) == (0, "Count\n1\n")
    done = mentis("sql", "select event from games where game_id = 1", "--db", db)
    assert "Cup" in done.stdout
    done = mentis("sql", f"copy games to '{db}.csv'", "--write", "--db", db, code=2)
    none = db.with_name("none.duckdb")
    assert mentis("sql", "select 1", "--write", "--db", none).exit_code == 2
    assert not none.exists()


def test_a_statement_may_have_many_lines(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(db, f"select 1 as one,\r2 as two\r;\r{CTRL_D}")
    assert capsys.readouterr().out == "one,two\n1,2\n"


def test_ctrl_c_clears_and_errors_do_not_end_it(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    converse(db, f"select nothing{CTRL_C}selec 1;\rdrop table games;\rselect 3 as x;\r{CTRL_D}")
    found = capsys.readouterr()
    assert found.out == "x\n3\n"
    assert 'syntax error at or near "selec" (line 1, column 1)' in found.err
    assert "not drop" in found.err


def test_commands_with_a_point(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = (".tables", r"\d sides", ".format json", "select 1 as x;", ".format x", ".no", r"\d no")
    converse(db, "\r".join(keys) + "\r.help\r.quit\r")
    found = capsys.readouterr()
    assert "sides,The sides of each game\n" in found.out
    assert "name,VARCHAR," in found.out
    assert '[\n{"x": 1}\n]\n' in found.out
    assert ".columns TABLE" in found.out
    for words in ("no format 'x'", "no command '.no'", "no table 'no'"):
        assert words in found.err


def test_a_prompt_that_writes(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(db, f"create table mine (a int);\r.columns mine\r{CTRL_D}", is_writing=True)
    found = capsys.readouterr()
    assert "a,INTEGER," in found.out
    assert "may change it" in found.err


def test_what_is_refused_does_not_end_a_prompt(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = CASES["what_is_refused_does_not_end_a_prompt"]
    converse(db, "\r".join(keys) + f"\r{CTRL_D}", is_writing=True)
    found = capsys.readouterr()
    assert found.out.endswith("x\né\n")
    assert "166666666 years 8 months" in found.out
    for words in ("not update", "enable_logging changes the engine", "force"):
        assert words in found.err


def test_history_is_kept(db: Path, history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converse(db, f"select 7 as kept;\r{CTRL_D}")
    assert "select 7 as kept;" in history.read_text()
    converse(db, f"\x1b[A\r{CTRL_D}")
    assert capsys.readouterr().out == "kept\n7\n" * 2


def test_no_place_for_history(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(SAMPLE))
    converse(db, f"select 1 as one;\r{CTRL_D}")
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
def test_what_is_no_utf_8_is_refused(db: Path, query: bytes, place: str) -> None:
    program = [sys.executable, "-m", "mentis_records.cli", "sql"]
    for words, given in (([query], b""), (["-"], query)):
        done = subprocess.run([*program, *words, "--db", db], input=given, capture_output=True)
        assert done.returncode == 2
        assert done.stderr.decode() == f"mentis: this is not UTF-8 ({place})\n"


def test_standard_input_may_be_closed(db: Path) -> None:
    program = [sys.executable, "-m", "mentis_records.cli", "sql", "--db", str(db)]
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *program], capture_output=True)
    assert (done.returncode, done.stderr) == (2, b"mentis: no query\n")
