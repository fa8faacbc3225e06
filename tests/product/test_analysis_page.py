"""The page on analysis: its commands run, and what it says of JSON and marks is so."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.analysis.analysis_value import analysis_value
from mentis_records.analysis.mark import Remark, format_mark, parse_mark
from mentis_records.cli.main import app_for
from mentis_records.cli.search_option import DEFAULT_NODES
from mentis_records.games import GAMES
from mentis_records.games.search.analysis import Analysis

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/analysis.md").read_text(encoding="utf-8")
RUNNER = CliRunner()


@pytest.mark.ci
def test_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for line in "".join(blocks).splitlines():
        words = shlex.split(line)[1:]
        done = RUNNER.invoke(app_for(words), words)
        assert done.exit_code == 0, f"{line}\n{done.stderr}"


def test_every_key_is_told() -> None:
    position = GAMES[0].start_position({})
    keys = list(analysis_value(GAMES[0], "", Analysis(position, (), 0, 1), 2))
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == keys


def test_marks_are_marks() -> None:
    marks = re.findall(r"(?<![(\[])\{(\[%eval .*?)\}", PAGE)
    assert len(marks) > 3
    for text in marks:
        mark = parse_mark(text)
        assert mark is not None
        assert format_mark(mark) == text


@pytest.mark.parametrize("remark", Remark)
def test_remarks_are_told(remark: Remark) -> None:
    pattern = re.escape(remark).replace(r"\{\}", r"\d plies")
    assert re.search(f"`{pattern}`", PAGE)


def test_the_default_is_told() -> None:
    assert f"; {DEFAULT_NODES:,} if no limit is given" in PAGE
