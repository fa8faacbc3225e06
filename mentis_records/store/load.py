"""Load sources: every record becomes a game, a duplicate or a quarantined text.

A source is what a path names: one file, all texts of an archive included, or standard input.
It is known by the SHA-256 of its bytes and loaded in one transaction: whole or not at all. Of
an archive's texts, ``source_member`` has the name, and ``source_index`` counts through all.

A plain text whose first bytes are a known source has grown: it is a source of its own, of the
records that the other one has not. Where the last record of that one has changed, it is a new one,
and what it was taken for is taken back (``outgrown``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import duckdb

from mentis_records.core.diagnostic import Severity
from mentis_records.core.text import encodable
from mentis_records.notation.read import Reader
from mentis_records.notation.reading import Reading
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.source import Meter
from mentis_records.store import schema
from mentis_records.store.appending import appending
from mentis_records.store.batch import insert_rows
from mentis_records.store.beside import Beside
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import StoreError
from mentis_records.store.intake import Intake, next_number
from mentis_records.store.memory import WRITING_BYTES
from mentis_records.store.outgrown import discard_outgrown
from mentis_records.store.row import Place
from mentis_records.store.source_file import SourceFile, open_source_file

Progress = Callable[[int, "Meter"], None]
"""Told how many records have been read, and how much of the source."""


@dataclass(frozen=True, slots=True)
class LoadSummary:
    """What a load did: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    All are 0 when the source ``is_known``: loaded before, and nothing was done; ``refused`` of its
    records are in quarantine. ``earlier``
    records at its beginning were loaded before it grew, and are not among the others. ``outgrown``
    ones were taken back: the source has others in their place since it grew. ``warnings`` were
    told of the records, those in quarantine included.
    """

    source: str
    records: int = 0
    stored: int = 0
    duplicates: int = 0
    quarantined: int = 0
    is_known: bool = False
    earlier: int = 0
    outgrown: int = 0
    refused: int = 0
    warnings: int = 0


def load(
    database: Database,
    reader: Reader,
    path: str,
    jobs: int = 1,
    progress: Progress | None = None,
) -> LoadSummary:
    """Load a source into a database opened with ``Database.create``.

    Args:
        database: where the games go.
        reader: how to read.
        path: a file, an archive, or ``-`` for standard input.
        jobs: how many threads may read at a time.
        progress: is told from time to time how far the load has come.

    Raises:
        OSError: the source cannot be read.
        StoreError: the database cannot take it, or the file changed meanwhile; nothing of the
            source is then in the database, as after any other exception.
    """
    with open_source_file(path) as file, transaction(database) as connection:
        # What is written beside waits in memory.
        has_room = (database.memory_limit or WRITING_BYTES) >= WRITING_BYTES
        summary = _load(connection, reader, path, file, jobs, has_room, progress)
        if file.has_changed():
            raise StoreError(f"{path}: changed while it was read; nothing was loaded")
    return summary


def _load(
    connection: duckdb.DuckDBPyConnection,
    reader: Reader,
    path: str,
    file: SourceFile,
    jobs: int,
    has_room: bool,
    progress: Progress | None,
) -> LoadSummary:
    refused = _find_refused(connection, file)
    if refused is not None:
        return LoadSummary(path, is_known=True, refused=refused)
    beginnings = _find_beginnings(connection, file)
    kept = reader.count_kept(file.path, max(beginnings.values())) if beginnings else None
    earlier = kept or 0
    meter = Meter(file.size)
    found_records = reader.read_sheets(file.path, jobs, meter, has_notes=False, skipped=earlier)
    beside = Beside(jobs > 1 and has_room)
    grown_from = max(beginnings, key=lambda number: beginnings[number], default=None)
    loader = _Loader(connection, reader, path, earlier, grown_from, beside)
    with appending(connection), beside:
        for found in found_records:
            member = found.source.removeprefix(file.path).removeprefix(":") or None
            loader.begin(member)
            if isinstance(found, Sheet):
                loader.take_sheet(found)
                for _, reading in found.explained:
                    loader.take(reading)
            else:
                loader.take(found)
            if progress is not None:
                progress(loader.records, meter)
        loader.write()
    with beside:
        summary = loader.finish(file)
    if kept is None:
        return summary
    outgrown = discard_outgrown(connection, loader.source_id, list(beginnings), kept)
    return replace(summary, outgrown=outgrown)


def _find_refused(connection: duckdb.DuckDBPyConnection, file: SourceFile) -> int | None:
    """Return how many records of a file that has been loaded are in quarantine, else None.

    Its hash is asked for only if its size is known.
    """
    query = "select sha256, quarantined from sources where bytes = ?"
    refused = dict(connection.execute(query, [file.size]).fetchall())
    return refused.get(file.sha256) if refused else None


def _find_beginnings(connection: duckdb.DuckDBPyConnection, file: SourceFile) -> dict[int, int]:
    """Return the numbers of the known sources with which a file begins, with their sizes."""
    rows = connection.execute(
        "select bytes, source_id, sha256 from sources where bytes between 1 and $last order by 1",
        {"last": file.size - 1},
    ).fetchall()
    hashes = dict(file.hashes_at(dict.fromkeys(size for size, _, _ in rows)))
    return {number: size for size, number, sha256 in rows if hashes[size] == sha256}


class _Loader:
    """Takes what is read of one source, and counts its records."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        reader: Reader,
        path: str,
        earlier: int,
        grown_from: int | None,
        beside: Beside,
    ) -> None:
        self._connection = connection
        self._earlier = earlier
        self._grown_from = grown_from if earlier else None
        self._path = path
        self._defaults = dict(reader.defaults)
        self.source_id = next_number(connection, "source_id", schema.SOURCES)
        self._intake = Intake(connection, reader.defaults, beside)
        self._member: str | None = None
        self._before = 0
        self.records = 0
        self._warnings = 0

    @property
    def summary(self) -> LoadSummary:
        """Return what has been done; nothing may wait to be written."""
        counts = self._intake.tally.of(self.source_id)
        return LoadSummary(
            self._path, self.records, *counts, earlier=self._earlier, warnings=self._warnings
        )

    def begin(self, member: str | None) -> None:
        """Begin a text of the source, unless it is the one that was begun last."""
        if member != self._member or not self.records:
            self._member = member
            self._before = self.records

    def take(self, reading: Reading) -> None:
        """Take a record that was read by itself."""
        self.records += 1
        self._warnings += sum(each.severity is Severity.WARNING for each in reading.diagnostics)
        self._intake.take(self._place(reading.index, reading.line), reading)

    def take_sheet(self, sheet: Sheet) -> None:
        """Take the sound records of a sheet."""
        self.records += self._intake.take_sheet(self._place(sheet.first, sheet.block.line), sheet)

    def _place(self, index: int, line: int) -> Place:
        """Return where the record of the text with this number and first line stands."""
        name = None if self._member is None else encodable(self._member)
        return Place(self.source_id, self._before + index, name, line)

    def write(self) -> None:
        """Write what was taken; more may come."""
        self._intake.write()

    def finish(self, file: SourceFile) -> LoadSummary:
        """Write what was taken, and the row of the source with the counts."""
        self._intake.finish()
        done = self.summary
        counts = (done.records, done.stored, done.duplicates, done.quarantined, 0)
        now = datetime.now(UTC).replace(tzinfo=None)
        name = encodable(done.source)
        read = (self._defaults, self._grown_from)
        row = (self.source_id, name, file.sha256, file.size, now, *counts, *read)
        insert_rows(self._connection, schema.SOURCES, [row])
        self._intake.tally.forget(self.source_id)
        self._intake.tally.write(self._connection)
        return done
