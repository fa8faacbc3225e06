"""The page on entering games: its commands run, and it tells all words."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.entry_help import help_text
from mentis_records.cli.main import app_for

PAGE = (Path(__file__).parents[2] / "docs/entering.md").read_text(encoding="utf-8")


@pytest.mark.ci
def test_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in "".join(blocks).splitlines():
        *printed, command = line.split(" | ")
        text = shlex.split(printed[0])[1].replace("\\n", "\n") if printed else ""
        words = shlex.split(command)[1:]
        done = CliRunner().invoke(app_for(words), words, input=text)
        assert done.exit_code == 0, f"{line}\n{done.stderr}"
    written = (tmp_path / "evening.mgn").read_text()
    assert written.count("[Event ") == 2
    assert '[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]' in written


@pytest.mark.parametrize("width", [38, 79])
def test_help_and_page_tell_the_same_words(width: int) -> None:
    told = set(re.findall(r"\w+", help_text(width).lower()))
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    words = {word for row in rows for word in re.findall(r"`([a-z]+)", row)}
    assert len(words) > 20
    assert words - {"help"} <= told
    assert max(map(len, help_text(width).splitlines())) <= width
