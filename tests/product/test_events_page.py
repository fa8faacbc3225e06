"""The page on events: its commands run, and it has every tie-break and every kind of finding."""

import re
import shlex
from pathlib import Path

import pytest
from event_kit import record_text, swiss
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.statistics.event.tie_break import DIRECT, SHORT, TIE_BREAKS

ROOT = Path(__file__).parents[2]

PAGE = (ROOT / "docs/events.md").read_text(encoding="utf-8")


@pytest.mark.ci
def test_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = swiss(["Ann-Bob 1, Cid-Eve =", "Cid-Ann 0, Bob-bye 1"])
    Path("club.mgn").write_text(record_text("Club evening", games))
    runner = CliRunner()
    assert (
        runner.invoke(app_for(["load"]), ["load", "club.mgn", "--db", "club.duckdb"]).exit_code == 0
    )
    (block,) = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines():
        words = shlex.split(line)[1:]
        if words[0] == "report" and "--db" not in words:
            words += ["--db", "club.duckdb"]
        done = runner.invoke(app_for(words), words)
        assert done.exit_code == 0, f"{line}\n{done.stderr}"


def test_every_tie_break_is_told() -> None:
    rows = re.findall(r"^\| (`[^|]*) \| ([^|]*) \| [^|]* \|$", PAGE, re.MULTILINE)[1:]
    told = {
        name: head
        for names, heads in rows
        for name, head in zip(re.findall(r"`([a-z0-9-]+)`", names), heads.split(", "), strict=True)
    }
    assert told == {**{name: SHORT[name] for name in TIE_BREAKS}, DIRECT: SHORT[DIRECT]}


@pytest.mark.parametrize(
    "kind", ["doubled", "missing", "open", "unknown", "absent", "unplayed", "sides"]
)
def test_every_kind_of_finding_is_told(kind: str) -> None:
    assert f"`{kind}`" in PAGE
