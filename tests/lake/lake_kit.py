"""A lake without processes: what workers do is done here, one task after the other."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from mentis_records.lake.addition import AddedSource, add_sources
from mentis_records.lake.lake_manifest import read_manifest
from mentis_records.lake.lake_part import ReadingManner
from mentis_records.lake.merged_answer import LakeQuestion
from mentis_records.lake.shard_task import ChosenGames
from mentis_records.lake.source_cutter import PART_BYTES
from mentis_records.lake.worker_pool import Outcome, WorkerPool


class Alone:
    """Stands for a pool of one worker; ``deadly`` tells which items end it."""

    size = 1

    def __init__(self, deadly: Callable[[Any], bool] = lambda item: False) -> None:
        self._deadly = deadly
        self.done: list[Any] = []

    def run(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        left = iter(items)
        while True:
            try:
                item = next(left)
            except StopIteration:
                return
            self.done.append(item)
            if self._deadly(item):
                yield Outcome(item, None, "its worker died 3 times")
            else:
                yield Outcome(item, function(item))


def pool(deadly: Callable[[Any], bool] = lambda item: False) -> WorkerPool:
    return cast(WorkerPool, Alone(deadly))


def add(
    folder: Path, *paths: object, workers: WorkerPool | None = None, size: int = PART_BYTES
) -> list[AddedSource]:
    """Add files to a lake, in parts of some size."""
    manner, names = ReadingManner("mentis"), [str(path) for path in paths]
    return list(add_sources(folder, workers or pool(), manner, names, size=size))


def question(folder: Path, slug: str = "mentis", **told: Any) -> LakeQuestion:
    """Return a question to a lake about games of one kind."""
    manifest = read_manifest(folder)
    return LakeQuestion(folder, manifest, pool(), ChosenGames(slug, slug, by_rules=True, **told))
