from pathlib import Path
from typing import Any

import numpy
import pytest
from case_kit import cases_of
from store_kit import BROKEN, READER, SAMPLE, LoadText, fetched

from mentis_records.games import GAMES
from mentis_records.games.mentis.rules.tile import LEAST_OF_WOLVES
from mentis_records.notation.bulk import make_kernel
from mentis_records.store.count import continuation as branch
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import indexed_games
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position import bulk, index
from mentis_records.store.position.index import (
    IndexSummary,
    merge_runs,
    rebuild_index,
    remove_from_index,
    restart_index,
    update_index,
)
from mentis_records.store.position.index_extent import indexed_game, occurrences
from mentis_records.store.schema import positions_view

CASES = cases_of(__file__)

GAME = GAMES[0]
SUMMARY = IndexSummary(4, 81)
STATED = CASES["stated"]


def rows(database: Database) -> tuple[list[Any], list[Any], int, list[Any], list[Any]]:
    """Return what is in the index, in the order of the file where that matters."""
    keys = fetched(database, "from positions_by_key order by all")
    if not indexed_games(database.connection):
        return [], keys, indexed_game(database.connection), [], []
    return (
        fetched(database, "from mentis_features"),
        keys,
        indexed_game(database.connection),
        fetched(database, "from mentis_unions order by all"),
        fetched(database, "from mentis_attacks"),
    )


def test_the_index_has_every_position(database: Database, load_text: LoadText) -> None:
    load(database, READER, str(SAMPLE))
    assert load_text(STATED).stored == 1
    assert update_index(database) == IndexSummary(5, 84)
    run = database.connection.execute
    assert (
        run("select game_id, ply, key from positions_by_key order by all").fetchall()
        == run("select game_id, ply, key from position_keys order by all").fetchall()
    )
    kernel = make_kernel(GAME, ())
    kernel.reserve(1)
    names = [feature.name for feature in GAME.description.features]
    excerpt = GAME.description.excerpt
    assert excerpt
    attacks = [feature.name for feature in excerpt.features]
    attacked: dict[bool, list[tuple[int, ...]]] = {False: [], True: []}
    turns = run(
        """
        select game_id, ply, turn >> 3, start_position
        from position_keys join games using (game_id) order by game_id, ply
        """
    ).fetchall()
    found = run(f"select {', '.join(names)} from mentis_positions order by game_id, ply").fetchall()
    assert len(turns) == len(found) == 84
    for (game_id, ply, code, start), row in zip(turns, found, strict=True):
        if ply == 0:
            position = GAME.parse_position(start, {})
        else:
            position = GAME.play(position, GAME.decode_move(code))
        kernel.fill(0, position)
        kernel.restore_slot(0)
        told = dict(zip((*names, *attacks), kernel.features(), strict=True))
        assert row == tuple(told[name] for name in names)
        if told[excerpt.wherever]:
            shown = [told[name] for name in (*attacks, *excerpt.repeated)]
            attacked[told["captures"] >= LEAST_OF_WOLVES].append((game_id, ply, *shown))
    assert run("from mentis_attacks_of_others").fetchall() == attacked[False]
    assert run("from mentis_attacks_of_wolves").fetchall() == attacked[True]
    assert run("from mentis_attacks").fetchall() == attacked[False] + attacked[True]
    assert all(attacked.values())
    assert len(attacked[False] + attacked[True]) < len(turns)


