"""Progress on a terminal: a bar on standard error for work that takes over two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NewType, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
else:
    TaskID = NewType("TaskID", int)

_PATIENCE = 2.0
"""Seconds before a bar appears."""

ItemT = TypeVar("ItemT")


class Advance(Protocol):
    """Says how far the work has come."""

    def __call__(self, done: float, total: float | None) -> None:
        """Take the work done, and all of it where known."""


@contextmanager
def progress_bar(title: str, unit: str = "", is_writing: bool = False) -> Iterator[Advance]:
    """Give a function that shows progress, where standard error is a terminal.

    ``is_writing`` tells that data is written meanwhile: no bar then if it goes to a terminal.
    """
    if not sys.stderr.isatty() or (is_writing and sys.stdout.isatty()):
        yield lambda done, total: None
        return
    bar = _Bar(title, unit)
    try:
        yield bar.advance
    finally:
        bar.close()


def track(items: Sequence[ItemT], title: str, is_writing: bool = False) -> Iterator[ItemT]:
    """Yield the items, showing how many are done."""
    with progress_bar(title, is_writing=is_writing) as advance:
        for done, item in enumerate(items):
            advance(done, len(items))
            yield item


def count_up(items: Iterable[ItemT], title: str, unit: str) -> Iterator[ItemT]:
    """Yield the items of a command that writes as it goes, showing how many have come."""
    with progress_bar(title, unit, is_writing=True) as advance:
        for done, item in enumerate(items, 1):
            advance(done, None)
            yield item


class _Bar:
    """A bar of rich's that starts when the work has taken a while."""

    def __init__(self, title: str, unit: str) -> None:
        self._title, self._unit = title, unit
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task = TaskID(0)

    def advance(self, done: float, total: float | None) -> None:
        if self._progress is None:
            if time.monotonic() - self._started < _PATIENCE:
                return
            self._progress = self._open()
        self._progress.update(self._task, completed=done, total=total)

    def _open(self) -> Progress:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(self._unit),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = progress.add_task(self._title, total=None)
        progress.start()
        return progress

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()
