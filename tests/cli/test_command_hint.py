"""Commands to be typed next: they name the database, and the program as it was started."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from mentis_records.cli.command_hint import nearest_path, next_command, typed_command


def test_the_usual_database_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MENTIS_DB", raising=False)
    assert next_command("edit --undo", Path("mentis.duckdb")) == "mentis edit --undo"
    assert next_command("index", Path("a b.duckdb")) == "mentis index --db 'a b.duckdb'"
    monkeypatch.setenv("MENTIS_DB", "club.duckdb")
    assert next_command("index", Path("club.duckdb")) == "mentis index"
    assert next_command("index", Path("mentis.duckdb")) == "mentis index --db mentis.duckdb"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in a folder of an environment; the folder before it is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    place = tmp_path / "my env" / "mentis"
    place.parent.mkdir()
    place.write_text("#!/bin/sh\n")
    place.chmod(0o755)
    return place


@pytest.mark.skipif(os.name == "nt", reason="programs have endings there")
def test_the_program_is_started_as_before(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["sql", "select 'a b'"]
    monkeypatch.setattr(sys, "argv", ["my env/mentis", "demo"])
    assert shlex.split(typed_command(words)) == ["my env/mentis", *words]
    monkeypatch.setenv("PATH", str(program.parent))
    assert shlex.split(typed_command(words)) == ["mentis", *words]
    monkeypatch.setattr(sys, "argv", [str(program), "demo"])
    assert shlex.split(typed_command(words)) == ["mentis", *words]
    other = program.parents[1] / "mentis"
    other.write_bytes(program.read_bytes())
    monkeypatch.setattr(sys, "argv", ["mentis", "demo"])
    assert shlex.split(typed_command(words)) == ["./mentis", *words]
    monkeypatch.setattr(sys, "argv", [str(other.with_name("__main__.py")), "demo"])
    module = [sys.executable, "-m", "mentis_records.cli"]
    assert shlex.split(typed_command(words)) == [*module, *words]


def test_paths_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    assert nearest_path(tmp_path / "a" / "b" / "c") == os.path.join("b", "c")
    assert nearest_path(tmp_path / "b") == str((tmp_path / "b").resolve())
