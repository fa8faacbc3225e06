"""Add sources to a lake: parts are read by workers, then all of a source enters at once.

A source is known by its hash. What workers have done stays until it is part of the lake, so that
what was interrupted goes on from there. If others have added meanwhile, theirs comes first.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self
from uuid import uuid4

from mentis_records.core.progress import Progress
from mentis_records.lake.lake_error import LakeError, TakenError
from mentis_records.lake.lake_lock import adding
from mentis_records.lake.lake_manifest import (
    LakeShard,
    LakeSource,
    Manifest,
    find_manifest,
    write_manifest,
)
from mentis_records.lake.lake_part import STAGING, LakePart, ReadingManner
from mentis_records.lake.part_task import PartTask, SourceCount, StagedShard, read_part
from mentis_records.lake.relation import Rewritten, ShardAt, relate_shards
from mentis_records.lake.source_cutter import PART_BYTES, Cutter, FoundSource
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.error import StoreError
from mentis_records.store.file.source_file import open_source_file
from mentis_records.store.shard.shard_layout import ShardPlace

_COUNTS = ("stored", "duplicates", "quarantined")

_SHARDS_AT_ONCE = 64
"""So many shards enter the lake together, or all that are left."""


@dataclass(frozen=True, slots=True)
class AddedSource:
    """What came of a source: ``records`` = ``stored`` + ``duplicates`` + ``quarantined``.

    One that ``is_known`` had been added before, and its counts are of that time.
    """

    name: str
    records: int
    stored: int
    duplicates: int
    quarantined: int
    is_known: bool = False


@dataclass(slots=True)
class _Taken:
    """A source on its way: its parts, as far as they are known, and whether these are all."""

    name: str
    sha256: str
    size: int
    parts: list[str] = field(default_factory=list)
    is_cut: bool = False
    unread: int = 0


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
        self._taken: dict[str, _Taken] = {}
        self._told: deque[tuple[str, str]] = deque()
        self._staged: dict[str, StagedShard] = {}
        self._order: list[str] = []
        self._tasks = _Tasks(self._parts())
        self._cutter = Cutter(folder, manner, size)
        self._shards = 0

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
                self._split(part)
            else:
                self._tasks.put([PartTask(part, outcome.death)])
            ready = self._ready()
            if len(self._parts_of(ready)) >= _SHARDS_AT_ONCE:
                yield from self._enter(ready)
        yield from self._enter([*self._taken])

    def _parts(self) -> Iterator[PartTask]:
        """Yield the parts of the sources, and note which sources they have."""
        cutter = self._cutter
        for path in self._paths:
            with open_source_file(path) as file:
                sha256 = file.sha256
                self._told.append((path, sha256))
                if self._manifest.has(sha256) or sha256 in self._taken:
                    continue
                taken = _Taken(path, sha256, file.size)
                self._taken[sha256] = taken
                for part in cutter.take(FoundSource(path, file)):
                    yield self._note(part)
                taken.is_cut = True
                if file.has_changed():
                    raise LakeError(f"{path}: changed while it was read; it was not added")
        for part in cutter.rest():
            yield self._note(part)

    def _note(self, part: LakePart) -> PartTask:
        self._order.append(part.name)
        for piece in part.pieces:
            self._taken[piece.sha256].parts.append(part.name)
        return PartTask(part)

    def _split(self, part: LakePart) -> None:
        """Read the pieces of a part apart, as one of them ends its worker."""
        alone = part.alone()
        at = self._order.index(part.name)
        self._order[at : at + 1] = [each.name for each in alone]
        for each in alone:
            parts = self._taken[each.pieces[0].sha256].parts
            parts[parts.index(part.name)] = each.name
        self._tasks.put([PartTask(each) for each in alone])

    def _take(self, task: PartTask, staged: StagedShard) -> None:
        part = task.part
        self._staged[part.name] = staged
        if task.refusal:
            self._taken[part.pieces[0].sha256].unread += 1
        self._cutter.remove_files(piece.file for piece in part.pieces)
        self._shards += 1
        if self._progress is not None:
            self._progress(self._shards, None)

    def _ready(self) -> list[str]:
        """Return the first sources that have been read, if no part of theirs has others."""
        ready: list[str] = []
        for sha256, taken in self._taken.items():
            is_read = taken.is_cut and taken.parts and self._staged.keys() >= set(taken.parts)
            if not is_read:
                break
            ready.append(sha256)
        while ready:
            others = {
                sha256
                for name in self._parts_of(ready)
                for sha256 in self._staged[name].shard.sources
                if sha256 not in ready
            }
            if not others:
                break
            shared = {
                name
                for name in self._parts_of(ready)
                for sha256 in others
                if name in self._taken[sha256].parts
            }
            ready = [sha256 for sha256 in ready if shared.isdisjoint(self._taken[sha256].parts)]
        return ready

    def _parts_of(self, sources: Sequence[str]) -> list[str]:
        """Return the parts of some sources in order."""
        found = {name for sha256 in sources for name in self._taken[sha256].parts}
        return [name for name in self._order if name in found]

    def _enter(self, sources: Sequence[str]) -> Iterator[AddedSource]:
        """Let sources that have been read enter the lake, and yield what became of each."""
        names = self._parts_of(sources)
        if names:
            self._manifest = self._commit(sources, [self._staged[name] for name in names])
        known = {source.sha256: source for source in self._manifest.sources}
        while self._told and self._told[0][1] in known:
            name, sha256 = self._told.popleft()
            found = known[sha256]
            counts = (found.records, found.stored, found.duplicates, found.quarantined)
            is_new = self._taken.pop(sha256, None) is not None
            yield AddedSource(name, *counts, is_known=not is_new)
        for name in names:
            del self._staged[name]
            self._order.remove(name)

    def _commit(self, sources: Sequence[str], staged: Sequence[StagedShard]) -> Manifest:
        """Write the next state of the lake, and return it.

        Raises:
            TakenError: another program has added some of the sources meanwhile.
        """
        while True:
            before = self._find_untaken(sources)
            try:
                following, rewritten = self._prepare(before, sources, staged)
                write_manifest(self._folder, following)
            except TakenError:
                continue
            except (OSError, StoreError):
                # Who has added the same sources has removed what waited.
                self._find_untaken(sources)
                raise
            for shard in (*(each.shard for each in staged), *(each.shard for each in rewritten)):
                shutil.rmtree(self._folder / STAGING / shard.name, ignore_errors=True)
            return following

    def _find_untaken(self, sources: Sequence[str]) -> Manifest:
        """Return the present state of the lake, which has none of some sources.

        Raises:
            TakenError: it has.
        """
        found = find_manifest(self._folder)
        if any(found.has(sha256) for sha256 in sources):
            raise TakenError("added by another program meanwhile")
        return found

    def _prepare(
        self, before: Manifest, sources: Sequence[str], staged: Sequence[StagedShard]
    ) -> tuple[Manifest, list[Rewritten]]:
        """Return the next state of the lake, whose files are there, and what was written anew."""
        known = (*before.sources, *self._counted(sources, staged))
        shards = [*before.shards, *(each.shard for each in staged)]
        rewritten = relate_shards(
            self._folder, self._pool, _placed(self._folder, known, shards, len(before.shards))
        )
        following = before.following(*_replaced(known, shards, rewritten))
        old = {shard.name for shard in before.shards}
        for shard in following.shards:
            if shard.name not in old:
                _place(self._folder, shard)
        os.sync()
        return following, rewritten

    def _counted(
        self, sources: Sequence[str], staged: Sequence[StagedShard]
    ) -> Iterator[LakeSource]:
        """Yield sources with what became of their records."""
        sums: dict[str, list[int]] = {sha256: [0, 0, 0, 0] for sha256 in sources}
        for each in staged:
            for sha256, count in zip(each.shard.sources, each.counts, strict=True):
                sums[sha256] = [
                    one + more for one, more in zip(sums[sha256], _values(count), strict=True)
                ]
        now = datetime.now(UTC).replace(microsecond=0).isoformat()
        for sha256 in sources:
            taken = self._taken[sha256]
            records, stored, duplicates, quarantined = sums[sha256]
            yield LakeSource(
                taken.name,
                sha256,
                taken.size,
                now,
                records=records,
                stored=stored,
                duplicates=duplicates,
                quarantined=quarantined,
                encoding=self._manner.encoding,
                unread=taken.unread,
            )


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


def _placed(
    folder: Path, sources: Sequence[LakeSource], shards: Sequence[LakeShard], old: int
) -> list[ShardAt]:
    """Return shards with the ranks of their sources; those after the old ones are new."""
    ranks = {source.sha256: rank for rank, source in enumerate(sources, 1)}
    return [
        ShardAt(str(folder), shard, at >= old, tuple(ranks[sha256] for sha256 in shard.sources))
        for at, shard in enumerate(shards)
    ]


def _replaced(
    sources: Sequence[LakeSource], shards: Sequence[LakeShard], rewritten: Sequence[Rewritten]
) -> tuple[tuple[LakeSource, ...], tuple[LakeShard, ...]]:
    """Return sources and shards after some shards have been written anew."""
    instead = {each.former: each.shard for each in rewritten}
    more: Counter[tuple[str, str]] = Counter()
    for each in rewritten:
        more.update(each.differences)
    counted = tuple(
        replace(
            source,
            **{name: getattr(source, name) + more[source.sha256, name] for name in _COUNTS},
        )
        for source in sources
    )
    return counted, tuple(instead.get(shard.name, shard) for shard in shards)


def _values(count: SourceCount) -> tuple[int, int, int, int]:
    return count.records, count.stored, count.duplicates, count.quarantined


def _place(folder: Path, shard: LakeShard) -> None:
    """Let the files of a staged shard be among those of the lake, too; what is there stays."""
    waiting = folder / STAGING / shard.name
    staged = ShardPlace(waiting, shard.name, shard.rows, shard.key_rows, staged=True)
    for here, there in staged.files_beside(shard.place(folder)):
        if there.exists():
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        part = there.with_name(f".{there.name}-{uuid4().hex}")
        try:
            if here.is_dir():
                part.mkdir()
                for file in here.iterdir():
                    _link(file, part / file.name)
            else:
                _link(here, part)
            part.rename(there)
        except OSError:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            else:
                part.unlink(missing_ok=True)
            if not there.exists():
                raise


def _link(file: Path, target: Path) -> None:
    """Give a file a second name, or where that cannot be, copy it."""
    try:
        os.link(file, target)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        shutil.copyfile(file, target)
