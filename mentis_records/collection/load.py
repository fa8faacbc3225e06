"""Record files loaded into a database: ``mentis load`` as a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mentis_records.collection.record_reader import AnyPath, Paths, find_files, make_reader
from mentis_records.collection.rows import Rows
from mentis_records.games import DEFAULT_GAME
from mentis_records.store.file.memory_limit import WRITING_BYTES
from mentis_records.store.load.load import LoadSummary, Progress
from mentis_records.store.load.load_many import load_many
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index

DATABASE = "mentis.duckdb"
"""The database that is meant where none is named."""


class Loaded(Rows[LoadSummary]):
    """What was done with each source, in order; ``closed`` has the reasons by unreadable path."""

    def __init__(self, values: Iterable[LoadSummary], closed: Mapping[str, OSError]) -> None:
        """Keep what was done."""
        super().__init__(LoadSummary, values)
        self.closed = dict(closed)

    @property
    def stored(self) -> int:
        """Return how many games were stored."""
        return sum(each.stored for each in self)

    @property
    def quarantined(self) -> int:
        """Return how many records of these sources are in quarantine, now or from before."""
        return sum(each.quarantined + each.refused for each in self)

    @property
    def is_clean(self) -> bool:
        """Tell whether the command would end with exit code 0: all records are stored."""
        return not self.quarantined and not self.closed


def load(
    paths: Paths,
    db: AnyPath = DATABASE,
    *,
    options: Mapping[str, str] | None = None,
    rules: str = DEFAULT_GAME,
    is_strict: bool = False,
    is_as_played: bool = False,
    encoding: str = "",
    jobs: int = 1,
    with_index: bool = True,
) -> Loaded:
    """Load record files into a database, which is made if there is none, as ``mentis load`` does.

    A file is loaded whole or not at all, and only once. Records with errors go to quarantine with
    the reasons: that is no exception. The database must not be open for reading meanwhile.

    >>> import mentis_records
    >>> done = mentis_records.load("data/rulebook.mgn", "evening.duckdb")
    >>> done.stored, done.quarantined, done.is_clean
    (2, 0, True)

    Args:
        paths: a file (``.mgn``, ``.txt``, ``.json``, ``.trl``, also ``.gz``, ``.zst`` or ``.zip``
            of them), a folder, a pattern, or several of them.
        db: the file of the database.
        options: settings of records without their tags, such as ``{"Variant": "Wolf"}``.
        rules: the slug of the game of records that name none.
        is_strict: makes warnings errors.
        is_as_played: lets illegal plies stand that the board can follow.
        encoding: that of the files, by default UTF-8.
        jobs: how many threads read.
        with_index: also brings the positions index up to date, which queries need.

    Returns:
        A row a source (``LoadSummary``): counts of records.

    Raises:
        KeyError: there is no such game.
        OSError: a file cannot be read; those before it are loaded.
        StoreError: the database cannot take a source; nothing of it is stored.
        ValueError: there is no such setting, value or encoding.
    """
    reader = make_reader(options, rules, is_strict, is_as_played, encoding)
    found = find_files(paths)
    with create_database(Path(db), WRITING_BYTES) as database:
        done = Loaded(load_many(database, reader, found.files, jobs, _unwatched), found.closed)
        if with_index:
            update_index(database)
    return done


@contextmanager
def _unwatched(name: str) -> Iterator[Progress]:
    yield lambda records, meter: None
