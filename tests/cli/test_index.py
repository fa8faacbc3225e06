"""index, and load --no-index, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
from cli_kit import RULEBOOK, mentis

from mentis_records.store.schema import SCHEMA_VERSION


def positions(db: Path) -> int:
    done = mentis("sql", "select count(*) as n from positions", "--db", db, "--format", "json")
    return int(json.loads(done.stdout)[0]["n"])


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
    done = mentis("index", "--db", db, "--format", "json")
    assert json.loads(done.stdout) == {"games": 2, "positions": 72, "merged": False}
    assert positions(db) == 72


OLDER = SCHEMA_VERSION - 1


def make_older(db: Path) -> None:
    """Make a database one of the schema before the present one."""
    with duckdb.connect(str(db)) as connection:
        connection.execute("alter table games drop column is_open")
        connection.execute("alter table sources drop column defaults")
        for column in ("inherited", "is_open", "former_id"):
            connection.execute(f"alter table duplicates drop column {column}")
        for column in ("said", "said_open"):
            connection.execute(f"alter table games drop column {column}")
        connection.execute("alter table sources drop column earlier")
        connection.execute(f"update meta set value = '{OLDER}' where key = 'schema_version'")


def test_an_upgrade_is_told_and_what_it_left_undone(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", "--no-index", RULEBOOK, "--db", db).exit_code == 0
    make_older(db)
    done = mentis("games", "--db", db)
    told = f"mentis: {db}: of schema {OLDER} before, of schema {SCHEMA_VERSION} now"
    assert done.exit_code == 0
    lacking = "the positions index lacks games until the next load or mentis index"
    assert done.stderr.startswith(f"{told}; {lacking}\n")
    assert "of schema" not in mentis("games", "--db", db).stderr
    assert mentis("index", "--db", db).exit_code == 0
    make_older(db)
    assert mentis("games", "--db", db).stderr.startswith(f"{told}\n")


def test_what_cannot_be_indexed(tmp_path: Path) -> None:
    missing = tmp_path / "missing.duckdb"
    done = mentis("index", "--db", missing)
    assert done.exit_code == 2
    assert "there is no such database" in done.stderr
    assert not missing.exists()
    assert mentis("index", "--format", "xml").exit_code == 2
