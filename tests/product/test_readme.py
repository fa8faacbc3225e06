"""The README's commands run, and it has a row for every command."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import COMMANDS, app_for

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines() if line.startswith("mentis ")]
RUNNER = CliRunner()


def test_every_command_has_a_row() -> None:
    rows = re.findall(r"^\| `mentis (\w+)", README, re.MULTILINE)
    assert rows == list(COMMANDS)


def test_the_two_commands_are_there() -> None:
    first, second = BLOCKS[0].strip(), BLOCKS[1].strip()
    assert first.endswith("mentis demo")
    assert "pytest" in second
    assert README.index(second) < 2_000
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    pattern = re.search(r"sed -n 's/\^\\\((.*?)\\\)\$/", run)
    assert pattern is not None
    assert re.fullmatch(pattern[1], second)


def test_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    assert len(LINES) > 10
    for line in LINES:
        done = RUNNER.invoke(app_for(shlex.split(line)[1:]), shlex.split(line)[1:])
        assert done.exit_code == 0, f"{line}\n{done.stderr}"
        assert done.stdout or done.stderr, line
    assert (tmp_path / "club-reports").is_dir()


def test_record_example_is_valid(tmp_path: Path) -> None:
    block = re.search(r"^```\n(\[Event.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert block is not None
    from mentis_records.games import GAMES
    from mentis_records.notation.read import Reader

    (reading,) = Reader(GAMES).read_text("README", block[1])
    assert reading.is_valid
    assert not reading.diagnostics


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http)([^)]+)\)", README))
def test_links_lead_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
