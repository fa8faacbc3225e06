r"""Databases of any name: the engine reads ``?``, ``\`` and ``md:`` in paths as something else."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from case_kit import cases_of
from size_kit import sampled
from store_kit import fetched
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.store import open as open_module
from mentis_records.store.error import StoreError
from mentis_records.store.open import create_database, open_database
from mentis_records.store.vacuum import vacuum

CASES = cases_of(__file__)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")

RECORD = '[Event "x"]\n\n1. TSNd2 TSNd6 *\n'

NAMES = CASES["names"]

COMMANDS = CASES["commands"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.mgn").write_text(RECORD)
    return tmp_path


def _mentis(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app_for(words), list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def _files(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}


@sampled("at", ((at,) for at in range(len(NAMES))), 9)
def test_commands_take_names(folder: Path, at: int) -> None:
    """Every third command takes a name, each command every third name, and the first takes all."""
    name = NAMES[at]
    (folder / name).parent.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_module, "_make_file", _MAKE_FILE)
        assert _mentis("load", "a.mgn", "--db", name)[0] == 0
    for code, *words in COMMANDS[at % 3 :: 3] if at else COMMANDS:
        assert _mentis(*words, "--db", name)[0] == code, words
        if words[0] == "report":
            assert _mentis("report", "verify", "reports", "--db", name)[0] == 0
    assert {each for each in _files(folder) if "reports" not in each} == {"a.mgn", name}


_MAKE_FILE = open_module._make_file
"""How databases are made; tests copy one elsewhere."""

KILLED = """
import os, signal, sys
from mentis_records.store.database import transaction
from mentis_records.store.open import create_database
with create_database(sys.argv[1]) as database:
    with transaction(database) as connection:
        connection.execute("insert into saved_queries values ('kept', 'start')")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("name", ["a?b.duckdb", "e\\y/club.duckdb"])
def test_what_was_stored_survives_a_kill(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    for at in range(2):
        done = subprocess.run([sys.executable, "-c", KILLED, name], check=False)
        assert done.returncode == -signal.SIGKILL
        with open_database(name) as found:
            assert fetched(found, "select * from saved_queries") == [("kept", "start")]
        with create_database(name) as found:
            found.connection.execute("delete from saved_queries")
        vacuum(Path(name))
        assert _files(folder) == {"a.mgn", name}, at


def test_the_lock_holds(folder: Path) -> None:
    name = "a?b.duckdb"
    reading = "from mentis_records.store import open as o; o.open_database('a?b.duckdb')"
    with create_database(name):
        with pytest.raises(StoreError, match="this program has it open already"):
            open_database(name)
        done = subprocess.run(
            [sys.executable, "-c", reading], capture_output=True, text=True, check=False
        )
        assert "another program has it open" in done.stderr
    with open_database(name), open_database(name):
        assert subprocess.run([sys.executable, "-c", reading], check=False).returncode == 0


@pytest.mark.parametrize("name", ["loop.duckdb", "loop.duckdb/a.duckdb"])
@pytest.mark.parametrize(
    "words",
    [("load", "a.mgn"), ("info",), ("vacuum",), ("delete", "1", "--yes"), ("sql", "--write", "x")],
)
def test_a_link_to_itself_is_wrong_use(folder: Path, name: str, words: tuple[str, ...]) -> None:
    os.symlink("loop.duckdb", "loop.duckdb")
    code, told = _mentis(*words, "--db", name)
    assert (code, told) == (2, f"mentis: {name}: Too many levels of symbolic links\n")
