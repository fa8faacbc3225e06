"""``--encoding``: the commands that read files, what they say, and texts in quarantine."""

import json
from pathlib import Path

import pytest
from cli_kit import mentis

RECORD = (
    '[Event "Café"]\n[Site "?"]\n[Date "2026.01.02"]\n[Round "1"]\n[Blue "René"]\n'
    '[Red "Müller"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "a.mgn"
    found.write_bytes(RECORD.encode("cp1252"))
    return found


@pytest.mark.parametrize("name", ["windows-1252", "cp1252", "Latin-1"])
def test_validate_reads_it(path: Path, name: str) -> None:
    assert mentis("validate", path).exit_code == 1
    assert mentis("validate", "--encoding", name, path).exit_code == 0


@pytest.mark.parametrize("command", ["validate", "fmt", "show", "load", "analyse", "audit"])
def test_every_reading_command_has_it(path: Path, command: str, tmp_path: Path) -> None:
    more = ["--db", tmp_path / "a.duckdb"] if command == "load" else []
    done = mentis(command, "--encoding", "no-such", path, *more)
    assert done.exit_code == 2
    assert "no such encoding; known are utf-8, windows-1252" in done.stderr


def test_utf_8_is_nothing_else(path: Path) -> None:
    plain, named = mentis("validate", path), mentis("validate", "--encoding", "utf8", path)
    assert plain.stdout == named.stdout
    assert named.exit_code == 1


def test_fmt_makes_utf_8_of_it(path: Path) -> None:
    done = mentis("fmt", "--write", "--encoding", "windows-1252", path)
    assert done.exit_code == 0
    assert path.read_text(encoding="utf-8") == RECORD
    assert mentis("validate", path).exit_code == 0


def test_show_reads_it(path: Path) -> None:
    assert "René - Müller" in mentis("show", "--encoding", "latin-1", path).stdout


def test_what_was_loaded_without_it_is_tried_again_with_it(path: Path, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "a.duckdb")
    assert mentis("load", path, *db, "--no-index").exit_code == 1
    again = mentis("quarantine", "retry", "--encoding", "windows-1252", *db)
    assert "1 tried = 1 stored" in again.stdout
    (game,) = json.loads(mentis("games", "--format", "json", *db).stdout)
    assert (game["blue"], game["red"]) == ("René", "Müller")


def test_load_reads_it(path: Path, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "a.duckdb")
    assert mentis("load", "--encoding", "latin-1", path, *db, "--no-index").exit_code == 0
    (game,) = json.loads(mentis("games", "--format", "json", *db).stdout)
    assert game["blue"] == "René"
