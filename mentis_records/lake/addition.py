"""Add sources to a lake: parts are read by workers, then all of a source enters at once.

A source is known by its hash. What workers have done stays until it is part of the lake, so that
what was interrupted goes on from there. If others have added meanwhile, theirs comes first.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_entry import enter_sources
from mentis_records.lake.lake_error import LakeError, TakenError
from mentis_records.lake.lake_lock import adding
from mentis_records.lake.lake_manifest import find_manifest
from mentis_records.lake.lake_part import STAGING, ReadingManner
from mentis_records.lake.part_task import PartTask, StagedShard, read_part
from mentis_records.lake.source_cutter import PART_BYTES, Cutter, FoundSource
from mentis_records.lake.waiting_source import WaitingSources
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.file.source_file import open_source_file

_SHARDS_AT_ONCE = 64
"""So many shards enter the lake together, or all that are left."""


@dataclass(frozen=True, slots=True)
class AddedSource:
    """What came of a source: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    One that ``is_known`` had been added before, and its counts are of that time. ``game_faults``
    are records for which a game had no answer.
    """

    name: str
    records: int
    stored: int
    duplicates: int
    quarantined: int
    is_known: bool = False
    game_faults: int = 0


def add_sources(
    folder: Path,
    pool: WorkerPool,
    manner: ReadingManner,
    paths: Sequence[str],
    progress: Progress | None = None,
    size: int = PART_BYTES,
) -> Iterator[AddedSource]:
    """Add sources to a lake, which is made if there is none; yield what became of each.

    Args:
        folder: of the lake.
        pool: the workers.
        manner: how to read.
        paths: the sources.
        progress: is told how many shards have been made.
        size: bytes of text that a shard is made of.

    Raises:
        OSError: a source cannot be read, or the lake cannot be written.
        LakeError: the lake makes no sense, or the scheduler is gone.
        StoreError: a worker cannot write a shard. Whatever the error, sources that had been told
            of are in the lake, each whole, and of others is nothing.
    """
    (folder / STAGING).mkdir(parents=True, exist_ok=True)
    with adding(folder):
        done = 0
        while True:
            job = _Addition(folder, pool, manner, paths[done:], progress, size)
            try:
                for added in job.run():
                    done += 1
                    yield added
                return
            except TakenError:
                # Another program has added some of these sources: they are known now.
                continue


class _Addition:
    """Sources on their way into a lake."""

    def __init__(
        self,
        folder: Path,
        pool: WorkerPool,
        manner: ReadingManner,
        paths: Sequence[str],
        progress: Progress | None,
        size: int,
    ) -> None:
        self._folder, self._pool, self._manner = folder, pool, manner
        self._paths, self._progress = paths, progress
        self._manifest = find_manifest(folder)
        self._waiting = WaitingSources()
        self._told: deque[tuple[str, str]] = deque()
        self._new: set[str] = set()
        self._tasks = _Tasks(self._parts())
        self._cutter = Cutter(folder, manner, size)
        self._shards = 0
        self._faults: Counter[str] = Counter()

    def run(self) -> Iterator[AddedSource]:
        try:
            yield from self._run()
        finally:
            self._cutter.remove_files()

    def _run(self) -> Iterator[AddedSource]:
        for outcome in self._pool.run(read_part, self._tasks):
            part = outcome.item.part
            if outcome.value is not None:
                self._take(outcome.item, outcome.value)
            elif len(part.pieces) > 1:
                self._tasks.put(self._waiting.split(part))
            else:
                self._tasks.put([PartTask(part, outcome.death)])
            ready = self._waiting.read()
            if len(self._waiting.shards_of(ready)) >= _SHARDS_AT_ONCE:
                yield from self._enter(ready)
        yield from self._enter(self._waiting.all())

    def _parts(self) -> Iterator[PartTask]:
        """Yield the parts of the sources, and note which sources they have."""
        cutter, waiting = self._cutter, self._waiting
        for path in self._paths:
            with open_source_file(path) as file:
                sha256 = file.sha256
                self._told.append((path, sha256))
                if self._manifest.has(sha256) or sha256 in waiting:
                    continue
                source = waiting.begin(path, sha256, file.size)
                for part in cutter.take(FoundSource(path, file)):
                    yield waiting.note(part)
                source.is_cut = True
                if file.has_changed():
                    raise LakeError(f"{path}: changed while it was read; it was not added")
        for part in cutter.rest():
            yield waiting.note(part)

    def _take(self, task: PartTask, staged: StagedShard) -> None:
        """Take what a part has become."""
        self._waiting.take(task, staged)
        self._cutter.remove_files(piece.file for piece in task.part.pieces)
        for sha256, count in zip(staged.shard.sources, staged.counts, strict=True):
            self._faults[sha256] += count.game_faults
        self._shards += 1
        if self._progress is not None:
            self._progress(self._shards, None)

    def _enter(self, sources: Sequence[str]) -> Iterator[AddedSource]:
        """Let sources that have been read enter the lake, and yield what became of each."""
        waiting = self._waiting
        if sources:
            self._manifest = enter_sources(
                self._folder,
                self._pool,
                waiting.counted(sources, self._manner.encoding),
                [each.shard for each in waiting.shards_of(sources)],
            )
        waiting.leave(sources)
        self._new.update(sources)
        known = {source.sha256: source for source in self._manifest.sources}
        while self._told and self._told[0][1] in known:
            name, sha256 = self._told.popleft()
            found = known[sha256]
            counts = (found.records, found.stored, found.duplicates, found.quarantined)
            yield AddedSource(
                name,
                *counts,
                is_known=sha256 not in self._new,
                game_faults=self._faults.pop(sha256, 0),
            )
            self._new.discard(sha256)


class _Tasks:
    """Tasks as they are asked for: those that were put back first, then the others."""

    def __init__(self, others: Iterator[PartTask]) -> None:
        self._others = others
        self._first: deque[PartTask] = deque()

    def put(self, tasks: Sequence[PartTask]) -> None:
        """Put tasks before the others."""
        self._first.extend(tasks)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> PartTask:
        return self._first.popleft() if self._first else next(self._others)
