"""Deleting takes all that belongs to a game, and the sums stay right; vacuum gives room back."""

from pathlib import Path

import duckdb
import numpy
import pytest
from case_kit import cases_of
from store_kit import BROKEN, READER, SAMPLE, Dump, LoadText, MakeDump, Rows, fetched

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from mentis_records.query.plan.compile import select
from mentis_records.statistics.tree import opening_tree
from mentis_records.store import vacuum as vacuum_module
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, fetch_encounters
from mentis_records.store.database import Database
from mentis_records.store.delete import Deletion, delete_games
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.game_list import count_games
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.player import fetch_namesakes, fetch_players, merge_players
from mentis_records.store.position.index import update_index
from mentis_records.store.record import fetch_record
from mentis_records.store.schema import TABLES
from mentis_records.store.selection import EVERY_GAME, select_ids
from mentis_records.store.vacuum import vacuum

CASES = cases_of(__file__)

BLOCK = 262_144
"""Bytes by which the engine's files grow and shrink."""


@pytest.fixture
def full(database: Database, tmp_path: Path) -> Path:
    """Two sources and a third that repeats the first; the third one's path."""
    for path in (SAMPLE, BROKEN):
        load(database, READER, str(path))
    again = tmp_path / "again.mgn"
    again.write_text("\n" + SAMPLE.read_text())
    assert load(database, READER, str(again)).duplicates == 4
    return again


def sources(database: Database) -> Rows:
    query = """
        select source_id, records, stored, duplicates, quarantined, deleted
        from sources order by all
        """
    return fetched(database, query)


def test_a_game_goes_with_all_that_is_its(database: Database, full: Path, dump: MakeDump) -> None:
    before = dump()
    assert delete_games(database, select_ids([3])) == Deletion(1, 1, 0)
    after = dump()
    for table in dict.fromkeys((*TABLES, *all_index_tables(database.connection))):
        names = [column.name for column in table.columns]
        if "game_id" in names:
            at = names.index("game_id")
            kept = [row for row in before[table.name] if row[at] != 3]
            assert after[table.name] == kept, table.name
    assert len(before["comments"]) > len(after["comments"])
    assert len(before["variation_plies"]) > len(after["variation_plies"])
    assert len(before["moves"]) > len(after["moves"])
    assert after["quarantine"] == before["quarantine"]
    assert sources(database) == [(1, 4, 3, 0, 0, 1), (2, 2, 1, 0, 1, 0), (3, 4, 0, 3, 0, 1)]
    assert list(examine(database)) == []


def test_what_is_left_of_nothing_is_forgotten(
    database: Database, full: Path, dump: MakeDump
) -> None:
    assert delete_games(database, select(['source = "sample.mgn"'])) == Deletion(4, 4, 2)
    assert sources(database) == [(2, 2, 1, 0, 1, 0)]
    assert list(examine(database)) == []
    assert load(database, READER, str(SAMPLE)) == LoadSummary(str(SAMPLE), 4, 4, 0, 0)
    assert delete_games(database, EVERY_GAME).games == 5
    assert sources(database) == [(2, 2, 0, 0, 1, 1)]
    assert dump()["moves"] == []
    assert delete_games(database, EVERY_GAME) == Deletion(0, 0, 0)
    assert list(examine(database)) == []


def test_no_game_no_change(database: Database, full: Path, dump: MakeDump) -> None:
    before = dump()
    assert delete_games(database, select_ids([99])) == Deletion(0, 0, 0)
    assert delete_games(database, select(["plies > 1000"])) == Deletion(0, 0, 0)
    assert dump() == before


def test_a_reader_deletes_nothing(database: Database, full: Path, file: Path) -> None:
    database.close()
    with open_database(file) as opened, pytest.raises(StoreError, match="opened read-only"):
        delete_games(opened, EVERY_GAME)


def rows(file: Path) -> Dump:
    with open_database(file) as database:
        run = database.connection.execute
        tables = dict.fromkeys((*TABLES, *all_index_tables(database.connection)))
        return {table.name: run(f"from {table.name}").fetchall() for table in tables}


def comments(file: Path) -> Rows:
    query = "select table_name, column_name, comment from duckdb_columns() where not internal"
    with open_database(file) as database:
        return fetched(database, f"{query} order by all")


def fill(file: Path, records: int) -> Path:
    """Make an indexed database of so many games; return the path of the records."""
    path = file.with_suffix(".mgn")
    plies = "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6"
    path.write_text("\n".join(f'[Event "{number}"]\n\n{plies} *\n' for number in range(records)))
    with create_database(file) as database:
        load(database, Reader(GAMES), str(path))
        update_index(database)
        database.connection.execute("checkpoint")
    return path


@pytest.mark.ci
def test_vacuum_gives_room_back(file: Path, tmp_path: Path) -> None:
    """What is left takes no more than if nothing else had ever been there."""
    few = tmp_path / "few.duckdb"
    fill(few, 10)
    path = fill(file, 20_000)
    with create_database(file) as database:
        delete_games(database, select(["game > 10"]))
    deleted = file.stat().st_size - few.stat().st_size
    assert deleted > 3_000_000
    file.chmod(0o640)
    before, known = rows(file), comments(file)
    done = vacuum(file)
    assert done.after == file.stat().st_size <= few.stat().st_size + BLOCK
    assert done.before - done.after >= deleted - BLOCK
    assert rows(file) == before
    assert comments(file) == known
    assert file.stat().st_mode & 0o777 == 0o640
    names = ["club.duckdb", "club.mgn", "few.duckdb", "few.mgn"]
    assert sorted(found.name for found in tmp_path.iterdir()) == names
    with create_database(file) as database:
        assert list(examine(database)) == []
        assert load(database, Reader(GAMES), str(path)).is_known


def test_vacuum_leaves_what_it_cannot_copy(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError, match="no such database"):
        vacuum(file)
    create_database(file).close()
    before = file.read_bytes()

    def fail(connection: duckdb.DuckDBPyConnection, copy: Path) -> None:
        connection.execute(f"attach '{copy}' as new")
        connection.execute("create table new.half as from range(100_000)")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(vacuum_module, "_copy", fail)
    with pytest.raises(StoreError, match="No space left"):
        vacuum(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


# Players: all names of one, who met whom, and an Elo of 0, which is no rating


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
ROWS = CASES["rows"]


@pytest.fixture
def club(database: Database, load_text: LoadText) -> Database:
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
def filled(database: Database, load_text: LoadText) -> Database:
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
