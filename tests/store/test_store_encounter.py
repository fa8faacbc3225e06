"""Who met whom, as columns: names, merged players, dates, first plies, selections."""

from collections.abc import Callable

import numpy
import pytest

from mentis_records.games import GAMES
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, fetch_encounters
from mentis_records.store.database import Database
from mentis_records.store.load.load import LoadSummary
from mentis_records.store.player import merge_players
from mentis_records.store.selection import select_ids

GAME = GAMES[0]
ROWS = [
    ("Ada", "Bert", "1-0", "2024.05.01", "Standard", "1. TSNd2 TSNd6"),
    ("Bert", "Ada", "1/2-1/2", "2024.??.??", "Standard", "1. TSNc2"),
    ("A. Lovelace", "?", "0-1", "????.??.??", "Wolf", "1. Wb1 Nd6 2. Nd2"),
    ("-", "Bert", "*", "2023.12.??", "Standard", ""),
    ("Ada", "A. Lovelace", "0-1", "2024.13.01", "Standard", "1. TSNe2 TSNd6"),
]


@pytest.fixture
def club(database: Database, load_text: Callable[[str], LoadSummary]) -> Database:
    records = [
        f'[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n[Date "{date}"]\n'
        f'[Variant "{variant}"]\n[Round "{number}"]\n\n{moves} {result}\n'
        for number, (blue, red, result, date, variant, moves) in enumerate(ROWS, 1)
    ]
    assert load_text("\n".join(records)).stored == len(ROWS)
    return database


def pairs(found: Encounters) -> list[tuple[str | None, str | None]]:
    names = (*found.names, None)
    return [(names[one], names[two]) for one, two in zip(found.first, found.second, strict=True)]


def test_columns(club: Database) -> None:
    found = fetch_encounters(club, GAME)
    assert found.names == ("A. Lovelace", "Ada", "Bert")
    assert pairs(found) == [
        ("Ada", "Bert"),
        ("Bert", "Ada"),
        ("A. Lovelace", None),
        (None, "Bert"),
        ("Ada", "A. Lovelace"),
    ]
    assert found.game_ids.tolist() == [1, 2, 3, 4, 5]
    assert found.points.tolist() == [2, 1, 0, UNKNOWN, 0]
    assert found.year.tolist() == [2024, 2024, UNKNOWN, 2023, UNKNOWN]
    assert found.month.tolist() == [2024 * 12 + 4, UNKNOWN, UNKNOWN, 2023 * 12 + 11, UNKNOWN]
    assert found.plies.tolist() == [2, 1, 3, 0, 2]
    values, places = found.options["Variant"]
    assert values == ("Standard", "Wolf")
    assert places.tolist() == [0, 0, 1, 0, 0]
    assert found.begins.tolist() == [0] * 5


def test_first_plies_from_known_starts_only(club: Database) -> None:
    start = GAME.start_position({"Variant": "Standard"})
    found = fetch_encounters(club, GAME, [start.canonical_key])
    assert found.begins.tolist() == [2, 1, 0, 0, 2]
    assert found.from_start.tolist() == [1, 1, 0, 1, 1]
    late = found.only(found.game_ids > 2)
    assert (late.game_ids.tolist(), late.begins.tolist()) == ([3, 4, 5], [0, 0, 2])
    assert (late.names, late.options["Variant"][1].tolist()) == (found.names, [1, 0, 0])
    known = found.first_move[found.begins > 0].tolist()
    assert [GAME.decode_move(code).notation for code in known] == ["TSNd2", "TSNc2", "TSNe2"]
    replies = found.second_move[found.begins == 2].tolist()
    assert [GAME.decode_move(code).notation for code in replies] == ["TSNd6", "TSNd6"]
    assert set(found.second_move[found.begins < 2].tolist()) == {UNKNOWN}


def test_merged_players_are_one(club: Database) -> None:
    merge_players(club, "Ada", ["A. Lovelace"])
    found = fetch_encounters(club, GAME)
    assert found.names == ("Ada", "Bert")
    assert pairs(found)[2] == ("Ada", None)
    assert pairs(found)[4] == ("Ada", "Ada")


def test_a_selection(club: Database) -> None:
    found = fetch_encounters(club, GAME, selection=select_ids([2, 3]))
    assert found.game_ids.tolist() == [2, 3]
    assert pairs(found) == [("Bert", "Ada"), ("A. Lovelace", None)]
    assert fetch_encounters(club, GAME, selection=select_ids([4])).names == ("Bert",)


def test_nothing(database: Database) -> None:
    found = fetch_encounters(database, GAME, [1])
    assert found.names == ()
    assert found.first.dtype == numpy.int64
    assert len(found.points) == 0
