"""Load many sources: small new ones together, as a transaction for each takes far longer."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

import duckdb

from mentis_records.core.special_file import refuse_special
from mentis_records.notation.read import Reader
from mentis_records.notation.source.source_text import STDIN, Meter
from mentis_records.notation.sweep import Sweep
from mentis_records.store import schema
from mentis_records.store.database import Database, transaction
from mentis_records.store.error import StoreError, is_interruption
from mentis_records.store.file.memory_limit import WRITING_BYTES
from mentis_records.store.file.source_file import SourceFile, examine_small
from mentis_records.store.load.intake import Intake, next_number
from mentis_records.store.load.load import (
    Loader,
    LoadSummary,
    Progress,
    find_unread,
    load,
    write_sources,
)
from mentis_records.store.load.resolved import Resolved, resolve_entries
from mentis_records.store.load.writer_thread import Beside
from mentis_records.store.row.appending import appending

_SMALL = 1 << 20
"""Files of fewer bytes are loaded together."""

_MOST_FILES, _MOST_BYTES = 1_000, 16 << 20
"""What is loaded together: an interruption undoes no more."""

Watch = Callable[[str], AbstractContextManager[Progress]]
"""Gives what is told how far the loading of something with this name has come."""


def load_many(
    database: Database, reader: Reader, paths: Sequence[str], jobs: int, watch: Watch
) -> Iterator[LoadSummary]:
    """Load sources one after the other, and yield what was done as soon as it is stored.

    Args:
        database: where the games go.
        reader: how to read.
        paths: as for ``load``.
        jobs: how many threads may read at a time.
        watch: gives the progress of a source, or of several together.

    Raises:
        OSError: a source cannot be read.
        StoreError: the database cannot take one. Whatever the error, those before it are in the
            database, each whole, and nothing of others.
    """
    at = 0
    while at < len(paths):
        together = paths[at : at + _count_small(paths[at : at + _MOST_FILES])]
        summaries: list[LoadSummary] = []
        if len(together) > 1:
            with watch(f"{len(together):,} files") as progress:
                summaries = _load_together(database, reader, together, jobs, progress)
        if not summaries:
            with watch(paths[at]) as progress:
                summaries = [load(database, reader, paths[at], jobs, progress)]
        yield from summaries
        at += len(summaries)


def _count_small(paths: Sequence[str]) -> int:
    """Return how many of the first files may be loaded together."""
    total = 0
    for count, path in enumerate(paths):
        try:
            if path != STDIN:
                refuse_special(path)
            found = None if path == STDIN else os.stat(path)
        except OSError:
            return count
        if found is None or not stat.S_ISREG(found.st_mode) or found.st_size >= _SMALL:
            return count
        total += found.st_size
        if total > _MOST_BYTES:
            return count
    return len(paths)


def _load_together(
    database: Database, reader: Reader, paths: Sequence[str], jobs: int, progress: Progress
) -> list[LoadSummary]:
    """Load the first of some files that are new; none, if one of them cannot be read or stored."""
    has_room = (database.memory_limit or WRITING_BYTES) >= WRITING_BYTES
    summaries: list[LoadSummary | None] = []
    loaded: list[tuple[Loader, SourceFile]] = []
    beside = Beside(jobs > 1 and has_room)
    told = _Told(progress)
    try:
        with transaction(database) as connection:
            known = _Known(connection)
            sweep = Sweep(reader, 1)
            intake: Intake | None = None
            first = next_number(connection, "source_id", schema.SOURCES)
            with appending(connection), beside:
                for path in paths:
                    file = examine_small(path)
                    if reader.encoding and known.has(file) and find_unread(connection, file):
                        break
                    if known.has(file):
                        summaries.append(known.summary(path, file))
                        continue
                    if known.has_beginning(file):
                        break
                    intake = intake or Intake(connection, reader.defaults, beside)
                    loader = Loader(intake, reader, path, first + len(loaded))
                    loader.read(file, sweep=sweep)
                    known.add(file)
                    if file.has_changed():
                        raise StoreError(f"{path}: changed while it was read")
                    loaded.append((loader, file))
                    summaries.append(None)
                    told.add(loader.records, file.size)
                if intake is not None:
                    intake.write()
            if intake is not None:
                with beside:
                    intake.finish()
            done = iter(_resolve(connection, loaded) if loaded else ())
            return [next(done) if each is None else each for each in summaries]
    except Exception as error:
        if is_interruption(error):
            raise
        return []


def _resolve(
    connection: duckdb.DuckDBPyConnection, loaded: Sequence[tuple[Loader, SourceFile]]
) -> list[LoadSummary]:
    """Write the rows of sources, and tell of each, with the entries of quarantine it resolves."""
    summaries = write_sources(connection, loaded)
    sources = [loader.source_id for loader, _ in loaded]
    found: defaultdict[int, list[Resolved]] = defaultdict(list)
    for each in resolve_entries(connection, sources):
        found[each.source_id].append(each)
    return [
        replace(summary, resolved=tuple(found[source_id]))
        for summary, source_id in zip(summaries, sources, strict=True)
    ]


class _Told:
    """The progress of several sources."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._records = 0
        self._meter = Meter()

    def add(self, records: int, size: int) -> None:
        """Tell that a source of so many records and bytes has been read."""
        self._records += records
        self._meter.done += size
        self._progress(self._records, self._meter)


class _Known:
    """All sources that have been loaded: how many of their records are in quarantine, by hash.

    The hashes are found by the sizes of the sources in bytes.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._refused: defaultdict[int, dict[str, int]] = defaultdict(dict)
        rows = connection.execute(
            """
            select bytes, sha256, quarantined from sources
            union all
            select each.bytes, each.sha256, quarantined
            from (select unnest(earlier) as each, quarantined from sources)
            """
        ).fetchall()
        for size, sha256, refused in rows:
            self._refused[size][sha256] = refused

    def has(self, file: SourceFile) -> bool:
        """Tell whether a file was known before any was added."""
        return file.size in self._refused and self._refused[file.size].get(file.sha256, -1) >= 0

    def summary(self, path: str, file: SourceFile) -> LoadSummary:
        """Return that a file is known."""
        refused = self._refused[file.size][file.sha256]
        return LoadSummary(path, is_known=True, refused=refused)

    def has_beginning(self, file: SourceFile) -> bool:
        """Tell whether a file begins with a known source, or is one."""
        sizes = sorted(size for size in self._refused if size <= file.size)
        return any(sha256 in self._refused[size] for size, sha256 in file.hashes_at(sizes))

    def add(self, file: SourceFile) -> None:
        """Let a file be known of which it is not known yet what is in quarantine."""
        self._refused[file.size][file.sha256] = -1
