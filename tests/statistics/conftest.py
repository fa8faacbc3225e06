"""The games of tree.mgn, and none, in databases that tests only read."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mentis_records.store.database import Database
from mentis_records.store.open import open_database


@pytest.fixture(scope="session")
def opened(
    tmp_path_factory: pytest.TempPathFactory, place_loaded: Callable[..., Path]
) -> Iterator[Database]:
    file = tmp_path_factory.mktemp("tree") / "tree.duckdb"
    place_loaded(file, Path(__file__).parent / "tree.mgn", is_indexed=False)
    with open_database(file) as database:
        row = database.connection.execute("select count(*) from games").fetchone()
        assert row == (8,)
        yield database


@pytest.fixture(scope="session")
def empty(
    tmp_path_factory: pytest.TempPathFactory, place_loaded: Callable[..., Path]
) -> Iterator[Database]:
    file = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    with open_database(place_loaded(file, is_indexed=False)) as database:
        yield database
