"""Duplicates across shards: games that may be one are looked for, and told apart together.

Workers look through the positions by key; what they find is told apart by one, as it is little as
a rule. Shards whose games are others then are written anew, under new names.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_error import LakeError
from mentis_records.lake.lake_manifest import LakeShard
from mentis_records.lake.lake_part import STAGING
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.file.memory_limit import LEAST_BYTES, engine_bytes
from mentis_records.store.shard.shard_layout import KEY_PARTS, ShardPlace

if TYPE_CHECKING:
    from mentis_records.store.shard.shard_relation import ShardChange

_COUNTS = {"games": "stored", "duplicates": "duplicates", "quarantine": "quarantined"}

_HASH = 8

_FEW_POSITIONS = 2_000_000
"""So many positions are looked through by one worker."""

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class ShardAt:
    """A shard of a lake, or one that waits to be; ``ranks`` are those of its sources."""

    folder: str
    shard: LakeShard
    is_new: bool
    ranks: tuple[int, ...]

    @property
    def place(self) -> ShardPlace:
        """Return where its files are."""
        folder, shard = Path(self.folder), self.shard
        if self.is_new:
            staged = folder / STAGING / shard.name
            return ShardPlace(staged, shard.name, shard.rows, shard.key_rows, staged=True)
        return shard.place(folder)


@dataclass(frozen=True, slots=True)
class KinTask:
    """Look for kin in parts of the keys; None stands for games of hardly any ply."""

    shards: tuple[ShardAt, ...]
    seeds: Mapping[int, Sequence[int]]
    parts: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class OwnKinTask:
    """Look for the kin that games of a shard have in it."""

    at: int
    shard: ShardAt
    game_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RelationTask:
    """Tell games apart in a database."""

    file: str
    shards: tuple[ShardAt, ...]
    game_ids: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class RewriteTask:
    """Write a shard anew."""

    file: str
    shard: ShardAt
    change: ShardChange
    name: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A shard that stands in the place of another, and by how much counts of sources differ."""

    former: str
    shard: LakeShard
    differences: Mapping[tuple[str, str], int]


