"""Messages: codes explained, commands to type next, and counts of one."""

import io
import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_lines, mentis

import mentis_records
from mentis_records.cli.command_hint import nearest_path, next_command, typed_command
from mentis_records.cli.explain import explain
from mentis_records.games import GAMES, catalogue

CASES = cases_of(__file__)

ENTRIES = catalogue()


def test_a_line_for_each_code_under_what_it_is_about() -> None:
    lines = mentis("explain").stdout.splitlines()
    found: list[tuple[str, str]] = []
    heading = ""
    for before, line in zip(["", *lines], lines, strict=False):
        if not line.startswith(" ") and line:
            assert not before
            heading = line
        elif line:
            found.append((line.split()[0], heading))
    assert sorted(code for code, _ in found) == sorted(entry.id for entry in ENTRIES)
    headings = dict(found)
    assert headings["N201"] == "Every game: tags"
    assert headings["M305"] == "Mentis: captures"
    assert headings["K201"] == "CirKle Mind: attacks"
    (line,) = [each for each in lines if each.startswith("  M305 ")]
    assert line.split()[1] == "immune"
    assert "Spears cannot be captured by Nobles" in line


def test_warnings_and_notes_are_told_from_errors() -> None:
    lines = mentis("explain").stdout.splitlines()
    told = {line.split()[0]: line for line in lines if line.startswith("  ")}
    for entry in ENTRIES:
        mark = f" [{entry.severity}]"
        assert told[entry.id].endswith(mark) == (entry.severity != "error"), entry.id
    assert "make a record invalid" in mentis("explain").stderr


def test_every_code_of_ours_says_what_it_is_about() -> None:
    assert all(entry.about and entry.meaning for entry in ENTRIES)
    for entry in ENTRIES:
        assert "\n" not in entry.meaning
        assert " ".join(entry.page.split()).startswith(entry.meaning)


def test_codes_as_json() -> None:
    found = json_lines(mentis("explain", "--format", "json"))
    assert sorted(each["code"] for each in found) == sorted(entry.id for entry in ENTRIES)
    (hill,) = [each for each in found if each["code"] == "M108"]
    assert hill["slug"] == "hill"
    assert (hill["game"], hill["about"], hill["severity"]) == ("mentis", "moves", "error")
    assert hill["meaning"].endswith("hill.")
    (tag,) = [each for each in found if each["code"] == "N202"]
    assert tag["game"] is None
    assert {each["game"] for each in found} == {None, *(each.description.slug for each in GAMES)}


def test_one_code_as_json() -> None:
    (found,) = json_lines(mentis("explain", "hill", "--format", "json"))
    assert found["code"] == "M108"
    assert found["rule"] == "rulebook, Movement Rules"
    assert len(found["examples"]) == 2
    assert set(found["examples"][0]) == {"text", "spot"}
    assert found["page"].startswith(found["meaning"])


@pytest.mark.parametrize("code", ["hill", "tags-missing", "K201"])
def test_the_page_of_the_documentation_is_named(code: str) -> None:
    (found,) = json_lines(mentis("explain", code, "--format", "json"))
    assert re.fullmatch(r"reference/diagnostics/[a-z-]+\.html#[a-z0-9-]+", found["documentation"])
    assert f"\nDocumentation: {found['documentation']}\n" in mentis("explain", code).stdout


def test_unknown_format() -> None:
    done = mentis("explain", "--format", "csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "text, json" in done.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit_on_a_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdout", screen)
    explain()
    monkeypatch.undo()
    lines = re.sub(r"\x1b\[\dm", "", screen.getvalue()).splitlines()
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    assert all(entry.meaning in words for entry in ENTRIES)


def test_several_codes_are_explained_one_after_another() -> None:
    done = mentis("explain", "M305", "tags-missing", "immune")
    heads = re.findall(r"^([A-Z]\d+) [a-z-]+ \(", done.stdout, re.MULTILINE)
    assert (done.exit_code, heads) == (0, ["M305", "N203"])
    found = json_lines(mentis("explain", "M305", "N203", "--format", "json"))
    assert [each["code"] for each in found] == ["M305", "N203"]


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


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of one game with one ply."""
    folder = tmp_path_factory.mktemp("one")
    (folder / "one.mgn").write_text(
        '[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n[Termination "resignation"]\n\n1. TSNd2 1-0\n'
    )
    db = folder / "club.duckdb"
    assert mentis("load", folder / "one.mgn", "--db", db, "--no-index").exit_code == 0
    done = mentis("info", "--db", db)
    assert "1 is not in it: mentis index" in done.stdout
    assert "of 1 file\n" in done.stdout
    done = mentis("index", "--db", db)
    assert done.stdout == f"{db}: 2 positions of 1 game indexed\n"
    return db


@pytest.mark.parametrize(("words", "told"), CASES["one"])
def test_one(db: Path, words: list[str], told: str) -> None:
    assert told in mentis(*words, "--db", db).stderr


def test_one_of_a_file(db: Path) -> None:
    done = mentis("show", db.parent / "one.mgn", "--ply", "2")
    assert done.stderr == "mentis: --ply 2: the record has 1 ply\n"
    done = mentis("moves", "3k3/7/7/7/7/7/3K3 b W2/- 1")
    assert "Blue has 2 Wolves; the set holds 1" in done.stderr


def test_one_in_the_library(db: Path) -> None:
    with mentis_records.open(db) as club:
        assert repr(club.games()) == "<1 game>"
        assert repr(club.query("start")).startswith("<1 row, first ")
        assert repr(club.game(1)) == "<game 1: Ann - Bob, 1-0, 1 ply>"
        with pytest.raises(IndexError, match=r"ply 2: the record has 1 ply$"):
            club.game(1).position(2)
