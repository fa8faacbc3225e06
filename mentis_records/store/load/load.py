"""Load sources: every record becomes a game, a duplicate or a quarantined text.

A source is what a path names: one file, all texts of an archive included, or standard input.
It is known by the SHA-256 of its bytes and loaded in one transaction: whole or not at all. Of
an archive's texts, ``source_member`` has the name, and ``source_index`` counts through all.

A source whose first bytes are a known one has grown: what that one has brought is taken back
(``retake``), and all of it is read anew in its place. Texts under 32 bytes and archives under 64
count as such beginnings under the same name only: many files begin alike. A source of which nothing
was stored because of its encoding is read anew, too, if it is loaded with another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import duckdb

from mentis_records.core.diagnostic import Severity
from mentis_records.core.text import encodable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.code import (
    CHESS_GAME,
    GAME_FAULT,
    GAME_UNKNOWN,
    NOT_UTF8,
    OTHER_ENCODING,
    SOURCE_FOREIGN,
)
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.source.source_text import Meter
from mentis_records.store import schema
from mentis_records.store.database import Database, transaction
from mentis_records.store.delete import discard_unplayed_moves
from mentis_records.store.error import StoreError
from mentis_records.store.file.grown_source import (
    Beginning,
    count_records,
    find_beginning,
    find_records,
)
from mentis_records.store.file.memory_limit import WRITING_BYTES
from mentis_records.store.file.source_file import SourceFile, open_source_file
from mentis_records.store.load.edit import edit_again
from mentis_records.store.load.intake import Intake, next_number
from mentis_records.store.load.pair_verdict import judge_again
from mentis_records.store.load.resolved import Resolved, resolve_entries
from mentis_records.store.load.retake import take_back
from mentis_records.store.load.writer_thread import Beside
from mentis_records.store.row.appending import appending
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.row.place import Place

if TYPE_CHECKING:
    from mentis_records.notation.sweep import Sweep

_OTHER_ENCODINGS = (NOT_UTF8.id, OTHER_ENCODING.id)
"""Codes of records that another encoding may make readable."""

Progress = Callable[[int, "Meter"], None]
"""Told how many records have been read, and how much of the source."""


@dataclass(frozen=True, slots=True)
class LoadSummary:
    """What a load did: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    All are 0 when the source ``is_known``: loaded before, and nothing was done. ``earlier`` records
    at its beginning are those that it had before it grew, and are not among the others.
    ``outgrown`` ones of that time it has no longer. ``refused`` of the records that were loaded
    before are in quarantine. ``warnings`` were told of the new records, those in quarantine
    included. Entries that were ``resolved`` have left quarantine: the source has them mended.
    ``unread`` says why texts of it are none of records, and what to do. ``game_faults`` are records
    for which a game had no answer, ``other_games`` counts those of games that are not known.
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
    resolved: tuple[Resolved, ...] = ()
    unread: tuple[str, ...] = ()
    game_faults: int = 0
    other_games: Mapping[str, int] = field(default_factory=dict)


