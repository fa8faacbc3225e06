"""What most tests of the store share: records to load, what reads them, and names of types."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import LoadSummary

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.mgn"
BROKEN = HERE / "broken.mgn"
READER = Reader(GAMES)

Rows = list[tuple[Any, ...]]
Dump = dict[str, Rows]
LoadText = Callable[[str], LoadSummary]
MakeDump = Callable[[], Dump]


def fetched(database: Database, query: str, *parameters: object) -> Rows:
    """Return the rows that a query finds."""
    return database.connection.execute(query, *parameters).fetchall()
