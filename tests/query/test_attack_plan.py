"""Attacks do not ask what only Wolves could do of positions in which none could."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mentis_records.games import GAMES
from mentis_records.query.plan.question import ask
from mentis_records.store.database import Database
from mentis_records.store.open import open_database

HERE = Path(__file__).parent
WITH_WOLVES, WITHOUT = HERE / "ten.mgn", HERE.parent / "store" / "sample.mgn"


def scans(node: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables that a plan scans, and the columns that it reads of each."""
    extra = node["extra_info"]
    if "Table" in extra:
        yield extra["Table"].rpartition(".")[2], [*extra["Projections"]]
    for child in node["children"]:
        yield from scans(child)


def columns_read(database: Database, text: str) -> dict[str, list[str]]:
    match = ask(text, GAMES[0]).match()
    query = f"explain (format json) {match.sql}"
    row = database.connection.execute(query, dict(match.values)).fetchone()
    assert row
    (plan,) = json.loads(row[1])
    return dict(scans(plan))


@pytest.mark.parametrize("source", [WITH_WOLVES, WITHOUT], ids=["wolves", "none"])
@pytest.mark.parametrize("target", ["any any", "any S", "red any"])
def test_what_is_read_of_others(
    tmp_path: Path, place_loaded: Callable[..., Path], source: Path, target: str
) -> None:
    with open_database(place_loaded(tmp_path / "club.duckdb", source)) as database:
        read = columns_read(database, f"any any on b2:f6 attacks {target} on b2:f6")
    columns = read["mentis_attacks_of_others"]
    assert "attacking_up" in columns
    assert not [name for name in columns if name.startswith("wolf_") or name == "captures"]


@pytest.mark.parametrize("text", ["any any on d4 attacks any W on d5", "any W on d4 attacks any S"])
def test_nothing_is_read_for_wolves_where_there_are_none(
    tmp_path: Path, place_loaded: Callable[..., Path], text: str
) -> None:
    with open_database(place_loaded(tmp_path / "club.duckdb", WITHOUT)) as database:
        assert "mentis_attacks_of_others" not in columns_read(database, text)