def test_unions_have_the_bits_of_all_positions(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    names = [feature.name for feature in GAME.description.features]
    united = ", ".join(f"bit_or({name})" for name in names)
    found = fetched(database, f"select game_id, {', '.join(names)} from mentis_unions order by 1")
    query = f"select game_id, {united} from mentis_features group by 1 order by 1"
    assert found == fetched(database, query)
    assert len(found) == 4
    seen = {"empty": f"{2**49 - 1} & ~(blue | red)"}
    for side in ("blue", "red"):
        seen |= {f"{side}_{tile}": f"{side} & top_{tile}" for tile in "stn"}
        seen |= {f"{side}_any_{tile}": f"{side} & any_{tile}" for tile in "stn"}
        seen |= {
            f"{side}_others": f"{side} & (kings | wolves)",
            f"{side}_height1": f"{side} & ~height2",
            f"{side}_height2": f"{side} & height2 & ~height3",
            f"{side}_height3": f"{side} & height3",
        }
    assert {sighting.name for sighting in GAME.description.sightings} == {*seen}
    united = ", ".join(f"bit_or({expression})" for expression in seen.values())
    found = fetched(database, f"select game_id, {', '.join(seen)} from mentis_unions order by 1")
    query = f"select game_id, {united} from mentis_positions group by 1 order by 1"
    assert found == fetched(database, query)


def test_what_an_index_has_had_goes_with_it(database: Database) -> None:
    """Tables of a game that is not installed, or of what an installed one has no more."""
    load(database, READER, str(SAMPLE))
    update_index(database)
    run = database.connection.execute
    run("insert into sides values ('gone', 0, 'A')")
    for name in ("mentis_former", "gone_features", "mentis_notes", "gonebye_features"):
        run(f"create table {name} as select game_id from games")
    run("create view gone_positions as from gone_features")
    run("create view my_positions as from gone_features")
    for name in ("mentis_former", "gone_features"):
        run(f"comment on table {name} is 'of the index'")
    remove_from_index(database.connection, [2])
    counts = "select count(*) from {}"
    assert run(counts.format("mentis_former")).fetchone() == (3,)
    assert run(counts.format("gone_positions")).fetchone() == (3,)
    assert run(counts.format("mentis_notes")).fetchone() == (4,)
    rebuild_index(database)
    names = run(
        """
        select table_name from information_schema.tables
        where regexp_matches(table_name, '^(mentis|gone|my)')
        """
    ).fetchall()
    left = {name for (name,) in names}
    assert left.isdisjoint({"mentis_former", "gone_features", "gone_positions"})
    own = {"mentis_features", "mentis_unions", "mentis_positions", "mentis_games", "mentis_attacks"}
    assert left > {"mentis_notes", "gonebye_features", "my_positions", *own}


def test_the_view_means_what_it_says(database: Database, load_text: LoadText) -> None:
    load_text(STATED)
    update_index(database)
    assert {name for name, _ in positions_view("mentis").columns} > {
        "blue",
        "top_n",
        "any_s",
        "kings",
        "side",
    }
    b5, d4, c3, f6 = (1 << 29, 1 << 24, 1 << 16, 1 << 40)
    found = database.connection.execute(
        """
        select ply, side, second_t, third_n, second_n, third_s, height3, any_n, wolves,
            red_hand_t, blue_lost_s, red_lost_t, top_s, top_t
        from mentis_positions order by ply limit 1
        """
    ).fetchone()
    assert found == (*(0, 1, b5, b5, d4, d4, b5 | d4, b5 | d4, c3 | f6), *(1, 2, 1, b5, d4))


def test_an_update_adds_what_is_new(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    assert update_index(database) == SUMMARY
    first = rows(database)
    assert update_index(database) == IndexSummary(0, 0)
    assert rows(database) == first
    load(database, READER, str(SAMPLE))
    assert update_index(database) == IndexSummary(0, 0)
    load(database, READER, str(BROKEN))
    assert update_index(database).games == 1
    after = rows(database)
    assert after[0][:81] == first[0]
    rebuild_index(database)
    assert rows(database) == after


@pytest.mark.parametrize("size", [1, 30, 60])
def test_batches_and_runs_do_not_show(
    database: Database, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    before = rows(database)
    monkeypatch.setattr(index, "BATCH_POSITIONS", size)
    monkeypatch.setattr(index, "RUN_POSITIONS", 2 * size)
    monkeypatch.setattr(bulk, "MAX_STARTS", 1)
    assert rebuild_index(database) == SUMMARY
    assert rows(database) == before


def test_an_interrupted_update_goes_on(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    whole = rows(database)
    monkeypatch.setattr(index, "BATCH_POSITIONS", 1)
    monkeypatch.setattr(index, "RUN_POSITIONS", 50)
    total = 0
    for stop in (25, 75):

        def interrupt(done: int, total: int, stop: int = stop) -> None:
            if done >= stop:
                raise KeyboardInterrupt

        rebuild = rebuild_index if stop == 25 else update_index
        with pytest.raises(KeyboardInterrupt):
            rebuild(database, interrupt)
        features, keys, last, *_ = rows(database)
        assert len(features) == len(keys)
        assert last == (0, 2)[stop == 75]
        assert features == whole[0][: len(features)]
        total = len(features)
    assert update_index(database) == IndexSummary(2, 81 - total)
    assert rows(database) == whole


def test_games_of_few_positions_are_not_too_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "BATCH_POSITIONS", 8)
    sizes = numpy.array([1, 1, 1, 1, 5, 3, 9, 1])
    batches = [sizes[batch].tolist() for batch in index.cut_batches(sizes)]
    assert batches == [[1, 1], [1, 1], [5], [3], [9], [1]]


def test_progress_ends_with_all(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    told: list[tuple[int, int]] = []
    update_index(database, lambda done, total: told.append((done, total)))
    assert told[-1] == (81, 81)


def test_the_order_of_rows_does_not_matter(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    before = rows(database)
    run = database.connection.execute
    run("create temp table shuffled as from mainlines")
    run("delete from mainlines")
    run("insert into mainlines from shuffled order by game_id desc")
    rebuild_index(database)
    assert rows(database) == before


@pytest.mark.parametrize("change", CASES["positions_that_do_not_fit_are_refused"])
def test_positions_that_do_not_fit_are_refused(database: Database, change: str) -> None:
    load(database, READER, str(SAMPLE))
    database.connection.execute(f"{change} where game_id = 2")
    with pytest.raises(StoreError, match="do not fit the games"):
        update_index(database)
    assert rows(database) == ([], [], 0, [], [])


def test_the_reason_of_a_refusal_is_told(database: Database) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    database.connection.execute("drop view mentis_positions")
    database.connection.execute("alter table mentis_features drop column row1")
    restart_index(database.connection, 1)
    with pytest.raises(StoreError, match=r"club\.duckdb: .*row1"):
        update_index(database)
    assert rebuild_index(database).games > 0
    assert database.connection.execute("select row1 from mentis_positions limit 1").fetchone()


def test_a_reader_cannot_be_indexed(file: Path) -> None:
    with create_database(file) as database:
        load(database, READER, str(SAMPLE))
    with open_database(file) as database, pytest.raises(StoreError, match="opened read-only"):
        update_index(database)


@pytest.mark.parametrize("gone", [[4], [1, 3], [1, 2, 3, 4], []])
def test_games_that_are_deleted_leave_the_index(database: Database, gone: list[int]) -> None:
    load(database, READER, str(SAMPLE))
    update_index(database)
    run = database.connection.execute
    database.connection.begin()
    for table in ("games", "mainlines"):
        run(f"delete from {table} where game_id in (select unnest(?::integer[]))", [gone])
    remove_from_index(database.connection, gone)
    database.connection.commit()
    left = rows(database)
    assert {row[0] for row in left[0]} == {row[1] for row in left[1]} == {1, 2, 3, 4} - {*gone}
    assert [row[0] for row in left[3]] == sorted({1, 2, 3, 4} - {*gone})
    run("delete from sources")
    stored = load(database, READER, str(SAMPLE)).stored
    assert stored == len(gone)
    assert update_index(database).games == stored
    after = rows(database)
    rebuild_index(database)
    assert rows(database) == after


def test_runs_are_merged_when_there_are_many(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(database, READER, str(SAMPLE))
    monkeypatch.setattr(index, "BATCH_POSITIONS", 1)
    monkeypatch.setattr(index, "RUN_POSITIONS", 1)
    update_index(database)
    before = rows(database)
    assert not merge_runs(database)
    monkeypatch.setattr(index, "MAX_RUNS", 3)
    assert merge_runs(database)
    assert rows(database) == before
    keys = fetched(database, "select key from positions_by_key")
    assert keys == sorted(keys, key=lambda key: key[0] >> 47)
    assert not merge_runs(database)


@pytest.mark.parametrize("indexed", [0, 1, 2])
def test_positions_are_found_with_and_without_the_index(database: Database, indexed: int) -> None:
    """With none, a part, and all of the games in the index."""
    for number, path in enumerate((SAMPLE, BROKEN)):
        load(database, READER, str(path))
        if number < indexed:
            update_index(database)
    wanted = fetched(database, "select key, game_id, ply from position_keys order by all")
    assert fetched(database, f"from {occurrences(database)} order by all") == wanted
    start = GAME.start_position({})
    keys = [start.canonical_key]
    plays, found = branch.fetch_branches(database, "mentis", keys)
    assert sum(play.times for play in plays) == 4
    reach = branch.fetch_reach(database, "mentis", keys)[start.canonical_key]
    assert sum(reach.results.values()) == 4
    assert set(found) == {(start.canonical_key, play.after & -8) for play in plays}
