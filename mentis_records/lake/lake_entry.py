"""Sources that have been read enter a lake: all at once, by the next manifest.

Their shards are told apart from the others first, and their files stand among those of the lake
before the manifest names them. If others have added meanwhile, theirs comes first.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from mentis_records.lake.lake_error import TakenError
from mentis_records.lake.lake_manifest import (
    LakeShard,
    LakeSource,
    Manifest,
    find_manifest,
    set_apart,
    write_manifest,
)
from mentis_records.lake.lake_part import STAGING
from mentis_records.lake.relation import Rewritten, ShardAt, relate_shards
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.error import StoreError
from mentis_records.store.shard.shard_layout import ShardPlace

_COUNTS = ("stored", "duplicates", "quarantined")


def enter_sources(
    folder: Path, pool: WorkerPool, sources: Sequence[LakeSource], shards: Sequence[LakeShard]
) -> Manifest:
    """Write the next state of a lake, and return it.

    Args:
        folder: of the lake.
        pool: the workers.
        sources: those that enter.
        shards: all of theirs, which wait.

    Raises:
        TakenError: another program has added some of the sources meanwhile.
        OSError: a file cannot be written.
        StoreError: a shard cannot be read or written.
    """
    while True:
        before = _find_untaken(folder, sources)
        try:
            following, rewritten = _prepare(folder, pool, before, sources, shards)
            write_manifest(folder, following)
        except TakenError:
            continue
        except (OSError, StoreError):
            # Who has added the same sources has removed what waited.
            _find_untaken(folder, sources)
            raise
        set_apart(folder, before.shards, following)
        for shard in (*shards, *(each.shard for each in rewritten)):
            shutil.rmtree(folder / STAGING / shard.name, ignore_errors=True)
        return following


def _find_untaken(folder: Path, sources: Sequence[LakeSource]) -> Manifest:
    """Return the present state of the lake, which has none of some sources.

    Raises:
        TakenError: it has.
    """
    found = find_manifest(folder)
    if any(found.has(source.sha256) for source in sources):
        raise TakenError("added by another program meanwhile")
    return found


def _prepare(
    folder: Path,
    pool: WorkerPool,
    before: Manifest,
    sources: Sequence[LakeSource],
    shards: Sequence[LakeShard],
) -> tuple[Manifest, list[Rewritten]]:
    """Return the next state of the lake, whose files are there, and what was written anew."""
    known, present = (*before.sources, *sources), [*before.shards, *shards]
    rewritten = relate_shards(folder, pool, _at(folder, known, present, len(before.shards)))
    following = before.following(*_replaced(known, present, rewritten))
    old = {shard.name for shard in before.shards}
    for shard in following.shards:
        if shard.name not in old:
            _place(folder, shard)
    os.sync()
    return following, rewritten


def _at(
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
            source, **{name: getattr(source, name) + more[source.sha256, name] for name in _COUNTS}
        )
        for source in sources
    )
    return counted, tuple(instead.get(shard.name, shard) for shard in shards)


def _place(folder: Path, shard: LakeShard) -> None:
    """Let the files of a staged shard be among those of the lake, too; what is there stays."""
    waiting = folder / STAGING / shard.name
    staged = ShardPlace(waiting, shard.name, shard.rows, shard.key_rows, staged=True)
    for here, there in staged.files_beside(shard.present_place(folder)):
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
