from collections.abc import Iterator
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database

TREE = Path(__file__).parent / "tree.mgn"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Database]:
    """The games of tree.mgn in a database."""
    file = tmp_path / "tree.duckdb"
    with create_database(file) as database:
        summary = load(database, Reader(GAMES), str(TREE))
        assert (summary.records, summary.stored) == (8, 8)
    with open_database(file) as database:
        yield database


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Database]:
    with create_database(tmp_path / "empty.duckdb") as database:
        yield database
