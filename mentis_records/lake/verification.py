"""Check a lake against its sources and the rules, and sweep what killed tasks have left."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_lock import alone
from mentis_records.lake.lake_manifest import (
    EARLIER,
    LakeShard,
    LakeSource,
    Manifest,
    load_manifest,
    manifest_file,
    manifest_numbers,
    read_manifest,
    set_apart,
)
from mentis_records.lake.lake_part import STAGING
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.store.shard.shard_layout import GAMES, KEYS, REFUSED

KEPT_MANIFESTS = 10
"""Of so many states the files stay: somebody may be reading the last but one."""

_COUNTED = {"games": "stored", "duplicates": "duplicates", "quarantine": "quarantined"}


@dataclass(slots=True)
class LakeVerification:
    """What was looked at, and what differs; ``absent`` sources are no longer where they were."""

    sources: int = 0
    absent: int = 0
    shards: int = 0
    replayed: int = 0
    swept: int = 0
    findings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShardCheck:
    """A shard that is to be checked, ``sample`` games of it by the rules; None is all."""

    folder: str
    shard: LakeShard
    sample: int | None


@dataclass(frozen=True, slots=True)
class CheckedShard:
    """What a shard has of each source by the column that counts it, and what differs."""

    counts: dict[tuple[str, str], int]
    replayed: int
    findings: tuple[str, ...]


def verify_lake(folder: Path, pool: WorkerPool, sample: int | None) -> LakeVerification:
    """Check a lake, and sweep it if nobody adds records.

    Args:
        folder: of the lake.
        pool: the workers.
        sample: how many games of each shard are replayed; None is all.

    Raises:
        LakeError: there is no lake, or the scheduler is gone.
    """
    done = LakeVerification()
    manifest = read_manifest(folder)
    counts: Counter[tuple[str, str]] = Counter()
    checks = [ShardCheck(str(folder), shard, sample) for shard in manifest.shards]
    for outcome in pool.run(check_shard, checks):
        done.shards += 1
        if outcome.value is None:
            done.findings.append(f"shard {outcome.item.shard.name}: {outcome.death}")
            continue
        counts.update(outcome.value.counts)
        done.replayed += outcome.value.replayed
        done.findings += outcome.value.findings
    for source in manifest.sources:
        _check_source(source, counts, done)
    with alone(folder) as is_alone:
        if is_alone:
            done.swept = sweep_lake(folder)
    done.findings.sort()
    return done


def _check_source(
    source: LakeSource, counts: Counter[tuple[str, str]], done: LakeVerification
) -> None:
    """Compare what shards have of a source with what the manifest says, and with the source."""
    done.sources += 1
    for column in _COUNTED.values():
        said, found = getattr(source, column), counts[source.sha256, column]
        if said != found:
            done.findings.append(f"{source.name}: {said:,} {column}, but the shards have {found:,}")
    if source.records != source.stored + source.duplicates + source.quarantined:
        done.findings.append(f"{source.name}: its counts do not add up")
    count = _count_again(source)
    if count is None:
        done.absent += 1
    elif count != source.records and not source.unread:
        done.findings.append(f"{source.name}: {source.records:,} records, but it has {count:,}")


def _count_again(source: LakeSource) -> int | None:
    """Return how many records a source has, or None if it is no longer there as it was."""
    from mentis_records.games import DEFAULT_GAME
    from mentis_records.lake.lake_part import ReadingManner
    from mentis_records.store.file.source_file import open_source_file

    try:
        if not Path(source.name).is_file() or Path(source.name).stat().st_size != source.bytes:
            return None
        with open_source_file(source.name) as file:
            if file.sha256 != source.sha256:
                return None
        reader = ReadingManner(DEFAULT_GAME).reader(source.encoding)
        return reader.count_records(source.name)
    except (OSError, ValueError):
        return None


def check_shard(check: ShardCheck) -> CheckedShard:
    """Count the rows of a shard in a worker, and replay games of it."""
    from mentis_records.store.error import StoreError
    from mentis_records.store.shard.shard_check import count_by_source, count_rows, replay_games
    from mentis_records.store.shard.shard_reader import open_shard

    shard, findings = check.shard, []
    counts: dict[tuple[str, str], int] = {}
    replayed = 0
    try:
        with open_shard(shard.place(Path(check.folder))) as database:
            for table, rows in count_rows(database, shard.rows).items():
                if rows != shard.rows[table]:
                    findings.append(
                        f"shard {shard.name}: {table} has {rows:,} rows, not {shard.rows[table]:,}"
                    )
            for (table, sha256), count in count_by_source(database).items():
                counts[sha256, _COUNTED[table]] = count
            replayed, told = replay_games(database, check.sample, random.Random())  # noqa: S311
            findings += [f"shard {shard.name}: {text}" for text in told]
    except StoreError as error:
        findings.append(str(error))
    return CheckedShard(counts, replayed, tuple(findings))


def sweep_lake(folder: Path) -> int:
    """Remove what no manifest of the last ones names; return how many files and folders."""
    numbers = sorted(manifest_numbers(folder))
    kept = [load_manifest(folder, number) for number in numbers[-KEPT_MANIFESTS:]]
    swept = 0
    for earlier in kept[:-1]:
        set_apart(folder, earlier.shards, kept[-1])
    for each in _unnamed(folder, kept):
        with suppress(OSError):
            if each.is_dir() and not each.is_symlink():
                shutil.rmtree(each)
            else:
                each.unlink()
            swept += 1
    for number in numbers[:-KEPT_MANIFESTS]:
        with suppress(OSError):
            manifest_file(folder, number).unlink()
    return swept


def _unnamed(folder: Path, kept: list[Manifest]) -> Iterator[Path]:
    names = {shard.name for manifest in kept for shard in manifest.shards}
    yield from _inside(folder / STAGING)
    yield from (each for each in folder.glob(".manifest-*"))
    for place in (folder, folder / EARLIER):
        for each in _inside(place / GAMES):
            if each.name.removeprefix("shard=") not in names:
                yield each
        for part in _inside(place / KEYS):
            yield from (each for each in _inside(part) if each.stem not in names)
        yield from (each for each in _inside(place / REFUSED) if each.stem not in names)


def _inside(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(folder.iterdir())
    return []
