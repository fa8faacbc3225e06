"""Damaged mainlines and indexes: the doctor, the readers and the replay find them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from mainline_change import change, statement
from store_kit import READER, SAMPLE

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.count import replay_counts as census
from mentis_records.store.count.continuation import fetch_branches
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.count.result import fetch_first_plies
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import open_database
from mentis_records.store.position import bulk, index
from mentis_records.store.position.index import rebuild_index, update_index
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection, select_ids

CASES = cases_of(__file__)
Dump = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


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


DAMAGES = CASES["damages"]


@pytest.mark.parametrize("name", DAMAGES)
def test_damages_are_found_and_the_index_is_made_anew(
    indexed: Database, dump: Callable[[], Dump], name: str
) -> None:
    defect, expected = DAMAGES[name]
    before = dump()
    indexed.connection.execute(statement(defect))
    found = examined(indexed, is_repairing=True)
    assert [["null" if cell is None else cell for cell in row] for row in found] == expected
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
    tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    with open_database(place_loaded(tmp_path / "x.duckdb", SAMPLE, is_indexed=False)) as database:
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


START = GAMES[0].start_position({}).canonical_key
GAPS = {
    "no turns": "update mainlines set turns = null where game_id = 2",
    "no keys": "update mainlines set keys = null where game_id = 2",
    "nothing": "update mainlines set turns = null, keys = null where game_id = 2",
    "few turns": "update mainlines set turns = turns[:1] where game_id = 2",
    "few keys": "update mainlines set keys = keys[:1] where game_id = 2",
    "a turn": change("turns", "(1)", "null", "game_id = 2"),
    "a key": change("keys", "(1)", "null", "game_id = 2"),
}
WRONG = {
    "no row": "delete from mainlines where game_id = 2",
    "no move": change("turns", "(1)", "9223372036854775800", "game_id = 2"),
}


@pytest.fixture
def damage_file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE, is_indexed=False)


@pytest.fixture
def damaged(database: Database, request: pytest.FixtureRequest) -> Database:
    database.connection.execute(request.param)
    return database


@pytest.mark.parametrize("damaged", (GAPS | WRONG).values(), ids=[*GAPS, *WRONG], indirect=True)
def test_the_record_is_refused_and_others_are_not(damaged: Database) -> None:
    with pytest.raises(StoreError, match="for details: mentis doctor"):
        fetch_record(damaged, 2)
    assert len(fetch_record(damaged, 1).plies) == 24


@pytest.mark.parametrize(
    "damaged", [GAPS[name] for name in GAPS if name != "nothing"], indirect=True
)
def test_gaps_are_no_first_plies(damaged: Database) -> None:
    with pytest.raises(StoreError, match="mainlines with gaps; for details: mentis doctor"):
        fetch_first_plies(damaged, "mentis", [START])


@pytest.mark.parametrize(
    "damaged", [GAPS[name] for name in GAPS if name not in ("nothing", "no keys")], indirect=True
)
def test_gaps_are_no_plays(damaged: Database) -> None:
    with pytest.raises(StoreError, match="mainlines with gaps; for details: mentis doctor"):
        fetch_branches(damaged, "mentis", [START])


@pytest.mark.parametrize("damaged", [WRONG["no move"]], indirect=True)
@pytest.mark.parametrize("ask", [fetch_first_plies, fetch_branches])
def test_codes_of_no_move_are_not_counted(
    damaged: Database, ask: Callable[[Database, str, list[int]], object]
) -> None:
    with pytest.raises(StoreError, match=r"no move has the code .*; for details: mentis doctor"):
        ask(damaged, "mentis", [START])


@pytest.mark.parametrize(
    "damaged", [GAPS[name] for name in GAPS if name not in ("a key",)], indirect=True
)
def test_gaps_are_not_indexed(damaged: Database) -> None:
    with pytest.raises(StoreError, match="do not fit the games"):
        rebuild_index(damaged)


@pytest.mark.parametrize("damaged", [WRONG["no move"]], indirect=True)
def test_codes_of_no_move_are_not_indexed(damaged: Database) -> None:
    with pytest.raises(StoreError, match=r"no move has the code .*; for details: mentis doctor"):
        rebuild_index(damaged)


@pytest.mark.parametrize(("ply", "turn"), [(0, 16), (0, 12), (1, -(2**62)), (1, -1)])
def test_starts_that_are_none_are_told(database: Database, ply: int, turn: int) -> None:
    database.connection.execute(change("turns", f"({ply})", str(turn), "game_id = 2"))
    with pytest.raises(StoreError, match="do not fit the games"):
        rebuild_index(database)


GAME = GAMES[0]
STATED = CASES["stated"]
ILLEGAL = """
[Result "*"]

