"""The doctor compares the positions index with the moves."""

from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from mainline_change import change, statement
from size_kit import sampled
from store_kit import SAMPLE, MakeDump, Rows

from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.open import open_database
from mentis_records.store.position import index
from mentis_records.store.position.index import rebuild_index, update_index

CASES = cases_of(__file__)


@pytest.fixture
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


def examined(database: Database, is_repairing: bool = False) -> Rows:
    return [
        (found.table, found.where, found.what, found.stored, found.derived)
        for found in examine(database, is_repairing)
    ]


def test_a_sound_index_has_nothing(database: Database, dump: MakeDump) -> None:
    before = dump()
    assert examined(database, is_repairing=True) == []
    assert dump() == before


DAMAGES = CASES["damages"]


@sampled("name", ((name,) for name in DAMAGES), 5)
def test_damages_are_found_and_the_index_is_made_anew(
    database: Database, dump: MakeDump, name: str
) -> None:
    defect, expected = DAMAGES[name]
    before = dump()
    database.connection.execute(statement(defect))
    found = examined(database, is_repairing=True)
    assert [["null" if cell is None else cell for cell in row] for row in found] == expected
    assert examined(database) == []
    update_index(database)
    assert dump() == before


@pytest.mark.parametrize("size", [1, 30, 10_000])
def test_stretches_do_not_show(
    database: Database, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(index, "BATCH_POSITIONS", size)
    database.connection.execute("update mentis_features set row1 = 0 where game_id in (2, 3)")
    found = examined(database)
    assert len(found) == 47 + 6
    assert {what for _, _, what, *_ in found} == {"row1"}


def test_games_without_a_replay_hide_nothing_of_others(database: Database) -> None:
    run = database.connection.execute
    run("update mentis_features set row1 = 0 where game_id in (2, 3) and ply = 0")
    run(change("turns", "(4)", "16", "game_id = 2"))
    found = examined(database)
    assert [each[:3] for each in found if each[0] == "mentis_features"] == [
        ("mentis_features", "game 3, ply 0", "row1")
    ]
    assert [each[1] for each in found if each[0] == "mainlines"] == ["game 2"]


def test_progress(database: Database) -> None:
    told: list[tuple[str, int, int]] = []
    list(examine(database, progress=lambda *state: told.append(state)))
    assert told == [("replayed", 4, 4), ("written out", 4, 4), ("compared with the index", 4, 4)]


def test_games_that_are_not_indexed_yet_are_left_out(
    tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    with open_database(place_loaded(tmp_path / "x.duckdb", SAMPLE, is_indexed=False)) as database:
        assert examined(database) == []


def test_moves_that_no_board_can_follow_are_not_indexed(database: Database) -> None:
    """The same deployment again and again, by either side, from hands that are empty."""
    run = database.connection.execute
    turns = [-1, *(23405 << 3 | ply % 2 for ply in range(20_000))]
    run("update mainlines set turns = $1, keys = list_transform($1, lambda it: 8)", [turns])
    run("update games set ply_count = 20000")
    with pytest.raises(StoreError, match="cannot follow; for details: mentis doctor"):
        rebuild_index(database)
    run("delete from moves")
    found = [each for each in examined(database) if each[0] == "mainlines"]
    assert found == [
        ("mainlines", f"game {number}, ply 2", "turn: an illegal ply", "NNNe2", None)
        for number in range(1, 5)
    ]
