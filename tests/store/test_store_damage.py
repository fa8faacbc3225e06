"""Mainlines that others have damaged are told by whoever reads them; nothing else comes of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from mainline_change import change
from store_kit import SAMPLE

from mentis_records.games import GAMES
from mentis_records.store.count.continuation import fetch_branches
from mentis_records.store.count.result import fetch_first_plies
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.position.index import rebuild_index
from mentis_records.store.record import fetch_record

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
def file(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
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
