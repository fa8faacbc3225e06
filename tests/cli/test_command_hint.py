"""Commands that are told to be given next name the database, unless it is taken unnamed."""

from pathlib import Path

import pytest

from mentis_records.cli.command_hint import next_command


def test_the_usual_database_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MENTIS_DB", raising=False)
    assert next_command("edit --undo", Path("mentis.duckdb")) == "mentis edit --undo"
    assert next_command("index", Path("a b.duckdb")) == "mentis index --db 'a b.duckdb'"
    monkeypatch.setenv("MENTIS_DB", "club.duckdb")
    assert next_command("index", Path("club.duckdb")) == "mentis index"
    assert next_command("index", Path("mentis.duckdb")) == "mentis index --db mentis.duckdb"
