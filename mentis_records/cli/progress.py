"""Progress on a terminal: a bar on standard error for work that takes over two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, NewType, Protocol, TypeVar

from mentis_records.cli import output
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from mentis_records.notation.source.source_text import Meter
else:
    TaskID = NewType("TaskID", int)

_PAUSE = 0.1
"""Seconds between two states of reading that are shown."""

_PATIENCE = 2.0
"""Seconds before a bar appears."""

ItemT = TypeVar("ItemT")

Note = str | Callable[[], str]
"""Words of a bar, or what says them each time that it is drawn."""


class Advance(Protocol):
    """Says how far the work has come."""

    def __call__(self, done: float, total: float | None, note: Note = "") -> None:
        """Take the work done, all of it where known, and what to show instead of both."""


def _has_bars() -> bool:
    """Return True if standard error is a terminal that knows how to redraw a line."""
    return sys.stderr.isatty() and output.knows_escapes()


@contextmanager
def progress_bar(title: str, unit: str = "", is_writing: bool = False) -> Iterator[Advance]:
    """Give a function that shows progress, where standard error is a terminal.

    ``is_writing`` tells that data is written meanwhile: no bar then if it goes to a terminal.
    """
    if not _has_bars() or (is_writing and sys.stdout.isatty()):
        yield lambda done, total, note="": None
        return
    bar = _Bar(title, unit)
    try:
        yield bar.advance
    finally:
        bar.close()


@contextmanager
def reading_bar(title: str, is_writing: bool = False) -> Iterator[Callable[[int, Meter], None]]:
    """Give a function that shows how much of a source has been read, and how fast."""
    started = shown = time.monotonic()
    with progress_bar(title, is_writing=is_writing) as advance:

        def show(records: int, meter: Meter) -> None:
            nonlocal shown
            now = time.monotonic()
            if now < shown + _PAUSE:
                return
            shown = now
            advance(meter.done, meter.total, _pace(records, "record", started))

        yield show


@contextmanager
def indexing_bar() -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many positions have been indexed, and how fast."""
    started = time.monotonic()
    with progress_bar("indexing positions") as advance:

        def show(positions: int, total: int) -> None:
            advance(positions, total, _pace(positions, "position", started))

        yield show


def _pace(done: int, unit: str, started: float) -> Note:
    """Return what says how much has been done since some time, and how fast up to now."""

    def current() -> str:
        speed = done / max(time.monotonic() - started, 1e-6)
        return f"{counted(done, unit)}, {speed:,.0f}/s"

    return current


@contextmanager
def waiting_bar(title: str = "asking the database") -> Iterator[None]:
    """Show that work goes on of which nobody knows the end; nothing else is written meanwhile."""
    if not _has_bars():
        yield
        return
    bar = _Bar(title, "", has_end=False)
    try:
        yield
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
    """A bar of rich's that appears when the work has taken a while, even if nothing was told."""

    def __init__(self, title: str, unit: str, has_end: bool = True) -> None:
        from threading import Lock, Timer

        self._title, self._unit, self._has_end = printable(title), unit, has_end
        self._started = time.monotonic()
        self._done = 0.0
        self._note: Note = ""
        self._total: float | None = None
        self._progress: Progress | None = None
        self._task = TaskID(0)
        self._lock = Lock()
        self._timer = Timer(_PATIENCE, self._open)
        self._timer.daemon = True
        self._timer.start()

    def advance(self, done: float, total: float | None, note: Note = "") -> None:
        text = note or f"{done:,.0f}{'' if total is None else f'/{total:,.0f}'} {self._unit}"
        with self._lock:
            self._done, self._total, self._note = done, total, text
            if self._progress is not None:
                self._progress.update(self._task, completed=done, total=total)

    def _words(self) -> str:
        return self._note if isinstance(self._note, str) else self._note()

    def _left(self) -> str:
        """Return the time left, if the rest goes as fast as what is done up to now."""
        if not self._done or self._total is None:
            return "-:--:--"
        elapsed = time.monotonic() - self._started
        left = elapsed * max(self._total - self._done, 0.0) / self._done
        return str(timedelta(seconds=int(left)))

    def _open(self) -> None:
        with self._lock:
            self._progress = self._start()

    def _start(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        from mentis_records.cli.bar_column import CurrentText

        progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            CurrentText(self._words),
            CurrentText(self._left, "progress.remaining") if self._has_end else TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = progress.add_task(self._title, total=self._total)
        progress.update(self._task, completed=self._done)
        progress.start()
        return progress

    def close(self) -> None:
        self._timer.cancel()
        self._timer.join()
        if self._progress is not None:
            self._progress.stop()
