"""Records of Antipode in a database: long jumps, settings that decide others, matches."""

from pathlib import Path

import duckdb
import pytest
from ring import LONG, RECORD
from typer.testing import CliRunner

from mentis_records.cli.main import app_for

CASES = Path(__file__).parents[2] / "cases" / "antipode"

pytestmark = pytest.mark.one_build


def run(*words: object) -> str:
    """Return what a command prints."""
    texts = [str(word) for word in words]
    done = CliRunner().invoke(app_for(texts), texts)
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with the cases, rounds of one match in two files, and a long jump."""
    folder = tmp_path_factory.mktemp("antipode")
    first, second = (CASES / "match_2_rounds.mgn").read_text().split("\n\n[Game")
    (folder / "first.mgn").write_text(first + "\n")
    (folder / "second.mgn").write_text("[Game" + second)
    (folder / "ring.mgn").write_text(RECORD)
    file = folder / "x.duckdb"
    names = (folder / "second.mgn", folder / "first.mgn", folder / "ring.mgn")
    run("load", "--db", file, *names, CASES / "basic_captures.mgn")
    return file


def test_a_long_jump_is_stored_and_exported_whole(db: Path) -> None:
    for form in ("mgn", "json", "csv"):
        assert LONG in run("export", "--db", db, "--rules", "antipode", "--format", form)
    assert run("doctor", "--db", db) == ""


def test_positions_of_few_stones_are_kept(tmp_path: Path) -> None:
    first, again = tmp_path / "few.mgn", tmp_path / "again.mgn"
    position = "7/7/7/G6/7/7/6s G 5/0 0/0 -,- pb 0"
    first.write_text(f'[Game "Antipode"]\n[Position "{position}"]\n\n1. a4-a5 *\n')
    run("load", "--db", tmp_path / "few.duckdb", first)
    assert run("doctor", "--db", tmp_path / "few.duckdb") == ""
    run("export", "--db", tmp_path / "few.duckdb", "--rules", "antipode", "--out", again)
    assert "Stones" not in again.read_text()
    run("validate", again)


def test_rows_have_the_settings_that_others_decide(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    run("export", "--db", db, "--rules", "antipode", "--out", file)
    shown = "rules, floor, goldstones, moves[1]"
    text = f"select {shown} from '{file}' order by all"
    rows = duckdb.sql(text).fetchall()
    assert rows == [
        ("basic", "0", "13", LONG),
        ("basic", "0", "13", "e2"),
        ("tournament", "7", "16", "f3"),
        ("tournament", "7", "9", "d7"),
    ]


def test_what_is_exported_is_read_as_the_same(db: Path, tmp_path: Path) -> None:
    texts = []
    for name, source in (("a", db), ("b", tmp_path / "again.duckdb")):
        file = tmp_path / f"{name}.mgn"
        run("export", "--db", source, "--rules", "antipode", "--out", file)
        texts.append(file.read_text())
        if name == "a":
            run("load", "--db", tmp_path / "again.duckdb", file)
    assert texts[0] == texts[1]
    assert '[GoldStones "9"]' in texts[0]
    assert "[Rules" not in texts[0]


def test_rounds_of_two_files_are_one_match(db: Path) -> None:
    shown = "rounds, first_points, second_points, result, reason"
    found = run("sql", f"select {shown} from matches", "--db", db, "--format", "csv")
    assert found.splitlines()[1:] == ["2,5,6,0-1,points"]
    sql = "select settings['Rules'] as rules, count(*) as n from games group by all order by 1"
    found = run("sql", sql, "--db", db, "--format", "csv")
    assert found.splitlines()[1:] == ["basic,2", "tournament,2"]
