"""An explorer over some records, asked as a browser does."""

from collections.abc import Mapping
from pathlib import Path

from starlette.testclient import TestClient

from mentis_records.explorer import application
from mentis_records.explorer.application import Explorer, make_application
from mentis_records.explorer.guard import Entrance
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index

PORT = 8421
MEMORY = 1 << 30

application._SHOWN_AFTER = 30.0
"""A machine with much else to do is waited for; tests of progress say less."""


def make_database(file: Path, *sources: Path, is_indexed: bool = False) -> Path:
    """Load record files into a new database, and make the index of positions where asked to."""
    with create_database(file) as writer:
        for source in sources:
            load(writer, Reader(GAMES), str(source))
        if is_indexed:
            update_index(writer)
    return file


def make_client(
    databases: Mapping[str, Path], *, entrance: Entrance | None = None, seconds: float = 30.0
) -> TestClient:
    """Return a client of an explorer, by default of one for this machine alone."""
    explorer = Explorer(databases, MEMORY, seconds)
    return TestClient(
        make_application(explorer, entrance or Entrance(PORT)),
        base_url=f"http://127.0.0.1:{PORT}",
        follow_redirects=False,
    )
