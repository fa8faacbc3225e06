"""completion: what a word may become, and shells that complete command lines."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from case_kit import cases_of
from cli_kit import mentis
from program_kit import mentis as program
from shell_kit import SHELLS, type_lines
from size_kit import sizes

from mentis_records.cli.bash_word import read_line, reply
from mentis_records.cli.command_line import choices_of
from mentis_records.cli.completion_script import SCRIPTS
from mentis_records.cli.main import COMMANDS, make_app
from mentis_records.cli.suggested_value import MOST
from mentis_records.cli.suggestion import suggest
from mentis_records.games import GAMES, catalogue
from mentis_records.store.file.glance import _glancing, glance

CASES = cases_of(__file__)

ODD = 'Zoë "Ace" Ünal: $5'
CLUB = f"""[Event "Club evening"]
[Site "?"]
[Date "2026.11.05"]
[Round "1"]
[Blue "Ann Smith"]
[Red "Ben O'Neil"]
[Result "1-0"]

1. TSNd2 TSNd6 1-0

[Event "Ben's birthday"]
[Site "?"]
[Date "2026.11.06"]
[Round "1"]
[Blue "{ODD.replace('"', chr(92) + '"')}"]
[Red "Ann Smith"]
[Result "0-1"]

1. TSNd2 TSNd6 2. TSNe2 0-1
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database, records, and what is neither."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "my club.mgn").write_text(CLUB, encoding="utf-8")
    (folder / "notes.txt").write_text("")
    db = folder / "club.duckdb"
    assert mentis("load", folder / "my club.mgn", "--db", db).exit_code == 0
    assert mentis("query", "any K attacked", "--save", "siege", "--db", db).exit_code == 0
    (folder / "old").mkdir()
    shutil.copy(db, folder / "old" / "autumn.duckdb")
    return folder


def words(*line: str) -> list[str]:
    return [each.word for each in suggest(line)]


def test_commands() -> None:
    assert words("") == [*COMMANDS, "--help", "--version"]
    assert words("va") == ["vacuum", "validate"] or words("va") == ["validate", "vacuum"]
    assert {each.word: each.meaning for each in suggest(["va"])}["validate"] == COMMANDS["validate"]
    assert words("nonsense", "") == []


def test_options_that_were_given_are_left_out() -> None:
    assert words("validate", "--s") == ["--strict", "--setting"]
    assert "--format" not in words("validate", "--format", "json", "-")
    assert "--setting" in words("validate", "--setting", "Variant=Wolf", "--")
    assert words("validate", "--", "--s") == [""]


@pytest.mark.parametrize("command", COMMANDS)
def test_formats_are_those_that_the_command_takes(command: str) -> None:
    app = typer.main.get_command(make_app([command]))
    parameters = {each.opts[0]: each for each in app.commands[command].params}
    if "--format" not in parameters:
        return
    found = words(command, "--format", "")
    assert len(found) >= 2
    needed = ["1" for each in parameters.values() if each.required]
    done = mentis(
        command, *(needed if command != "report" else ["all"]), "--format", "nonsense", code=2
    )
    assert all(name in done.stderr for name in found)


@pytest.mark.parametrize(("text", "choices"), CASES["choices_are_what_the_help_says"])
def test_choices_are_what_the_help_says(text: str, choices: list[str]) -> None:
    assert choices_of(text) == choices


@pytest.mark.parametrize(("line", "found"), CASES["values"], ids=" ".join)
def test_values(line: list[str], found: list[str]) -> None:
    assert words(*line) == found


def test_games_and_codes() -> None:
    assert words("validate", "--rules", "") == [game.description.slug for game in GAMES]
    assert words("explain", "") == [code.slug for code in catalogue()]
    assert all(each.meaning for each in suggest(["explain", "not-"]))


@pytest.mark.parametrize(("line", "found"), CASES["names_of_the_database"], ids=" ".join)
def test_names_of_the_database(line: list[str], found: list[str], club: Path) -> None:
    db = str(club / "club.duckdb")
    if line[0] == "quarantine":
        assert [Path(each).name for each in words(*line[:1], "--db", db, *line[1:])] == [
            "my club.mgn"
        ]
        return
    assert words(*line[:1], "--db", db, *line[1:]) == found


