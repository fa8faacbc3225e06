"""The census: the same sums however games are cut, selected or stored; defects are refused."""

from pathlib import Path

import pytest
from mainline_change import change
from store_kit import READER, SAMPLE, LoadText, fetched

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.count import replay_counts as census
from mentis_records.store.count.length import fetch_periods
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.position import bulk
from mentis_records.store.selection import Selection, select_ids

GAME = GAMES[0]
STATED = """
[Variant "Wolf"]
[Position "3k3/5w1/1(nts)5/3(SNT)3/2W4/7/3K3 r -/t1 9"]

9... b5#-b4 10. d4-d5-d6 *
"""
ILLEGAL = """
[Result "*"]

1. TSNd2 TSNd6 2. d2-d4 TSNc6 *
"""


def sums(database: Database, selection: Selection | None = None) -> dict[str, list[int]]:
    found = take_census(database, GAME, selection or Selection())
    return {slug: table.cells.ravel().tolist() for slug, table in found.tables.items()}


@pytest.fixture
def full(database: Database, load_text: LoadText) -> Database:
    load(database, READER, str(SAMPLE))
    load_text(STATED)
    return database


def test_counts_every_position_once(full: Database) -> None:
    ((positions,),) = fetched(full, "select count(*) from position_keys")
    found = sums(full)
    assert sum(found["positions"]) == positions == 84
    assert sum(found["turns"]) == sum(found["choices"]) == 84 - 5
    assert found["balance"] == [5, 0]


def test_counts_games_by_year_and_month(full: Database) -> None:
    slug = GAME.description.slug
    assert fetch_periods(full, slug) == {"": 2, "2010": 2, "2024": 1}
    assert fetch_periods(full, slug, has_months=True) == {"": 4, "2024.05": 1}


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
