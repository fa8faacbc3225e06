"""The doctor compares the positions index with the moves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mainline_change import change

from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.open import open_database
from mentis_records.store.position import index
from mentis_records.store.position.index import rebuild_index, update_index

Dump = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path, sample: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", sample)


@pytest.fixture
def indexed(database: Database) -> Database:
    return database


def examined(database: Database, is_repairing: bool = False) -> list[tuple[Any, ...]]:
    return [
        (found.table, found.where, found.what, found.stored, found.derived)
        for found in examine(database, is_repairing)
    ]


def test_a_sound_index_has_nothing(indexed: Database, dump: Callable[[], Dump]) -> None:
    before = dump()
    assert examined(indexed, is_repairing=True) == []
    assert dump() == before


NOT_ITS_POSITIONS = "rows: not the game's positions"
DAMAGES = {
    "a number": (
        "update mentis_features set top_n = top_n + 4 where game_id = 2 and ply = 3",
        [("mentis_features", "game 2, ply 3", "top_n", 274894684164, 274894684160)],
    ),
    "no number": (
        "update mentis_features set attacked = null where game_id = 1 and ply = 0",
        [("mentis_features", "game 1, ply 0", "attacked", None, 0)],
    ),
    "a move": (
        "update mentis_features set move_code = 8 where game_id = 1 and ply = 0",
        [("mentis_features", "game 1, ply 0", "move_code", 8, -1)],
    ),
    "rows that are missing": (
        "delete from mentis_features where game_id = 2 and ply in (0, 4)",
        [("mentis_features", "game 2", NOT_ITS_POSITIONS, 45, 47)],
    ),
    "no ply": (
        "update mentis_features set ply = null where game_id = 2 and ply = 4",
        [("mentis_features", "game 2", NOT_ITS_POSITIONS, 47, 47)],
    ),
    "a row twice": (
        """
        insert into mentis_features from mentis_features where game_id = 2 and ply = 4;
        update mentis_features set red = 0 where game_id = 3 and ply = 1;
        """,
        [
            ("mentis_features", "game 2", NOT_ITS_POSITIONS, 48, 47),
            ("mentis_features", "game 3, ply 1", "red", 0, 35184372088832),
        ],
    ),
    "rows in another order": (
        """
        create temporary table moved as from mentis_features where game_id = 2;
        delete from mentis_features where game_id = 2;
        insert into mentis_features from moved order by ply desc;
        """,
        [("mentis_features", "game 2", "rows: not ply after ply", None, None)],
    ),
    "an attack": (
        """
        update mentis_attacks_of_others set attacking_up = 1 where game_id = 2 and ply = 9;
        update mentis_attacks_of_others set top_s = null where game_id = 2 and ply = 10;
        """,
        [
            ("mentis_attacks", "game 2, ply 9", "attacking_up", 1, 0),
            ("mentis_attacks", "game 2, ply 10", "top_s", None, 551903428608),
        ],
    ),
    "attacks of no game": (
        """
        insert into mentis_attacks_of_wolves
        select * replace (99 as game_id) from mentis_attacks limit 1
        """,
        [("mentis_attacks_of_wolves", "game 99", "rows: no such game", 1, 0)],
    ),
    "attacks that are missing or twice": (
        """
        insert into mentis_attacks_of_others from mentis_attacks where game_id = 2;
        delete from mentis_attacks_of_others where game_id = 1;
        """,
        [
            ("mentis_attacks", "game 1", NOT_ITS_POSITIONS, 0, 16),
            ("mentis_attacks", "game 2", NOT_ITS_POSITIONS, 56, 28),
        ],
    ),
    "a union": (
        "update mentis_unions set blue = 0, top_n = null where game_id = 4",
        [("mentis_unions", "game 4", "blue", 0, 10), ("mentis_unions", "game 4", "top_n", None, 0)],
    ),
    "unions that are missing or twice": (
        """
        insert into mentis_unions from mentis_unions where game_id = 2;
        delete from mentis_unions where game_id = 3;
        update mentis_unions set blue = 0 where game_id = 4;
        """,
        [
            ("mentis_unions", "game 2", "rows: not one", 2, 1),
            ("mentis_unions", "game 3", "rows: not one", 0, 1),
            ("mentis_unions", "game 4", "blue", 0, 10),
        ],
    ),
    "a key": (
        "update positions_by_key set key = key + 8 where game_id = 3 and ply = 2",
        [("positions_by_key", "game 3", "keys, plies", None, None)],
    ),
    "a key's place": (
        "update positions_by_key set ply = ply + 1 where game_id = 3 and ply = 2",
        [("positions_by_key", "game 3", "keys, plies", None, None)],
    ),
    "keys that are missing": (
        "delete from positions_by_key where game_id = 1",
        [("positions_by_key", "game 1", NOT_ITS_POSITIONS, 0, 25)],
    ),
    "how far it goes": (
        "update meta set value = 'far' where key = 'indexed_game'",
        [("meta", "positions index", "value: no number", None, None)],
    ),
    "farther than there are games": (
        "update meta set value = '9' where key = 'indexed_game'",
        [("meta", "positions index", "value: no game has it", 9, 4)],
    ),
    "how often it is sorted": (
        "update meta set value = null where key = 'index_runs'",
        [("meta", "positions index", "value: no number", None, None)],
    ),
    "games beyond": (
        "update meta set value = '3' where key = 'indexed_game'",
        [
            ("positions_by_key", "game 4", "rows: the index does not go so far", 3, 0),
            ("mentis_features", "game 4", "rows: the index does not go so far", 3, 0),
            ("mentis_unions", "game 4", "rows: the index does not go so far", 1, 0),
        ],
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damages_are_found_and_the_index_is_made_anew(
    indexed: Database, dump: Callable[[], Dump], name: str
) -> None:
    statement, expected = DAMAGES[name]
    before = dump()
    indexed.connection.execute(statement)
    assert examined(indexed, is_repairing=True) == expected
    assert examined(indexed) == []
    update_index(indexed)
    assert dump() == before


@pytest.mark.parametrize("size", [1, 30, 10_000])
def test_stretches_do_not_show(
    indexed: Database, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(index, "BATCH_POSITIONS", size)
    indexed.connection.execute("update mentis_features set row1 = 0 where game_id in (2, 3)")
    found = examined(indexed)
    assert len(found) == 47 + 6
    assert {what for _, _, what, *_ in found} == {"row1"}


def test_games_without_a_replay_hide_nothing_of_others(indexed: Database) -> None:
    run = indexed.connection.execute
    run("update mentis_features set row1 = 0 where game_id in (2, 3) and ply = 0")
    run(change("turns", "(4)", "16", "game_id = 2"))
    found = examined(indexed)
    assert [each[:3] for each in found if each[0] == "mentis_features"] == [
        ("mentis_features", "game 3, ply 0", "row1")
    ]
    assert [each[1] for each in found if each[0] == "mainlines"] == ["game 2"]


def test_progress(indexed: Database) -> None:
    told: list[tuple[str, int, int]] = []
    list(examine(indexed, progress=lambda *state: told.append(state)))
    assert told == [("replayed", 4, 4), ("written out", 4, 4), ("compared with the index", 4, 4)]


def test_games_that_are_not_indexed_yet_are_left_out(
    tmp_path: Path, sample: Path, place_loaded: Callable[..., Path]
) -> None:
    with open_database(place_loaded(tmp_path / "x.duckdb", sample, is_indexed=False)) as database:
        assert examined(database) == []


def test_moves_that_no_board_can_follow_are_not_indexed(indexed: Database) -> None:
    """The same deployment again and again, by either side, from hands that are empty."""
    run = indexed.connection.execute
    turns = [-1, *(23405 << 3 | ply % 2 for ply in range(20_000))]
    run("update mainlines set turns = $1, keys = list_transform($1, lambda it: 8)", [turns])
    run("update games set ply_count = 20000")
    with pytest.raises(StoreError, match="cannot follow; for details: mentis doctor"):
        rebuild_index(indexed)
    run("delete from moves")
    found = [each for each in examined(indexed) if each[0] == "mainlines"]
    assert found == [
        ("mainlines", f"game {number}, ply 2", "turn: an illegal ply", "NNNe2", None)
        for number in range(1, 5)
    ]
