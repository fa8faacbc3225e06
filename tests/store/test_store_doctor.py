"""The doctor finds every planted difference, and repairs what can be derived."""

from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from mainline_change import change, statement
from size_kit import sampled
from store_kit import BROKEN, READER, SAMPLE, MakeDump, Rows

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.doctor import replay
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.open import open_database
from mentis_records.store.position.index import update_index

CASES = cases_of(__file__)

ILLEGAL = '[Event "x"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 3. e3-e4 *\n'


@pytest.fixture
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE, BROKEN, is_indexed=False)


def examined(database: Database, is_repairing: bool = False) -> Rows:
    return [
        (found.table, found.where, found.what, found.is_repairable)
        for found in examine(database, is_repairing)
    ]


def test_a_sound_database_has_nothing(database: Database, dump: MakeDump) -> None:
    before = dump()
    assert examined(database) == []
    assert examined(database, is_repairing=True) == []
    assert dump() == before


REPAIRABLE = CASES["repairable"]


@pytest.mark.parametrize("name", REPAIRABLE)
def test_planted_differences_are_repaired(database: Database, dump: MakeDump, name: str) -> None:
    defect, expected = REPAIRABLE[name]
    before = dump()
    database.connection.execute(statement(defect))
    found = examined(database, is_repairing=True)
    # Rows that belong to nothing also count in other sums until they are gone.
    seen = [finding for finding in found if name != "orphans" or "no such" in finding[2]]
    assert [
        list(finding[:3]) for finding in seen if finding[0] != "moves" or name != "orphans"
    ] == (expected)
    assert all(is_repairable for *_, is_repairable in seen)
    assert len(found) >= len(expected)
    # What has the rows of a sound database has no findings, but views are no rows.
    assert dump() == before
    if expected[0][0] == "views":
        assert examined(database) == []


UNHELD = "which a record cannot hold"
SENSELESS = "no value, or none that makes sense"
BEYOND_REPAIR = CASES["beyond_repair"]


@sampled("name", ((name,) for name in BEYOND_REPAIR), 5)
def test_what_cannot_be_derived_stays(database: Database, name: str) -> None:
    defect, expected = BEYOND_REPAIR[name]
    database.connection.execute(statement(defect))
    assert (*expected, False) in examined(database, is_repairing=True)
    assert (*expected, False) in examined(database)


def test_a_key_that_is_missing_is_said_to_be_none(database: Database) -> None:
    database.connection.execute(statement(REPAIRABLE["null key"][0]))
    assert [found.stored for found in examine(database)] == [None]


def test_chunks_do_not_show(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    database.connection.execute(change("keys", "(4, 9, 14, 19, 24, 29, 34, 39, 44)", "8"))
    whole = examined(database)
    monkeypatch.setattr(replay, "CHUNK_GAMES", 1)
    assert examined(database) == whole
    assert len(whole) == 15


def test_irregular_plies_are_let_stand(database: Database, tmp_path: Path, dump: MakeDump) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(ILLEGAL)
    as_played = Reader(READER.games, is_as_played=True)
    assert load(database, as_played, str(path)).stored == 1
    before = dump()
    assert examined(database) == []
    database.connection.execute(change("keys", "(3, 4, 5)", "8", "game_id = 6"))
    assert len(examined(database, is_repairing=True)) == 3
    assert dump() == before
    database.connection.execute("update games set irregular = [] where game_id = 6")
    assert examined(database) == [("mainlines", "game 6, ply 3", "turn: an illegal ply", False)]


def test_an_interrupted_repair_changes_nothing(database: Database, dump: MakeDump) -> None:
    database.connection.execute(change("keys", "(1)", "8"))
    before = dump()
    findings = examine(database, is_repairing=True)
    next(findings)
    findings.close()
    assert dump() == before


def test_a_reader_repairs_nothing(database: Database, file: Path) -> None:
    database.close()
    with open_database(file) as database:
        assert examined(database) == []
        with pytest.raises(StoreError, match="opened read-only"):
            examined(database, is_repairing=True)


def test_repaired_keys_leave_no_index_with_the_wrong_ones(database: Database) -> None:
    run = database.connection.execute
    (key,) = run("select key from position_keys where game_id = 2 and ply = 7").fetchone() or (0,)
    run(change("keys", "(7)", "it + 8", "game_id = 2"))
    update_index(database)
    examined(database, is_repairing=True)
    update_index(database)
    found = run("select ply from positions_by_key where game_id = 2 and key = ?", [key]).fetchall()
    assert (7,) in found
    wrong = run("from positions_by_key anti join position_keys using (game_id, ply, key)")
    assert wrong.fetchall() == []


def test_numbers_of_games_may_be_far_apart(database: Database) -> None:
    run = database.connection.execute
    for table in ("games", "mainlines"):
        run(f"update {table} set game_id = 2147483647 where game_id = 1")
    assert all("game 2147483647" not in where for _, where, *_ in examined(database))
