"""Work on behalf of readers: in threads, so much at once, for a limited time, while they stay."""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import field
from threading import Lock, get_ident
from time import monotonic
from typing import Generic, TypeVar

from mentis_records.explorer.visit import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database

ValueT = TypeVar("ValueT")

_TICK = 0.05
"""Seconds between looks whether a reader is still there."""

_GRACE, _STOPS = 4, 20
"""How often work is stopped before an exception is raised in it, and until the next one."""

_CROWDED = "too many readers at once; try again in a moment"


class BusyError(Exception):
    """Too much is asked at once; the message is for the reader."""


class TimeIsUpError(Exception):
    """Work that takes too long has been ended; the message is for the reader."""


class ReaderLeftError(Exception):
    """Nobody waits for the answer any more."""


class StoppedWork(BaseException):
    """Raised within work that is to end, wherever it is in Python."""


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in another thread at its next step in Python, or no longer for None."""
    found = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), found)


@dataclass
class Lookup(Generic[ValueT]):
    """Work for one reader, which other threads can end."""

    work: Callable[[Lookup[ValueT]], ValueT]
    progress: Progress = field(default_factory=Progress)
    _databases: list[Database] = field(default_factory=list)
    _stops: int = 0
    _thread: int | None = None
    _lock: Lock = field(default_factory=Lock)

    def run(self) -> ValueT:
        """Return what the work gives, in the thread that can be made to end it."""
        self._thread = get_ident()
        try:
            return self.work(self)
        finally:
            with self._lock:
                _raise_in(self._thread, None)
                self._thread = None

    def hold(self, database: Database) -> Database:
        """Return a database, whose statements end when the work is to end."""
        self._databases.append(database)
        return database

    @property
    def is_stopped(self) -> bool:
        """Tell whether the work is to end."""
        return self.progress.is_stopped

    def stop(self) -> None:
        """End the work at its next step, and the statement that runs."""
        self._stops += 1
        self.progress.is_stopped = True
        for database in self._databases:
            database.stop()
        with self._lock:
            # Statements are interrupted and end by themselves; Python's work does not.
            if self._stops % _STOPS == _GRACE and self._thread is not None:
                _raise_in(self._thread, StoppedWork)


class Lookups:
    """A number of threads, and a queue before them.

    Args:
        at_once: how much is worked on at once.
        queue: how many readers may wait for that; of more, the first that came is sent away.
        seconds: how long a reader's work may take.
        patience: how many seconds a reader waits for the work to begin.
    """

    def __init__(
        self, at_once: int = 3, queue: int = 100, seconds: float = 5.0, patience: float = 15.0
    ) -> None:
        """Start no thread yet."""
        self.seconds = seconds
        self._at_once, self._queue, self._patience = at_once, queue, patience
        self._threads = ThreadPoolExecutor(at_once, "lookup")
        self._working = 0
        self._is_closed = False
        self._waiting: list[asyncio.Future[None]] = []

    async def run(self, lookup: Lookup[ValueT], has_left: Callable[[], Awaitable[bool]]) -> ValueT:
        """Return what the work gives; it ends when the time is up, or when its reader has left.

        Raises:
            BusyError: too many wait already, or the work cannot begin in time.
            TimeIsUpError: it took too long.
            ReaderLeftError: nobody waits for it any more.
        """
        await self._enter(has_left)
        try:
            return await self._watch(lookup, has_left)
        finally:
            self._leave()

    async def _enter(self, has_left: Callable[[], Awaitable[bool]]) -> None:
        """Wait for a place; the last one who came is let in first, so a crowd keeps nobody out."""
        if self._working < self._at_once:
            self._working += 1
            return
        if len(self._waiting) >= self._queue:
            self._waiting.pop(0).set_exception(BusyError(_CROWDED))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        until = monotonic() + self._patience
        try:
            while not turn.done():
                await asyncio.wait({turn}, timeout=_TICK)
                if not turn.done() and await has_left():
                    raise ReaderLeftError
                if not turn.done() and monotonic() > until:
                    raise BusyError("others are being served; try again in a moment")
        except BaseException:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.exception() is None:
                self._leave()
            raise
        turn.result()

    def _leave(self) -> None:
        """Give the place to the last one who waits."""
        if self._waiting:
            self._waiting.pop().set_result(None)
        else:
            self._working -= 1

    async def _watch(
        self, lookup: Lookup[ValueT], has_left: Callable[[], Awaitable[bool]]
    ) -> ValueT:
        if self._is_closed:
            raise BusyError("the explorer is ending")
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._threads, lookup.run)
        until = monotonic() + self.seconds
        left = late = False
        try:
            while not running.done():
                await asyncio.wait({running}, timeout=_TICK)
                if running.done():
                    break
                left = left or await has_left()
                late = late or monotonic() > until
                if left or late or self._is_closed:
                    lookup.stop()
        except asyncio.CancelledError:
            await _end(lookup, running)
            raise
        if left or late:
            with suppress(Exception, StoppedWork):
                running.result()
            if left:
                raise ReaderLeftError
            seconds = f"{self.seconds:g} second{'' if self.seconds == 1 else 's'}"
            raise TimeIsUpError(f"this takes longer than {seconds}; select fewer games")
        return running.result()

    def close(self) -> None:
        """Let no further work begin, and end what is being done."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _end(lookup: Lookup[ValueT], running: asyncio.Future[ValueT]) -> None:
    """Stop work until it has ended."""
    while not running.done():
        lookup.stop()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(_TICK)
    with suppress(Exception, StoppedWork):
        running.result()
