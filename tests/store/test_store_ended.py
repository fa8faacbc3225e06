"""Games that the board has ended and whose records state no result: stored, mended, exported."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_store_doctor import Dump, examined

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.record import fetch_game_ids, fetch_texts

SHUFFLE = "1. d1-c1 d7-c7\n2. c1-d1 c7-d7\n3. d1-c1 d7-c7\n4. c1-d1 c7-d7\n"
CAPTURE = "1. Nd2 Sb7\n2. d2-d3-d4-d5 Sf7\n3. d5-d6 Sb7\n4. d6xd7\n"
ENDS = [("1-0", "king captured"), ("1/2-1/2", "repetition")]


def ends(database: Database) -> list[tuple[Any, ...]]:
    query = "select result, termination from games order by game_id"
    return database.connection.execute(query).fetchall()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("strict", [False, True])
def test_listings_are_stored_with_the_end_that_the_board_shows(
    database: Database, tmp_path: Path, strict: bool, jobs: int
) -> None:
    path = tmp_path / "listings.txt"
    path.write_text(CAPTURE + SHUFFLE)
    load(database, Reader(GAMES, {}, strict), str(path), jobs)
    assert ends(database) == ENDS
    assert examined(database) == []
    texts = list(fetch_texts(database, fetch_game_ids(database)))
    path.write_text("\n".join(map(str, texts)))
    with create_database(tmp_path / "again.duckdb") as again:
        load(again, Reader(GAMES), str(path), jobs)
        assert ends(again) == ENDS
        keys = "select content_key, ply_count from games order by game_id"
        assert again.connection.execute(keys).fetchall() == (
            database.connection.execute(keys).fetchall()
        )
    summary = load(database, Reader(GAMES), str(path), jobs)
    assert (summary.stored, summary.duplicates) == (0, 2)


LACKING = "result = '*', termination = 'king captured'"
ENDED = {
    "as listings were stored": (f"update games set {LACKING} where game_id = 1", ["result"]),
    "a draw": ("update games set result = '*' where game_id = 2", ["result"]),
    "another ending": (
        "update games set result = '*', termination = 'unterminated' where game_id = 1",
        ["result", "termination"],
    ),
    "no ending": (
        "update games set result = '*', termination = null where game_id = 2",
        ["result", "termination"],
    ),
    "a game that has learned": (
        "update games set said = map {'Result': '*', 'Termination': 'king captured'} "
        "where game_id = 1",
        ["said: Result"],
    ),
    "a copy": (
        "update duplicates set result = '*', tags = map_concat(tags, map {'Result': '*'})",
        ["result"],
    ),
}


@pytest.mark.parametrize("name", ENDED)
def test_what_the_board_has_ended_gets_its_result(
    database: Database, load_text: Callable[[str], Any], dump: Callable[[], Dump], name: str
) -> None:
    load_text(CAPTURE + SHUFFLE)
    load_text(CAPTURE)
    assert examined(database) == []
    before = dump()
    assert ends(database) == ENDS
    statement, expected = ENDED[name]
    database.connection.execute(statement)
    found = examined(database)
    assert [what for _, _, what, _ in found] == expected
    assert all(is_repairable for *_, is_repairable in found)
    assert [what for _, _, what, _ in examined(database, is_repairing=True)] == expected
    assert examined(database) == []
    after = dump()
    if name == "a game that has learned":
        (said,) = database.connection.execute("select said from games where game_id = 1").fetchone()
        assert said == {"Result": "1-0", "Termination": "king captured"}
        return
    assert after == before


def test_a_result_that_the_board_contradicts_is_left(
    database: Database, load_text: Callable[[str], Any]
) -> None:
    load_text(CAPTURE)
    database.connection.execute("update games set result = '0-1'")
    ((_, where, what, is_repairable),) = examined(database)
    assert (where, is_repairable) == ("game 1", False)
    assert what.startswith("written out: result-contradicts-board: the result is 0-1")
