"""An Elo of 0 is no rating: unknown in every column and number, and written as it was read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.write import format_record
from mentis_records.query.plan.compile import select
from mentis_records.statistics.tree import opening_tree
from mentis_records.store.database import Database
from mentis_records.store.game_list import count_games
from mentis_records.store.load.load import LoadSummary
from mentis_records.store.player import fetch_players
from mentis_records.store.position.index import update_index
from mentis_records.store.record import fetch_record

GAME = GAMES[0]


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


def test_columns(filled: Database) -> None:
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
