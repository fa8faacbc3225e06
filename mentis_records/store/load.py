"""Load sources: every record becomes a game, a duplicate or a quarantined text.

A source is what a path names: one file, all texts of an archive included, or standard input.
It is known by the SHA-256 of its bytes and loaded in one transaction: whole or not at all. Of
an archive's texts, ``source_member`` has the name, and ``source_index`` counts through all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import duckdb

from mentis_records.core.record import Record
from mentis_records.core.text import encodable
from mentis_records.notation.read import Reader
from mentis_records.notation.reading import Reading
from mentis_records.store import schema
from mentis_records.store.batch import Batch
from mentis_records.store.database import Database
from mentis_records.store.duplicate import Finder
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.identity import Content, occasion_of
from mentis_records.store.row import (
    Place,
    content_of,
    duplicate_row,
    effective_options,
    game_row,
    quarantine_row,
)
from mentis_records.store.source_file import SourceFile, open_source_file

BATCH_RECORDS = 2_000
BATCH_CHARACTERS = 16_000_000
"""A batch is written when it has this many records, or their texts this many characters."""

PROGRESS_RECORDS = 100

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class LoadSummary:
    """What a load did: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    All are 0 when the source ``is_known``: loaded before, and nothing was done.
    """

    source: str
    records: int = 0
    stored: int = 0
    duplicates: int = 0
    quarantined: int = 0
    is_known: bool = False


def load(
    database: Database, reader: Reader, path: str, progress: Progress | None = None
) -> LoadSummary:
    """Load a source into a database opened with ``Database.create``.

    ``progress`` is told from time to time how many records have been read.

    Raises:
        OSError: the source cannot be read.
        StoreError: the database cannot take it, or the file changed meanwhile; nothing of the
            source is then in the database, as after any other exception.
    """
    if not database.is_writable:
        raise StoreError(f"{database.path}: opened for reading only")
    with open_source_file(path) as file:
        connection = database.connection
        try:
            connection.begin()
            try:
                summary = _load(connection, reader, path, file, progress)
                if file.has_changed():
                    raise StoreError(f"{path}: changed while it was read; nothing was loaded")
                connection.commit()
            except BaseException:
                with suppress(duckdb.Error):
                    connection.rollback()
                raise
        except duckdb.Error as error:
            raise StoreError(f"{database.path}: {first_line(error)}") from None
    return summary


def _load(
    connection: duckdb.DuckDBPyConnection,
    reader: Reader,
    path: str,
    file: SourceFile,
    progress: Progress | None,
) -> LoadSummary:
    known = connection.execute("select 1 from sources where sha256 = ?", [file.sha256]).fetchone()
    if known is not None:
        return LoadSummary(path, is_known=True)
    loader = _Loader(connection, reader, path)
    for reading in reader.read_path(file.path):
        loader.take(reading, reading.source.removeprefix(file.path).removeprefix(":") or None)
        if progress is not None and loader.summary.records % PROGRESS_RECORDS == 0:
            progress(loader.summary.records)
    loader.write()
    if progress is not None:
        progress(loader.summary.records)
    loader.add_source(file)
    return loader.summary


@dataclass(frozen=True, slots=True)
class _Pending:
    """A sound record of which it is not yet known whether it repeats a game."""

    place: Place
    text: str
    record: Record
    options: dict[str, str]
    content: Content


class _Loader:
    """Takes the readings of one source and writes them batch by batch."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, reader: Reader, path: str) -> None:
        self._connection = connection
        self._defaults = reader.defaults
        self._source_id = self._next("source_id", schema.SOURCES)
        self._game_id = self._next("game_id", schema.GAMES_TABLE)
        self._batch = Batch()
        self._pending: list[_Pending] = []
        self._characters = 0
        self.summary = LoadSummary(path)

    def take(self, reading: Reading, member: str | None) -> None:
        """Take a reading; write when a batch is full."""
        summary = self.summary = replace(self.summary, records=self.summary.records + 1)
        name = None if member is None else encodable(member)
        place = Place(self._source_id, summary.records, name, reading.line)
        if reading.record is None:
            row = quarantine_row(place, reading.text, reading.diagnostics)
            self._batch.add(schema.QUARANTINE, row)
            self.summary = replace(summary, quarantined=summary.quarantined + 1)
        else:
            options = effective_options(reading.record, self._defaults)
            content = content_of(reading.record, options)
            pending = _Pending(place, reading.text, reading.record, options, content)
            self._pending.append(pending)
        self._characters += len(reading.text)
        if summary.records % BATCH_RECORDS == 0 or self._characters > BATCH_CHARACTERS:
            self.write()

    def write(self) -> None:
        """Tell games from duplicates and write what was taken."""
        finder = Finder(self._connection, [found.content.key for found in self._pending])
        stored = 0
        for found in self._pending:
            record, key = found.record, found.content.key
            occasion = occasion_of(schema.DESCRIPTION_OF[record.game], record.tags, record.result)
            kept = finder.find(found.content, occasion)
            if kept is not None:
                row = duplicate_row(kept, found.place, record, found.text)
                self._batch.add(schema.DUPLICATES, row)
                continue
            game_id = self._game_id + stored
            stored += 1
            finder.add(game_id, found.content, occasion)
            row = game_row(game_id, found.place, record, found.options, key)
            self._batch.add(schema.GAMES_TABLE, row)
            self._batch.add_plies(game_id, record, found.content.codes)
        self._batch.write(self._connection)
        repeated = len(self._pending) - stored
        self._game_id += stored
        self._pending.clear()
        self._characters = 0
        self.summary = replace(
            self.summary,
            stored=self.summary.stored + stored,
            duplicates=self.summary.duplicates + repeated,
        )

    def add_source(self, file: SourceFile) -> None:
        """Add the row of the source, with the counts."""
        done = self.summary
        counts = (done.records, done.stored, done.duplicates, done.quarantined)
        now = datetime.now(UTC).replace(tzinfo=None)
        row = (self._source_id, encodable(done.source), file.sha256, file.size, now, *counts)
        self._batch.add(schema.SOURCES, row)
        self._batch.write(self._connection)

    def _next(self, column: str, table: schema.Table) -> int:
        query = f"select coalesce(max({column}), 0) + 1 from {table.name}"  # noqa: S608 - schema's
        found = self._connection.execute(query).fetchone()
        return int(found[0]) if found else 1