def test_the_database_is_that_of_the_line(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(club / "club.duckdb", tmp_path / "mentis.duckdb")
    monkeypatch.chdir(tmp_path)
    assert words("query", "--forget", "") == ["siege"]
    assert words("new", "--tag", "Event=Cl") == ["Event=Club evening"]
    assert words("query", "--db", "none.duckdb", "--forget", "") == []
    monkeypatch.setenv("MENTIS_DB", "none.duckdb")
    assert words("query", "--forget", "") == []
    assert words("query", "--db=mentis.duckdb", "--forget", "") == ["siege"]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x00" * 5000], ids=len)
def test_what_is_no_database_gives_no_names(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.duckdb").write_bytes(content)
    db = tmp_path / "x.duckdb"
    done = mentis("completion", "zsh", "--", "players", "merge", "--db", db, "")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "x.duckdb").read_bytes() == content


def test_names_are_limited_in_number_and_never_control_a_terminal(tmp_path: Path) -> None:
    pairs = [(f"Player {2 * n}", f"Player {2 * n + 1}") for n in range(MOST)]
    pairs[0] = ("Evil\x1b[31m", "Player 0")
    text = "\n".join(
        f'[Event "{n}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "1-0"]\n\n1. TSNd2 1-0\n'
        for n, (blue, red) in enumerate(pairs)
    )
    (tmp_path / "many.mgn").write_text(text)
    db = str(tmp_path / "many.duckdb")
    mentis("load", tmp_path / "many.mgn", "--db", db)
    found = words("players", "--db", db, "merge", "")
    assert MOST - 1 <= len(found) <= MOST
    assert all(name.isprintable() for name in found)


def test_nobody_is_kept_from_writing(club: Path, tmp_path: Path) -> None:
    db = shutil.copy(club / "club.duckdb", tmp_path / "x.duckdb")
    with _glancing(Path(db)) as connection:
        done = program("query", "start", "--save", "other", "--db", db)
        assert done.returncode == 0, done.stderr
        assert connection.execute("select count(*) from games").fetchone() == (2,)
    assert glance(Path(db), "queries", "", 10) == ["other", "siege"]


def test_a_database_that_is_being_written_gives_no_names(club: Path, tmp_path: Path) -> None:
    from mentis_records.store.open import create_database

    db = shutil.copy(club / "club.duckdb", tmp_path / "x.duckdb")
    with create_database(db):
        done = program("completion", "zsh", "--", "query", "--db", db, "--forget", "")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_printed(shell: str) -> None:
    done = mentis("completion", shell)
    assert (done.exit_code, done.stdout, done.stderr) == (0, SCRIPTS[shell], "")


def test_an_unknown_shell() -> None:
    done = mentis("completion", "tcsh")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bash, zsh, fish" in done.stderr


@pytest.mark.parametrize(("text", "part", "word", "put"), CASES["words_are_quoted_for_bash"])
def test_words_are_quoted_for_bash(text: str, part: str, word: str, put: str) -> None:
    line = read_line(text)
    start = len(text) - len("" if set(part) <= set("=:") else part)
    assert reply(line, start, word) == put


TYPED = CASES["typed"]


@pytest.mark.ci
@sizes("lines", TYPED[:4:3], TYPED)
@pytest.mark.parametrize("shell", SHELLS)
def test_shells_complete_what_is_typed(
    shell: str, lines: list[Any], club: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(club, tmp_path / "club")
    called = type_lines(shell, folder, [line for line, _ in lines])
    for (line, meant), found in zip(lines, called, strict=True):
        wanted = meant.split() if isinstance(meant, str) else meant
        assert found[: len(wanted)] == wanted, line


def test_names_are_read_without_the_package_around_the_engine(club: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from mentis_records.store.file.glance import glance;"
        f"print(glance(Path({str(club / 'club.duckdb')!r}), 'players', 'ann', 9));"
        "print('duckdb' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["['Ann Smith']", "False"]
