"""Merged records are listed with their games, contradictions with what they are about."""

from __future__ import annotations

import json
from pathlib import Path

from cli_kit import mentis

HEAD = '[Event "{event}"]\n[Blue "{blue}"]\n[Red "Bert"]\n[Result "*"]\n\n{plies} *\n'
PLIES = "1. TSNd2 TSNd6"


def test_all_kinds(tmp_path: Path) -> None:
    first, second, db = tmp_path / "one.mgn", tmp_path / "two.mgn", tmp_path / "x.duckdb"
    first.write_text(
        HEAD.format(event="A", blue="Ada", plies=PLIES)
        + "\n"
        + HEAD.format(event="B", blue="Carl", plies=PLIES)
    )
    second.write_text(
        HEAD.format(event="A", blue="?", plies=PLIES)
        + "\n"
        + HEAD.format(event="?", blue="Ada", plies="1. TSNd2")
    )
    assert mentis("load", first, second, "--db", db).exit_code == 0
    done = mentis("duplicates", "--db", db, "--format", "json")
    rows = [list(row.values()) for row in json.loads(done.stdout)]
    assert rows == [
        ["exact", 1, str(first), None, str(second), 1, 2, ""],
        ["prefix", 1, str(first), None, str(second), 2, 1, ""],
        ["near", 1, str(first), 2, str(first), 2, 2, "blue event"],
    ]
    near = mentis("duplicates", "--near", "--db", db)
    assert near.exit_code == 0
    assert "0 merged, 1 near" in near.stderr
