"""Databases of records that are written by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

RECORD = """\
[Event "Hand"]
[Site "?"]
[Date "2024.01.01"]
[Round "{number}"]
[Blue "Ada"]
[Red "Bert"]
[Result "{result}"]
[Variant "{variant}"]

{moves} {result}

"""


@contextmanager
def loaded(folder: Path, text: str, stored: int | None = None) -> Iterator[Database]:
    """Give a database, in a folder, of a text's records, of which ``stored`` are games."""
    source = folder / "games.mgn"
    source.write_text(text, encoding="utf-8")
    with create_database(folder / "games.duckdb") as database:
        assert load(database, Reader(GAMES), str(source)).stored == stored or stored is None
        yield database