def load(
    database: Database, reader: Reader, path: str, jobs: int = 1, progress: Progress | None = None
) -> LoadSummary:
    """Load a source into a database opened with ``create_database``.

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
    unread = find_unread(connection, file) if reader.encoding else []
    if unread:
        take_back(connection, unread)
    refused = _find_refused(connection, file)
    if refused is not None:
        return LoadSummary(path, is_known=True, refused=refused)
    known = find_beginning(connection, file, path)
    if known is not None:
        reader = replace(reader, defaults={**known.defaults, **reader.defaults})
        kept = reader.count_kept(file.path, known.bytes) or 0
        old = find_records(connection, known.source_id)
        take_back(connection, known.sources)
    beside = Beside(jobs > 1 and has_room)
    numbers = unread if known is None else [known.source_id]
    number = numbers[0] if numbers else next_number(connection, "source_id", schema.SOURCES)
    loader = Loader(Intake(connection, reader.defaults, beside), reader, path, number, known)
    if known is not None:
        loader.kept = kept
        loader.left_out = frozenset(range(1, kept + 1)) - old
    with appending(connection), beside:
        loader.read(file, jobs, progress)
        loader.intake.write()
    with beside:
        loader.intake.finish()
    (summary,) = write_sources(connection, [(loader, file)])
    resolved = tuple(resolve_entries(connection, [loader.source_id]))
    if known is None:
        return replace(summary, resolved=resolved)
    discard_unplayed_moves(connection)
    edit_again(connection, loader.source_id)
    judge_again(connection)
    new = count_records(connection, loader.source_id, kept)
    outgrown = sum(1 for index in old if index > kept)
    records = loader.records - kept
    return LoadSummary(
        path,
        records,
        *new,
        earlier=kept,
        outgrown=outgrown,
        refused=summary.quarantined - new[-1],
        warnings=loader.warnings,
        resolved=resolved,
        unread=summary.unread,
        game_faults=summary.game_faults,
        other_games=summary.other_games,
    )


def _find_refused(connection: duckdb.DuckDBPyConnection, file: SourceFile) -> int | None:
    """Return how many records of a file that has been loaded are in quarantine, else None.

    It may have grown since. Its hash is asked for only if its size is known.
    """
    rows = connection.execute(
        """
        select sha256, quarantined from sources where bytes = $size
        union all
        select each.sha256, quarantined
        from (select unnest(earlier) as each, quarantined from sources)
        where each.bytes = $size
        """,
        {"size": file.size},
    ).fetchall()
    refused: dict[str, int] = dict(rows)
    return refused.get(file.sha256) if refused else None


def find_unread(connection: duckdb.DuckDBPyConnection, file: SourceFile) -> list[int]:
    """Return the numbers of the loads of a file from which its encoding has kept everything."""
    rows = connection.execute(
        """
        select source_id from sources
        where bytes = $size and sha256 = $sha256 and stored + duplicates + deleted = 0
            and exists (
                from quarantine where quarantine.source_id = sources.source_id
                    and len(list_filter(
                        diagnostics::json[],
                        lambda found: list_contains($codes::varchar[], found ->> 'code')
                    )) > 0
            )
        """,
        {"size": file.size, "sha256": file.sha256, "codes": list(_OTHER_ENCODINGS)},
    ).fetchall()
    return [number for (number,) in rows]


class Loader:
    """Takes what is read of one source, and counts its records.

    Those ``left_out`` were deleted before the source grew; the first ``kept`` are those that it had
    then. ``warnings`` counts what was told of the others.
    """

    def __init__(
        self,
        intake: Intake,
        reader: Reader,
        path: str,
        source_id: int,
        known: Beginning | None = None,
    ) -> None:
        """Begin.

        Args:
            intake: where the records go.
            reader: how to read.
            path: of the source.
            source_id: its number.
            known: what has been loaded of it.
        """
        self.intake = intake
        self.source_id = source_id
        self.records = 0
        self.left_out: frozenset[int] = frozenset()
        self.kept = self.warnings = self.game_faults = 0
        self._unread: list[str] = []
        self._others: Counter[str] = Counter()
        self._reader = reader
        self._path = path
        self._known = known
        self._member: str | None = None
        self._before = 0

    def read(
        self,
        file: SourceFile,
        jobs: int = 1,
        progress: Progress | None = None,
        sweep: Sweep | None = None,
    ) -> None:
        """Take all records of the source; the last ones may wait to be written.

        Args:
            file: its bytes.
            jobs: how many threads may read at a time.
            progress: is told from time to time how far the reading has come.
            sweep: reads tagged records, if it is to be one that has read others.
        """
        meter = Meter(file.size)
        found_records = self._reader.read_sheets(
            file.path, jobs, meter, has_notes=False, sweep=sweep
        )
        for found in found_records:
            self._begin(found.source.removeprefix(file.path).removeprefix(":") or None)
            if isinstance(found, Sheet):
                self._take_sheet(found)
                for _, reading in found.explained:
                    self._take(reading)
            else:
                self._take(found)
            if progress is not None:
                progress(self.records, meter)

    def _begin(self, member: str | None) -> None:
        """Begin a text of the source, unless it is the one that was begun last."""
        if member != self._member or not self.records:
            self._member = member
            self._before = self.records

    def _take(self, reading: Reading) -> None:
        """Take a record that was read by itself."""
        self.records += 1
        place = self._place(reading.index, reading.line)
        self.game_faults += any(each.code is GAME_FAULT for each in reading.diagnostics)
        if place.index > self.kept:
            self._others.update(
                found.message.partition("; written out")[0]
                for found in reading.diagnostics
                if found.code in (GAME_UNKNOWN, CHESS_GAME)
            )
            told = [each for each in reading.diagnostics if each.severity is Severity.WARNING]
            self.warnings += len(told)
            self._unread += [
                f"{reading.source}: {each.message}; {each.hint}"
                for each in reading.diagnostics
                if each.code in (SOURCE_FOREIGN, OTHER_ENCODING)
            ]
        if place.index not in self.left_out:
            self.intake.take(place, reading)

    def _take_sheet(self, sheet: Sheet) -> None:
        """Take the sound records of a sheet."""
        place = self._place(sheet.first, sheet.block.line)
        self.records += self.intake.take_sheet(place, sheet, self.left_out)

    def _place(self, index: int, line: int) -> Place:
        """Return where the record of the text with this number and first line stands."""
        name = None if self._member is None else encodable(self._member)
        return Place(self.source_id, self._before + index, name, line)

    def count(self) -> LoadSummary:
        """Return what has been done; nothing may wait to be written."""
        counts = self.intake.tally.of(self.source_id)
        unread = tuple(self._unread)
        return LoadSummary(
            self._path,
            self.records,
            *counts,
            warnings=self.warnings,
            unread=unread,
            game_faults=self.game_faults,
            other_games=dict(self._others),
        )

    def row(self, file: SourceFile) -> tuple[object, ...]:
        """Return the row of the source, with the counts."""
        done = self.count()
        counts = (done.stored, done.duplicates, done.quarantined)
        now = datetime.now(UTC).replace(tzinfo=None)
        return (
            *(self.source_id, encodable(self._path), file.sha256, file.size, now),
            *(self.records, *counts, self.records - sum(counts)),
            *(dict(self._reader.defaults), [] if self._known is None else self._known.earlier),
        )


def write_sources(
    connection: duckdb.DuckDBPyConnection, loaded: Sequence[tuple[Loader, SourceFile]]
) -> list[LoadSummary]:
    """Write the rows of sources whose records have been written by one intake; tell of each."""
    insert_rows(connection, schema.SOURCES, [loader.row(file) for loader, file in loaded])
    summaries = [loader.count() for loader, _ in loaded]
    tally = loaded[0][0].intake.tally
    for loader, _ in loaded:
        tally.forget(loader.source_id)
    tally.write(connection)
    return summaries
