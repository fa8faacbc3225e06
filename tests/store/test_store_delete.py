"""Deleting takes all that belongs to a game, and the sums stay right; vacuum gives room back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from store_kit import BROKEN, READER, SAMPLE

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.query.plan.compile import select
from mentis_records.store import vacuum as vacuum_module
from mentis_records.store.database import Database
from mentis_records.store.delete import Deletion, delete_games
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import all_index_tables
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.schema import TABLES
from mentis_records.store.selection import EVERY_GAME, select_ids
from mentis_records.store.vacuum import vacuum

BLOCK = 262_144
"""Bytes by which the engine's files grow and shrink."""

Dump = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def full(database: Database, tmp_path: Path) -> Path:
    """Two sources and a third that repeats the first; the third one's path."""
    for path in (SAMPLE, BROKEN):
        load(database, READER, str(path))
    again = tmp_path / "again.mgn"
    again.write_text("\n" + SAMPLE.read_text())
    assert load(database, READER, str(again)).duplicates == 4
    return again


def sources(database: Database) -> list[tuple[Any, ...]]:
    query = """
        select source_id, records, stored, duplicates, quarantined, deleted
        from sources order by all
        """
    return database.connection.execute(query).fetchall()


def test_a_game_goes_with_all_that_is_its(
    database: Database, full: Path, dump: Callable[[], Dump]
) -> None:
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
    database: Database, full: Path, dump: Callable[[], Dump]
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


def test_no_game_no_change(database: Database, full: Path, dump: Callable[[], Dump]) -> None:
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


def comments(file: Path) -> list[tuple[Any, ...]]:
    query = "select table_name, column_name, comment from duckdb_columns() where not internal"
    with open_database(file) as database:
        return database.connection.execute(f"{query} order by all").fetchall()


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
