"""Rounds sort by the numbers in them."""

import json
import random
from pathlib import Path

import pytest
from cli_kit import mentis

import mentis_records

CASE = Path(__file__).parents[1] / "cases" / "rounds" / "rounds.mgn"
ORDER = [
    *("0", "1", "1.2", "1.2.3", "1.10", "2", "2a", "2b", "9", "10", "10.1", "100"),
    *("12345678901234567890123", "98765432109876543210987", "#2", "#10"),
    *("Final", "final 2", "Final 10", "Semifinal"),
]


def rounds(db: Path, sort: str) -> list[str]:
    listed = mentis("games", "--db", db, "--sort", sort, "--format", "json")
    return [row["round"] for row in json.loads(listed.stdout)]


def test_case(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", CASE, "--db", db).exit_code == 0
    assert rounds(db, "round") == [
        *("1", "1.2", "1.2.3", "1.2.10", "1.10", "2", "02", "2.1", "10", "Final"),
        *("?", "-", ""),
    ]
    assert rounds(db, "-round")[:3] == ["Final", "10", "2.1"]


@pytest.mark.parametrize("is_least_first", [True, False])
def test_order(tmp_path: Path, is_least_first: bool) -> None:
    named, nameless = ORDER, ["?", "-", "", "*"]
    shuffled = [*named, *nameless]
    random.Random(35).shuffle(shuffled)
    text = "\n".join(
        f'[Event "x"]\n[Round "{each}"]\n[Blue "P{at}"]\n[Red "B"]\n[Result "*"]\n\n1. TSNd2 *\n'
        for at, each in enumerate(shuffled)
    )
    path, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    path.write_text(text)
    assert mentis("load", path, "--db", db).exit_code == 0
    found = rounds(db, "round" if is_least_first else "-round")
    assert found[: len(named)] == (named if is_least_first else named[::-1])
    assert set(found[len(named) :]) == set(nameless)
    with mentis_records.open(db) as collection:
        listed = [
            game.round
            for game in collection.games(sort="-round" if not is_least_first else "round")
        ]
    assert listed == found
