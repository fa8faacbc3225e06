"""analyse --db on the command line: what is missing is analysed, and games are written."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import RULEBOOK, json_lines, mentis

STONES = '[Game "Antipode"]\n\n1. d1 a3 *\n'


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", RULEBOOK)


def analyse(db: Path, *words: object) -> str:
    done = mentis("analyse", "--db", db, "--nodes", 20, *words)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def info(db: Path) -> str:
    return mentis("info", "--db", db).stdout


def test_what_is_new_is_analysed_once(db: Path) -> None:
    told = analyse(db, "--where", "plies > 30")
    assert told.startswith(f"{db}: 1 game, 46 positions: 0 analysed before, 46 now in ")
    told = analyse(db)
    assert told.startswith(f"{db}: 2 games, 60 positions: 46 analysed before, 14 now in ")
    assert analyse(db) == f"{db}: 2 games, 60 positions: 60 analysed before, 0 now\n"
    assert analyse(db, "--depth", 1).startswith(f"{db}: 2 games, 60 positions: 0 analysed before")
    (rows,) = re.findall(r"^Evaluations +(\d+)  lines of play$", info(db), re.MULTILINE)
    assert int(rows) > 240
    assert mentis("doctor", "--db", db).exit_code == 0


def test_lines_of_json_are_those_of_the_plies(db: Path) -> None:
    done = mentis("analyse", "--db", db, "--nodes", 20, "--format", "json")
    lines = json_lines(done)
    assert [each["ply"] for each in lines] == [*range(1, 25), *range(1, 47)]
    assert [each["record"] for each in lines] == [1] * 24 + [2] * 46
    assert lines == json_lines(mentis("analyse", RULEBOOK, "--nodes", 20, "--format", "json"))
    assert "0 analysed before, 60 now" in done.stderr
    assert "0 now" in mentis("analyse", "--db", db, "--nodes", 20, "--format", "json").stderr
    two = ("--nodes", 20, "--lines", 2, "--format", "json")
    done = mentis("analyse", "--db", db, *two)
    assert "0 analysed before, 60 now" in done.stderr
    assert json_lines(done) == json_lines(mentis("analyse", RULEBOOK, *two))
    assert "60 analysed before, 0 now" in mentis("analyse", "--db", db, "--nodes", 20).stdout


def test_records_are_those_that_analysing_the_file_gives(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "annotated.mgn"
    assert analyse(db, "--format", "mgn", "--out", out) == ""
    text = out.read_text()
    assert text == analyse(db, "--format", "mgn")
    assert text.count("[%eval") >= 70
    assert text.count("[Annotator ") == 2
    of_file = tmp_path / "of_file.mgn"
    words = ("--nodes", 20, "--format", "mgn", "--out", of_file)
    assert mentis("analyse", RULEBOOK, *words).exit_code == 0
    plies = [
        [line for line in mentis("fmt", path).stdout.splitlines() if not line.startswith("[")]
        for path in (out, of_file)
    ]
    assert plies[0] == plies[1]


def test_games_of_several_kinds_are_analysed_each_by_its_rules(db: Path, tmp_path: Path) -> None:
    stones = tmp_path / "stones.mgn"
    stones.write_text(STONES)
    assert mentis("load", stones, "--db", db).exit_code == 0
    assert analyse(db).startswith(f"{db}: 3 games, 63 positions: 0 analysed before, 63 now")
    assert ": 1 game, 3 positions: 3 " in analyse(db, "--rules", "antipode")
    found = analyse(db, "--rules", "antipode", "--format", "json").splitlines()
    assert [json.loads(line)["played"] for line in found] == ["d1", "a3"]
    assert '[Game "Antipode"]' in analyse(db, "--rules", "antipode", "--format", "mgn")


def test_what_is_there_is_written_though_the_file_cannot_be(db: Path) -> None:
    analyse(db)
    db.chmod(0o444)
    assert "0 now" in analyse(db)


def test_no_game_is_no_fault(db: Path) -> None:
    assert analyse(db, "--where", "plies > 999") == (
        f"{db}: 0 games, 0 positions: 0 analysed before, 0 now\n"
    )
    assert analyse(db, "--where", "plies > 999", "--format", "json") == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "what is to be analysed? Name record files or positions, or --db FILE"),
        ([RULEBOOK, "--where", "plies > 3"], "--where selects games of a database"),
        ([RULEBOOK, "--db", "x.duckdb"], "--db: games of a database are chosen by --where"),
        (["--db", "x.duckdb"], "x.duckdb: no such database; load records into it first"),
    ],
)
def test_what_is_meant_must_be_clear(
    words: list[object], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mentis("analyse", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"mentis: {told}")


def test_a_test_that_cannot_be_is_shown_at_its_place(db: Path) -> None:
    done = mentis("analyse", "--db", db, "--where", "plyes > 3")
    assert done.exit_code == 2
    assert "--where" in done.stderr
