"""The commands of the page on mending run in order, and do what it says."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app_for

pytestmark = pytest.mark.ci

PAGE = (Path(__file__).parents[2] / "docs/mending.md").read_text(encoding="utf-8")


def test_the_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"^```\n(\[Event.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    Path("evening.mgn").write_text(text)
    Path("mended.mgn").write_text(text.partition("\n\n[Event")[0].replace("TSNd3", "TSNd6"))
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    done = ""
    for line in "".join(blocks).splitlines():
        words = shlex.split(line)[1:]
        result = CliRunner().invoke(app_for(words), words)
        assert result.exit_code == (1 if words[0] == "load" else 0), f"{line}\n{result.stderr}"
        done = result.output
        if words[1:2] == ["edit"]:
            assert result.stdout == "1.1: stored as game 4\n"
    assert done.strip() == "0 differences"
