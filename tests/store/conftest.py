from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from store_kit import READER, Dump, LoadText, MakeDump

from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database
from mentis_records.store.schema import TABLES


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    with create_database(file) as database:
        yield database
        with suppress(StoreError):  # closed by the test
            # Nobody reads the file any more.
            database.connection.execute("pragma disable_checkpoint_on_shutdown")


@pytest.fixture
def load_text(database: Database, tmp_path: Path) -> LoadText:
    """Load a text as a file of its own."""
    count = 0

    def load_text(text: str) -> LoadSummary:
        nonlocal count
        count += 1
        path = tmp_path / f"text{count}.mgn"
        path.write_text(text, encoding="utf-8")
        return load(database, READER, str(path))

    return load_text


@pytest.fixture
def dump(database: Database) -> MakeDump:
    """Return all rows of all tables."""

    def dump() -> Dump:
        run = database.connection.execute
        return {table.name: run(f"from {table.name} order by all").fetchall() for table in TABLES}

    return dump
