"""Every command's help ends with two examples, which run."""

import shlex
import shutil
from pathlib import Path

import pytest
from case_kit import cases_of
from click.testing import Result
from typer.testing import CliRunner

from mentis_records.cli.command_example import EXAMPLES
from mentis_records.cli.main import COMMANDS, app_for

CASES = cases_of(__file__)

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
