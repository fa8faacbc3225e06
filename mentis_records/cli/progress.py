"""Progress on a terminal: a bar on standard error for work that takes over two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

_PATIENCE = 2.0
"""Seconds before a bar appears."""

ItemT = TypeVar("ItemT")


class Advance(Protocol):
    """Says how far the work has come."""

    def __call__(self, done: float, total: float | None) -> None:
        """Take the work done, and all of it where known."""


@contextmanager
def progress_bar(title: str, unit: str = "") -> Iterator[Advance]:
    """Give a function that shows progress, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar = _Bar(title, unit)
    try:
        yield bar.advance
    finally:
        bar.close()


def track(items: Sequence[ItemT], title: str) -> Iterable[ItemT]:
    """Yield the items, showing how many are done."""
    with progress_bar(title) as advance:
        for done, item in enumerate(items):
            advance(done, len(items))
            yield item


class _Bar:
    """A bar of rich's that starts when the work has taken a while."""

    def __init__(self, title: str, unit: str) -> None:
        self._title, self._unit = title, unit
        self._started = time.monotonic()
        self._stop: object = None
        self._progress = None  # type: ignore[var-annotated]

    def advance(self, done: float, total: float | None) -> None:
        if self._progress is None:
            if time.monotonic() - self._started < _PATIENCE:
                return
            self._open()
        assert self._progress is not None
        self._progress.update(self._task, completed=done, total=total)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(self._unit),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task(self._title, total=None)
        self._progress.start()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()
