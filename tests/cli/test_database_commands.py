"""load, index, tree, sql, report and demo on the command line."""

import csv
import io
import json
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from case_kit import cases_of
from cli_kit import RULEBOOK, json_of, mentis
from size_kit import sampled
from typer.testing import CliRunner

from mentis_records.cli import demo
from mentis_records.cli.main import make_app
from mentis_records.report import registry
from mentis_records.store import open as ways
from mentis_records.store import schema
from mentis_records.store.migration import registry as migrations
from mentis_records.store.open import open_database
from mentis_records.store.record import fetch_record
from mentis_records.store.schema import SCHEMA_VERSION, VIEWS

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]
LISTING = ROOT / "data" / "rulebook-listing.txt"
RUNNER = CliRunner()


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", RULEBOOK)


def rows(db: Path, query: str) -> list[dict[str, str]]:
    done = mentis("sql", query, "--db", db, "--format", "csv", code=0)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def dump(db: Path) -> list[list[dict[str, str]]]:
    tables = rows(db, "select table_name as name from duckdb_tables() order by name")
    return [rows(db, f"select * from {table['name']} order by all") for table in tables]


def test_load_adds_up(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mgn"
    broken.write_text(RULEBOOK.read_text().replace("c6#-c5", "c6#-d5", 1))
    db = tmp_path / "x.duckdb"
    done = mentis("load", RULEBOOK, LISTING, broken, "--db", db, "--format", "json", code=1)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    counts = [
        [row[key] for key in ("records", "stored", "duplicates", "quarantined")] for row in found
    ]
    assert counts == [[2, 2, 0, 0], [2, 0, 2, 0], [2, 0, 1, 1]]
    hint = (
        f"mentis: 1 record in quarantine; to see why, and decide: mentis quarantine edit --db {db}"
    )
    assert done.stderr.splitlines() == [hint]
    (refused,) = rows(db, "select * from quarantine")
    assert "c6#-d5" in refused["text"]
    assert "not-orthogonal" in refused["diagnostics"]


def test_loading_again_changes_nothing(db: Path, tmp_path: Path) -> None:
    before = dump(db)
    again = mentis("load", RULEBOOK, "--db", db, code=0)
    assert "loaded before" in again.stdout
    copy = tmp_path / "copy.mgn"
    shutil.copy(RULEBOOK, copy)
    assert "loaded before" in mentis("load", copy, "--db", db).stdout
    assert dump(db) == before


def test_load_reads_standard_input(tmp_path: Path) -> None:
    done = RUNNER.invoke(
        make_app(["load"]),
        ["load", "-", "--db", str(tmp_path / "x.duckdb")],
        input=RULEBOOK.read_bytes(),
    )
    assert done.exit_code == 0
    assert "2 stored" in done.stdout


def test_load_as_played(tmp_path: Path) -> None:
    record = tmp_path / "a.mgn"
    record.write_text('[Event "x"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 *\n')
    db = tmp_path / "x.duckdb"
    assert mentis("load", record, "--db", db).exit_code == 1
    other = tmp_path / "y.duckdb"
    assert mentis("load", record, "--db", other, "--as-played").exit_code == 0
    assert rows(other, "select notation from plies where ply = 3") == [{"notation": "d2-e3"}]
    assert rows(other, "select irregular from games") == [{"irregular": "[3]"}]
    with open_database(other) as database:
        kept = fetch_record(database, 1)
    assert [ply.is_irregular for ply in kept.plies] == [False, False, True, False]


def test_sql_formats(db: Path) -> None:
    query = "select result, ply_count from games order by ply_count"
    assert mentis("sql", query, "--db", db, "--format", "csv").stdout.splitlines() == [
        "result,ply_count",
        "0-1,24",
        "1/2-1/2,46",
    ]
    values = json_of("sql", query, "--db", db)
    assert values == [{"result": "0-1", "ply_count": 24}, {"result": "1/2-1/2", "ply_count": 46}]
    table = mentis("sql", query, "--db", db).stdout
    assert "ply_count" in table
    assert "1/2-1/2" in table
    nothing = "select 1 as one where false"
    assert json_of("sql", nothing, "--db", db) == []
    assert mentis("sql", nothing, "--db", db, "--format", "csv").stdout == "one\n"


@pytest.mark.parametrize("query", CASES["sql_only_asks"])
def test_sql_only_asks(db: Path, query: str) -> None:
    before = db.read_bytes()
    done = mentis("sql", query, "--db", db, code=2)
    assert "Traceback" not in done.output
    assert not done.stdout
    assert db.read_bytes() == before


def test_tree_counts(db: Path) -> None:
    found = json_of("tree", "--db", db, "--depth", "12")
    assert [row["move"] for row in found[:3]] == ["TSNd2", "TSNd6", "d2#-d3#-d4"]
    assert all(row["played"] == 2 for row in found if row["ply"] <= 10)
    eleven = [row for row in found if row["ply"] == 11]
    assert {(row["move"], row["red"], row["draws"]) for row in eleven} == {
        ("d4-d3-e3-f3", 1, 0),
        ("TSSe2", 0, 1),
    }


def test_tree_of_a_mirrored_position(db: Path) -> None:
    mirrored = "3k3/2t1n2/2s3n/3s1n1/3N3/7/3K3 b S3/- 1"
    assert json_of("tree", "--db", db, "--position", mirrored) == []


def test_tree_of_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "a.mgn"
    empty.write_text('[Event "x"]\n\n*\n')
    db = tmp_path / "x.duckdb"
    assert mentis("load", empty, "--db", db).exit_code == 0
    done = mentis("tree", "--db", db, "--format", "csv", code=0)
    assert len(done.stdout.splitlines()) == 1


@sampled("kind", (("winrate",), ("opening",)), 2)
def test_report(db: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "reports"
    done = mentis("report", kind, "--db", db, "--out", out, code=0)
    assert done.stdout == f"{out / kind}.html\n"
    written = [path for path in out.rglob("*") if path.is_file()]
    assert {path.suffix for path in written} == {
        ".html",
        ".pdf",
        ".png",
        ".svg",
        ".csv",
        ".json",
        ".manifest",
    }
    assert all(path.stat().st_size for path in written)
    assert "no games" not in done.stderr
    none = mentis("report", kind, "--db", db, "--out", out, "--where", "plies > 999", code=0)
    assert "no games selected" in none.stderr


def test_report_on_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    path.write_bytes(b"not a database" * 1000)
    done = mentis("report", "winrate", "--db", path, "--out", tmp_path / "out", code=2)
    assert "not a database" in done.stderr


@pytest.mark.ci
def test_demo_tells_what_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one of the reports: all are made for the specimens. What it says to type works."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "_AUDIT_PLIES", 3)
    monkeypatch.setattr(registry, "REPORTS", {"player": registry.REPORTS["player"]})
    out = Path("a demo")
    done = mentis("demo", "--out", out, code=0)
    assert done.stdout.count("\n== ") == 8
    won = 'The drawn game "Rulebook, example game played out to a draw" was won: '
    told = "19. g7-g6-f6-e6 wins in 3 plies, whatever Red answers (233 replies); Blue played g7xf7"
    assert f"\n== {won}{told}\n" in done.stdout
    index = out / "reports" / "index.html"
    assert done.stdout.splitlines()[-1] == index.resolve().as_uri()
    assert index.exists()
    endings = {path.suffix for path in out.rglob("*") if path.is_file()}
    assert endings == {".html", ".json", ".manifest", ".duckdb"}
    program = [sys.executable, "-m", "mentis_records.cli"]
    typed = [line for line in done.stdout.splitlines() if line.startswith(shlex.join(program))]
    commands = [shlex.split(line)[len(program) :] for line in typed]
    names = ["audit", "tree", "sql", "games", "query", "game"]
    assert [words[0] for words in commands] == names
    for words in commands:
        shown = mentis(*words)
        assert (words, shown.exit_code) == (words, 0)
        assert len(shown.stdout.splitlines()) > 2
    shell = subprocess.run(typed[-1], shell=True, capture_output=True, text=True, check=True)
    assert shell.stdout == mentis(*commands[-1]).stdout


@pytest.mark.ci
def test_demo_again_with_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "REPORTS", {"event": registry.REPORTS["event"]})
    monkeypatch.setattr(demo, "_audit", lambda _: None)
    out = tmp_path / "demo"
    words = ("demo", "--rules", "mensaspiel", "--out", out)
    assert mentis(*words).exit_code == 0
    assert not (out / "reports" / "event.pdf").exists()
    again = mentis(*words, "--pdf", code=0)
    assert "loaded before" in again.stdout
    assert (out / "reports" / "event.pdf").read_bytes().startswith(b"%PDF")


def test_demo_into_a_file(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("x")
    assert mentis("demo", "--out", place).exit_code == 2


KILLED_BEHIND_THE_COMMIT = CASES["killed_behind_the_commit"]


@pytest.mark.ci
@pytest.mark.parametrize("is_grown", [False, True])
def test_a_load_that_was_killed_ends_as_it_would_have(tmp_path: Path, is_grown: bool) -> None:
    """What is stored and refused already counts like what this run has refused."""
    text = RULEBOOK.read_text()
    file, db = tmp_path / "broken.mgn", tmp_path / "x.duckdb"
    file.write_text(text.replace("c6#-c5", "c6#-d5", 1))
    if is_grown:
        assert mentis("load", file, "--db", db).exit_code == 1
        with file.open("a") as more:
            more.write('\n[Event "new"]\n\n1. TSNd2 TSNd6 *\n')
        shutil.copy(db, tmp_path / "other.duckdb")
        assert mentis("load", file, "--db", tmp_path / "other.duckdb").exit_code == 1
    words = ["load", str(file), "--db", str(db)]
    killed = subprocess.run([sys.executable, "-c", KILLED_BEHIND_THE_COMMIT, *words], check=False)
    assert killed.returncode == -signal.SIGKILL
    for _ in range(2):
        done = mentis(*words, code=1)
        assert "loaded before, nothing to do; 1 record in quarantine" in done.stdout
        assert done.stderr.startswith("mentis: 1 record in quarantine")


def positions(db: Path) -> int:
    return int(json_of("sql", "select count(*) as n from positions_by_key", "--db", db)[0]["n"])


def test_load_brings_the_index_up_to_date(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", RULEBOOK, "--db", db).exit_code == 0
    assert positions(db) == 72
    done = mentis("index", "--db", db)
    assert (done.exit_code, done.stdout) == (0, f"{db}: the index was up to date\n")
    done = mentis("index", "--rebuild", "--db", db)
    assert done.stdout == f"{db}: 72 positions of 2 games indexed\n"
    assert positions(db) == 72


def test_load_leaves_the_index_for_later(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", "--no-index", RULEBOOK, "--db", db).exit_code == 0
    assert positions(db) == 0
    assert json_of("index", "--db", db) == {"games": 2, "positions": 72, "merged": False}
    assert positions(db) == 72


def test_an_upgrade_is_told_and_what_it_left_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "club.duckdb"
    older, newer = SCHEMA_VERSION, SCHEMA_VERSION + 1
    assert mentis("load", "--no-index", RULEBOOK, "--db", db).exit_code == 0
    for module in (schema, ways, migrations):
        monkeypatch.setattr(module, "SCHEMA_VERSION", newer)
    monkeypatch.setitem(migrations.STEPS, older, lambda _: None)
    monkeypatch.setitem(migrations.VIEWS, older, tuple(view.name for view in VIEWS))
    done = mentis("games", "--db", db)
    told = f"mentis: {db}: of schema {older} before, of schema {newer} now"
    assert done.exit_code == 0
    lacking = f"the positions index lacks games until the next load or mentis index --db {db}"
    assert done.stderr.startswith(f"{told}; {lacking}\n")
    assert "of schema" not in mentis("games", "--db", db).stderr
    assert mentis("index", "--db", db).exit_code == 0
    with duckdb.connect(str(db)) as connection:
        connection.execute(f"update meta set value = '{older}' where key = 'schema_version'")
    assert mentis("games", "--db", db).stderr.startswith(f"{told}\n")


def test_what_cannot_be_indexed(tmp_path: Path) -> None:
    missing = tmp_path / "missing.duckdb"
    done = mentis("index", "--db", missing, code=2)
    assert "no such database" in done.stderr
    assert not missing.exists()
    assert mentis("index", "--format", "xml").exit_code == 2
