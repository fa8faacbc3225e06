"""Turns that were played against the rules are kept and replayed, where the board can follow."""

import json
from pathlib import Path

from typer.testing import CliRunner

from mentis_records.cli.main import make_app

RECORDS = """[Game "MensaSpiel"]
[Event "x"]

1. Sb3 Se4 2. b3-c5 Se5 3. Sa3 *

[Game "MensaSpiel"]
[Event "y"]

1. Sb3 Sg5 2. Sa3 Se5 *
"""
"""A walk of too many steps, and a first start that is copied."""


def mentis(*words: object) -> str:
    """Run a command, which has to succeed, and return its data, or what it talks of."""
    done = CliRunner().invoke(make_app([str(words[0])]), [str(word) for word in words])
    assert done.exit_code == 0, done.stdout + done.stderr
    return done.stdout or done.stderr


def test_they_are_kept(tmp_path: Path) -> None:
    text, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    text.write_text(RECORDS)
    mentis("load", "--as-played", text, "--db", db)
    assert mentis("doctor", "--db", db) == "0 differences\n"
    query = "select irregular from games order by game_id"
    rows = json.loads(mentis("sql", query, "--db", db, "--format", "json"))
    assert rows == [{"irregular": [3]}, {"irregular": [2]}]
    asked = ("query", "black any on g5", "--positions", "--format", "json", "--db", db)
    found = json.loads(mentis(*asked))
    assert [(row["game"], row["ply"]) for row in found] == [(2, 2), (2, 3), (2, 4)]
    assert "2 games replayed, 0 differences" in mentis("query", "end", "--verify", "--db", db)