1. TSNd2 TSNd6 2. d2-d4 TSNc6 *
"""


def sums(database: Database, selection: Selection | None = None) -> dict[str, list[int]]:
    found = take_census(database, GAME, selection or Selection())
    return {slug: table.cells.ravel().tolist() for slug, table in found.tables.items()}


@pytest.fixture
def full(database: Database, load_text: Callable[[str], LoadSummary]) -> Database:
    load(database, READER, str(SAMPLE))
    load_text(STATED)
    return database


def test_counts_every_position_once(full: Database) -> None:
    ((positions,),) = full.connection.execute("select count(*) from position_keys").fetchall()
    found = sums(full)
    assert sum(found["positions"]) == positions == 84
    assert sum(found["turns"]) == sum(found["choices"]) == 84 - 5
    assert found["balance"] == [5, 0]


@pytest.mark.parametrize("size", [1, 30])
def test_cuts_do_not_show(full: Database, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    whole = sums(full)
    monkeypatch.setattr(census, "BATCH_POSITIONS", size)
    monkeypatch.setattr(bulk, "MAX_STARTS", 1)
    told: list[tuple[int, int]] = []
    again = take_census(full, GAME, progress=lambda done, total: told.append((done, total)))
    assert {slug: table.cells.ravel().tolist() for slug, table in again.tables.items()} == whole
    assert told[-1] == (84, 84)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_selections_add_up(full: Database) -> None:
    whole = sums(full)
    some, others = sums(full, select_ids([1, 3, 5])), sums(full, select_ids([2, 4]))
    assert whole == {
        slug: [one + other for one, other in zip(some[slug], others[slug], strict=True)]
        for slug in whole
    }
    assert not any(map(any, sums(full, Selection("false")).values()))


def test_order_of_rows_does_not_matter(full: Database) -> None:
    whole = sums(full)
    full.connection.execute(
        """
        create temp table shuffled as from mainlines order by game_id desc;
        delete from mainlines;
        insert into mainlines from shuffled
        """
    )
    assert sums(full) == whole


def test_irregular_plies_are_counted(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(ILLEGAL)
    assert load(database, Reader(READER.games, is_as_played=True), str(path)).stored == 1
    found = take_census(database, GAME)
    assert found.tables["turns"].cells.sum(axis=(0, 2)).tolist() == [1, 3, 0]
    assert found.tables["balance"].cells.tolist() == [1, 0]
    database.connection.execute("update games set irregular = []")
    with pytest.raises(
        StoreError, match="game 1, ply 3 cannot be replayed; for details: mentis doctor"
    ):
        take_census(database, GAME)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change("turns", "(1)", "it + 1", "game_id = 2"), "game 2, ply 1"),
        (change("turns", "(1)", "63 << 8", "game_id = 1"), "no move has"),
        (change("turns", "(1)", "-1", "game_id = 1"), "a start that is"),
        ("update mainlines set turns = turns[:9] where game_id = 1", "do not fit the games"),
        ("update mainlines set keys = keys[:9] where game_id = 1", "do not fit the games"),
        ("delete from mainlines where game_id = 1", "do not fit the games"),
        ("update games set start_position = 'x' where game_id = 1", "a start position"),
    ],
)
def test_defects_are_refused(full: Database, change: str, words: str) -> None:
    full.connection.execute(change)
    with pytest.raises(StoreError, match=words):
        take_census(full, GAME)
