"""Sources on their way into a lake: which parts they have, and which of these have been read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_manifest import LakeSource
from mentis_records.lake.lake_part import LakePart
from mentis_records.lake.part_task import PartTask, SourceCount, StagedShard


@dataclass(slots=True)
class WaitingSource:
    """A source on its way: its parts, as far as they are known, and whether these are all.

    ``unread`` of them ended their workers.
    """

    name: str
    sha256: str
    size: int
    parts: list[str] = field(default_factory=list)
    is_cut: bool = False
    unread: int = 0


class WaitingSources:
    """Sources that wait to be part of a lake in the order in which they came, by their hashes."""

    def __init__(self) -> None:
        self._sources: dict[str, WaitingSource] = {}
        self._staged: dict[str, StagedShard] = {}
        self._order: list[str] = []

    def __contains__(self, sha256: object) -> bool:
        return sha256 in self._sources

    def begin(self, name: str, sha256: str, size: int) -> WaitingSource:
        """Return a source that has come, and whose parts follow."""
        source = self._sources[sha256] = WaitingSource(name, sha256, size)
        return source

    def note(self, part: LakePart) -> PartTask:
        """Note which sources a part has, and return what is to be done with it."""
        self._order.append(part.name)
        for piece in part.pieces:
            self._sources[piece.sha256].parts.append(part.name)
        return PartTask(part)

    def split(self, part: LakePart) -> list[PartTask]:
        """Return the pieces of a part to be read apart, as one of them ends its worker."""
        alone = part.alone()
        at = self._order.index(part.name)
        self._order[at : at + 1] = [each.name for each in alone]
        for each in alone:
            parts = self._sources[each.pieces[0].sha256].parts
            parts[parts.index(part.name)] = each.name
        return [PartTask(each) for each in alone]

    def take(self, task: PartTask, staged: StagedShard) -> None:
        """Take what a part has become."""
        part = task.part
        self._staged[part.name] = staged
        if task.refusal:
            self._sources[part.pieces[0].sha256].unread += 1

    def read(self) -> list[str]:
        """Return the first sources that have been read, if no part of theirs has others."""
        found: list[str] = []
        for sha256, source in self._sources.items():
            is_read = source.is_cut and source.parts and self._staged.keys() >= set(source.parts)
            if not is_read:
                break
            found.append(sha256)
        while found:
            others = {
                sha256
                for each in self.shards_of(found)
                for sha256 in each.shard.sources
                if sha256 not in found
            }
            if not others:
                break
            shared = {
                each.shard.name
                for each in self.shards_of(found)
                if others.intersection(each.shard.sources)
            }
            found = [sha256 for sha256 in found if shared.isdisjoint(self._sources[sha256].parts)]
        return found

    def all(self) -> list[str]:
        """Return all sources."""
        return [*self._sources]

    def shards_of(self, sources: Sequence[str]) -> list[StagedShard]:
        """Return what the parts of some sources have become, in order."""
        found = {name for sha256 in sources for name in self._sources[sha256].parts}
        return [self._staged[name] for name in self._order if name in found]

    def counted(self, sources: Sequence[str], encoding: str) -> list[LakeSource]:
        """Return some sources with what became of their records, which were in an encoding."""
        sums = {sha256: [0, 0, 0, 0] for sha256 in sources}
        for each in self.shards_of(sources):
            for sha256, count in zip(each.shard.sources, each.counts, strict=True):
                counts = zip(sums[sha256], _values(count), strict=True)
                sums[sha256] = [one + more for one, more in counts]
        now = datetime.now(UTC).replace(microsecond=0).isoformat()
        counted = []
        for sha256 in sources:
            source = self._sources[sha256]
            records, stored, duplicates, quarantined = sums[sha256]
            counted.append(
                LakeSource(
                    source.name,
                    sha256,
                    source.size,
                    now,
                    records=records,
                    stored=stored,
                    duplicates=duplicates,
                    quarantined=quarantined,
                    encoding=encoding,
                    unread=source.unread,
                )
            )
        return counted

    def leave(self, sources: Sequence[str]) -> None:
        """Let sources go that are part of the lake now."""
        for each in self.shards_of(sources):
            del self._staged[each.shard.name]
            self._order.remove(each.shard.name)
        for sha256 in sources:
            del self._sources[sha256]


def _values(count: SourceCount) -> tuple[int, int, int, int]:
    return count.records, count.stored, count.duplicates, count.quarantined
