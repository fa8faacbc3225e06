"""index, and load --no-index, on the command line."""

import json
from pathlib import Path

import duckdb
import pytest
from cli_kit import RULEBOOK, mentis

from mentis_records.store import open as ways
from mentis_records.store import schema
from mentis_records.store.migration import registry
from mentis_records.store.schema import SCHEMA_VERSION, VIEWS


def positions(db: Path) -> int:
    done = mentis(
        "sql", "select count(*) as n from positions_by_key", "--db", db, "--format", "json"
    )
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


def test_an_upgrade_is_told_and_what_it_left_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "club.duckdb"
    older, newer = SCHEMA_VERSION, SCHEMA_VERSION + 1
    assert mentis("load", "--no-index", RULEBOOK, "--db", db).exit_code == 0
    for module in (schema, ways, registry):
        monkeypatch.setattr(module, "SCHEMA_VERSION", newer)
    monkeypatch.setitem(registry.STEPS, older, lambda _: None)
    monkeypatch.setitem(registry.VIEWS, older, tuple(view.name for view in VIEWS))
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
    done = mentis("index", "--db", missing)
    assert done.exit_code == 2
    assert "no such database" in done.stderr
    assert not missing.exists()
    assert mentis("index", "--format", "xml").exit_code == 2
