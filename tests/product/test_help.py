"""Every command has help, with two examples that run, and starts light; wrong use exits with 2."""

import inspect
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from click.testing import Result
from typer.testing import CliRunner

from mentis_records import __version__
from mentis_records.cli.command_example import EXAMPLES
from mentis_records.cli.help_page import GROUPS
from mentis_records.cli.main import COMMANDS, app_for, load_command, make_app
from mentis_records.core.resource import resource_folder
from mentis_records.games import GAMES

CASES = cases_of(__file__)
runner = CliRunner()
APP = make_app()


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    done = runner.invoke(APP, [command, "--help"])
    assert done.exit_code == 0
    first_line = (load_command(command).__doc__ or "").strip().splitlines()[0]
    assert len(first_line) > 10
    assert first_line[:40] in done.output
    assert done.output == runner.invoke(make_app([command]), [command, "--help"]).output


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"]], ids=str)
def test_an_outline_lists_the_commands(words: list[str]) -> None:
    outline = runner.invoke(make_app(is_outline=True), words)
    assert outline.output == runner.invoke(APP, words).output
    assert set(COMMANDS) <= set(re.findall(r"\w+", outline.output))


def test_every_command_is_in_one_group() -> None:
    grouped = [name for shown, others in GROUPS.values() for name in (*shown, *others)]
    assert len(set(grouped)) == len(grouped)
    assert set(COMMANDS) <= set(grouped)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_help_fits_on_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in (["--help"], ["games", "--help"], ["completion", "--help"]):
        lines = runner.invoke(make_app(words[:-1] or COMMANDS), words).output.splitlines()
        assert max(map(len, lines)) <= columns
        if columns >= 80 and len(words) == 1:
            assert len(lines) < 40


def test_version_is_an_option_and_a_command() -> None:
    told = [
        runner.invoke(app_for([word]), [word], prog_name="mentis")
        for word in ("--version", "version")
    ]
    assert [each.exit_code for each in told] == [0, 0]
    assert told[0].stdout == told[1].stdout
    assert told[0].stdout.startswith(f"mentis-records {__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_on_a_database_have_a_memory_limit(command: str) -> None:
    names = set(inspect.signature(load_command(command)).parameters)
    assert ("db" in names) == ("memory_limit" in names)


@pytest.mark.parametrize("words", CASES["wrong_use"], ids=" ".join)
def test_wrong_use(words: list[str]) -> None:
    done = runner.invoke(APP, words)
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output
    assert done.stderr.strip()
    assert not done.stdout.strip()


ROOT = Path(__file__).parents[2]
RUNNER = CliRunner()
CLUB = CASES["club"]
LONG = {"demo", "explore"}
"""Commands whose examples run for long, or until they are ended; they have tests of their own."""
VERDICTS = {"standings"}
"""Commands whose exit code tells whether a table is complete."""
TYPED = {"new": "quit\n"}
"""What is typed while a command runs."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all that the examples are about."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "games").mkdir()
    (folder / "club.mgn").write_text(CLUB)
    (folder / "games" / "spring.mgn").write_text(
        CLUB.split("\n\n[Event")[0].replace("evening", "spring") + "\n"
    )
    shutil.copy(ROOT / "tests/store/broken.mgn", folder / "broken.mgn")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in (
            "load club.mgn --db club.duckdb",
            f"load {ROOT / 'data/rulebook.mgn'} --db club.duckdb",
            f"load {ROOT / 'data/antipode-match.mgn'} --db league.duckdb",
            "load broken.mgn --db club.duckdb",
            "audit club.mgn --plies 3 --certificates proofs.jsonl",
        ):
            done = run(line)
            assert done.exit_code == ("broken" in line), done.output
    return folder


def run(line: str) -> Result:
    words = shlex.split(line)
    return RUNNER.invoke(app_for(words), words, input=TYPED.get(words[0], ""))


def test_every_command_has_two_examples() -> None:
    assert set(EXAMPLES) >= set(COMMANDS)
    for name in COMMANDS:
        assert len(set(EXAMPLES[name])) == 2
        for line in EXAMPLES[name]:
            assert line.startswith((f"mentis {name}", "mentis --version"))
        page = RUNNER.invoke(app_for([name]), [name, "--help"], env={"COLUMNS": "80"}).output
        shown = page.partition("Examples:\n")[2].replace(" \\\n", "").replace("    ", " ")
        assert [line.strip() for line in shown.splitlines()] == [*EXAMPLES[name]]


@pytest.mark.ci
@pytest.mark.parametrize(
    "line",
    [line for name, lines in EXAMPLES.items() if name in {*COMMANDS} - LONG for line in lines],
)
def test_examples_run(
    line: str, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(club, tmp_path / "club")
    monkeypatch.chdir(folder)
    done = run(line.removeprefix("mentis "))
    assert done.exit_code == 0 or line.split()[1] in VERDICTS, done.output
    assert done.exit_code <= 1
    assert done.output.strip() or "--check" in line


# Start-up: heavy libraries are imported where they are used, not before


COMPUTED = set() if list(resource_folder("grammar").glob("*.tables")) else {"lark"}
"""What a checkout needs whose tables have not been written; see setup.py."""
PRODUCT = """
import sys
from mentis_records.cli.main import run
try:
    run()
except SystemExit:
    pass
print("LOADED", *(name for name in sys.modules if name.startswith("mentis_records")))
"""
PROBE = PRODUCT.replace('name.startswith("mentis_records")', "name in {heavy!r}")


def loaded_by(program: str, words: list[str]) -> list[str]:
    """Return the modules that a program names which has run a command."""
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.rpartition("LOADED")[2].split()


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        *((words, set()) for words in CASES["light"]),
        (["validate", "data/rulebook.mgn"], COMPUTED),
        (["validate", "tests/store/broken.mgn"], COMPUTED),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_imports(words: list[str], allowed: set[str]) -> None:
    assert set(loaded_by(PROBE.format(heavy=CASES["heavy"]), words)) <= allowed


MODULES = {"validate": 120, "show": 132, "games": 55, "query": 160, "tree": 134}
"""Modules of the product that a command imports at most; a slow machine needs a millisecond each.

What is added to them is added to every start: import it where it is used.
"""


@pytest.mark.skipif(bool(COMPUTED), reason="tables that are computed need more")
@pytest.mark.parametrize("name", MODULES)
def test_few_modules_of_one_game(
    name: str, tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    file = resource_folder("bundled") / "rulebook.mgn"
    if name in ("validate", "show"):
        words = [name, str(file)]
    else:
        database = place_loaded(tmp_path / "two.duckdb", file)
        words = [name, *(["blue K attacked"] if name == "query" else []), "--db", str(database)]
    loaded = loaded_by(PRODUCT, words)
    assert len(loaded) <= MODULES[name]
    games = {each.split(".")[2] for each in loaded if each.count(".") > 1}
    slugs = {game.description.slug for game in GAMES}
    assert games & slugs <= {"mentis"}


INTERRUPTED = """
import os, signal, sys
from mentis_records.cli.program import run

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("module", ["mentis_records.cli.main", "typer", "mentis_records.cli.info"])
def test_an_interruption_while_modules_are_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module), "info"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "mentis: interrupted\n"
