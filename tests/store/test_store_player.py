"""Players: all names of one, who met whom, and an Elo of 0, which is no rating."""

from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from mentis_records.games import GAMES
from mentis_records.notation.write import format_record
from mentis_records.query.plan.compile import select
from mentis_records.statistics.tree import opening_tree
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, fetch_encounters
from mentis_records.store.database import Database
from mentis_records.store.game_list import count_games
from mentis_records.store.load.load import LoadSummary
from mentis_records.store.player import fetch_namesakes, fetch_players, merge_players
from mentis_records.store.position.index import update_index
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import select_ids

_CHAIN = 2_000


def test_all_names_of_a_player_are_known_by_each(database: Database) -> None:
    aliases = [("A. Smith", "Smith, A"), ("Smith, A", "Ann Smith"), ("Bob", "Robert")]
    database.connection.executemany("insert into aliases values (?, ?)", aliases)
    smiths = frozenset({"A. Smith", "Smith, A", "Ann Smith"})
    roberts = frozenset({"Bob", "Robert"})
    expected = dict.fromkeys(smiths, smiths) | dict.fromkeys(roberts, roberts)
    assert fetch_namesakes(database) == expected


def test_a_long_chain_has_its_names_once(database: Database) -> None:
    """Not once for each of them: that would be four million."""
    database.connection.execute(
        "insert into aliases select 'n' || each, 'n' || (each + 1) from range($chain) as t(each)",
        {"chain": _CHAIN},
    )
    found = fetch_namesakes(database)
    assert len({id(names) for names in found.values()}) == 1
    assert found.keys() == found["n0"] == {f"n{each}" for each in range(_CHAIN + 1)}


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


@pytest.fixture
def filled(database: Database, load_text: Callable[[str], LoadSummary]) -> Database:
    elos = [("0", "1600"), ("1500", "0"), ("00", "?"), ("1400", "1700")]
    text = "\n".join(
        f'[Event "x"]\n[Site "?"]\n[Date "2024.01.0{at}"]\n[Round "{at}"]\n[Blue "Ann"]\n'
        f'[Red "Bob"]\n[Result "1-0"]\n[BlueElo "{blue}"]\n[RedElo "{red}"]\n\n1. TSNd2 1-0\n'
        for at, (blue, red) in enumerate(elos, 1)
    )
    assert load_text(text).stored == 4
    update_index(database)
    return database


def test_columns_of_elo(filled: Database) -> None:
    rows = filled.connection.execute("select blue_elo, red_elo from mentis_games order by game_id")
    assert rows.fetchall() == [(None, 1600), (1500, None), (None, None), (1400, 1700)]
    players = {each.name: each.elo for each in fetch_players(filled)}
    assert players == {"Ann": 1400, "Bob": 1700}


def test_numbers(filled: Database) -> None:
    tree = opening_tree(filled, GAME, GAME.start_position({}))
    strength = tree.branches[0].strength
    assert (strength.rated, strength.average) == (2, 1450)
    assert strength.met == 2
    assert tree.branches[0].best_games[0] == 4


def test_tests(filled: Database) -> None:
    def count(text: str) -> int:
        return count_games(filled, select([text], dict))

    assert count("blue elo < 1450") == 1
    assert count("elo >= 0") == 3
    assert count("elo = 0") == 0
    assert count('tag "BlueElo" = "0"') == 1


def test_text(filled: Database, tmp_path: Path) -> None:
    texts = [format_record(fetch_record(filled, number), GAME.description) for number in (1, 3)]
    assert '[BlueElo "0"]' in texts[0]
    assert '[BlueElo "00"]' in texts[1]