def relate_shards(folder: Path, pool: WorkerPool, shards: Sequence[ShardAt]) -> list[Rewritten]:
    """Return the shards that are to stand in the place of others, so that no game is there twice.

    Args:
        folder: of the lake.
        pool: the workers.
        shards: those of the lake, and the new ones.

    Raises:
        LakeError: a worker dies of it, or the scheduler is gone.
        StoreError: a shard cannot be read or written.
    """
    kin = _find_kin(pool, tuple(shards))
    if not kin:
        return []
    work = folder / STAGING / f"work-{uuid4().hex}"
    work.mkdir(parents=True)
    try:
        return _tell_apart(folder, pool, shards, kin, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _find_kin(pool: WorkerPool, shards: tuple[ShardAt, ...]) -> dict[int, set[int]]:
    """Return the games that have kin in other shards, with all the kin of these."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    seeds: dict[int, list[int]] = {}
    while True:
        tasks = [KinTask(shards, seeds, parts) for parts in _shared_out(shards)]
        crossing: defaultdict[int, set[int]] = defaultdict(set)
        for outcome in pool.run(find_kin_in, tasks):
            for at, ids in _value(outcome.value, outcome.death).items():
                crossing[at].update(ids)
        new = {at: ids - found[at] for at, ids in crossing.items() if ids - found[at]}
        if not new:
            return dict(found)
        for at in new:
            found[at] |= new[at]
        own = [OwnKinTask(at, shards[at], tuple(found[at])) for at in new]
        seeds = {at: sorted(ids) for at, ids in new.items() if not shards[at].is_new}
        for answer in pool.run(find_own_kin, own):
            at = answer.item.at
            more = set(_value(answer.value, answer.death)) - found[at]
            found[at] |= more
            if more:
                seeds[at] = sorted({*seeds.get(at, ()), *more})
        if not seeds:
            return dict(found)


def _shared_out(shards: Sequence[ShardAt]) -> list[tuple[int | None, ...]]:
    """Return the parts of the keys as tasks: each by itself, or of few positions all together."""
    parts = (None, *range(KEY_PARTS))
    if sum(sum(each.shard.key_rows) for each in shards) < _FEW_POSITIONS:
        return [parts]
    return [(part,) for part in parts]


def _tell_apart(
    folder: Path,
    pool: WorkerPool,
    shards: Sequence[ShardAt],
    kin: Mapping[int, set[int]],
    work: Path,
) -> list[Rewritten]:
    file = work / "related.duckdb"
    places = sorted(kin)
    task = RelationTask(
        str(file),
        tuple(shards[at] for at in places),
        tuple(tuple(sorted(kin[at])) for at in places),
    )
    (outcome,) = pool.run(tell_apart, [task])
    changes = _value(outcome.value, outcome.death)
    suffix = _suffix(shards)
    tasks = [
        RewriteTask(str(file), shards[at], change, f"{shards[at].shard.id}-{suffix}")
        for at, change in zip(places, changes, strict=True)
        if change.is_touched
    ]
    for each in tasks:
        shutil.rmtree(folder / STAGING / each.name, ignore_errors=True)
    return [_value(found.value, found.death) for found in pool.run(rewrite, tasks)]


def _suffix(shards: Sequence[ShardAt]) -> str:
    """Return what tells the new names of shards from former ones: the same of the same shards."""
    told = json.dumps([each.shard.name for each in shards])
    return sha256(told.encode()).hexdigest()[:_HASH]


def _value(value: ValueT | None, death: str) -> ValueT:
    if value is None:
        raise LakeError(f"games of several shards: {death}")
    return value


def find_kin_in(task: KinTask) -> dict[int, list[int]]:
    """Look for kin in a worker."""
    from mentis_records.store.shard.shard_kin import find_kin

    places = [each.place for each in task.shards]
    new = [at for at, each in enumerate(task.shards) if each.is_new and not task.seeds]
    return find_kin(places, new, task.seeds, task.parts, engine_bytes(LEAST_BYTES))


def find_own_kin(task: OwnKinTask) -> list[int]:
    """Look for the kin of games in their shard, in a worker."""
    from mentis_records.store.database import asking
    from mentis_records.store.duplicate.kinship import fetch_kin
    from mentis_records.store.shard.shard_reader import open_shard

    with open_shard(task.shard.place) as database, asking(database) as connection:
        return sorted(fetch_kin(connection, task.game_ids))


def tell_apart(task: RelationTask) -> list[ShardChange]:
    """Tell games apart in a worker."""
    from mentis_records.store.shard.shard_relation import RelatedShard, relate_games

    related = [
        RelatedShard(shard.place, ids, shard.ranks)
        for shard, ids in zip(task.shards, task.game_ids, strict=True)
    ]
    file = Path(task.file)
    for left in (file, file.with_name(f"{file.name}.wal")):
        left.unlink(missing_ok=True)
    return relate_games(file, related, LEAST_BYTES)


def rewrite(task: RewriteTask) -> Rewritten:
    """Write a shard anew in a worker."""
    from mentis_records.store.shard.shard_rewriter import rewrite_shard

    shard = task.shard
    folder = Path(shard.folder) / STAGING
    out = folder / f"work-{uuid4().hex}"
    out.mkdir(parents=True)
    try:
        place, hashes, before, after = rewrite_shard(
            shard.place,
            task.change,
            Path(task.file),
            shard.ranks,
            out,
            task.name,
            engine_bytes(LEAST_BYTES),
        )
        target = folder / task.name
        if not target.exists():
            out.rename(target)
    finally:
        shutil.rmtree(out, ignore_errors=True)
    differences: Counter[tuple[str, str]] = Counter()
    for (source, table), count in after.items():
        differences[source, _COUNTS[table]] += count
    for (source, table), count in before.items():
        differences[source, _COUNTS[table]] -= count
    new = LakeShard(task.name, tuple(hashes), dict(place.rows), place.key_rows)
    return Rewritten(shard.shard.name, new, dict(differences))
