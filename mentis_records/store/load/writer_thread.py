"""Work that is done beside the caller's: in a thread of its own, one piece after the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Self


class Beside:
    """Does one piece of work at a time; a context manager that leaves none unfinished.

    What a piece of work raises is raised to whoever waits for it next. It may be used again.
    """

    def __init__(self, has_thread: bool = True) -> None:
        """Begin with nothing to do; without a thread all work is the caller's."""
        self._has_thread = has_thread
        self._pool: ThreadPoolExecutor | None = None
        self._running: Future[None] | None = None

    def run(self, work: Callable[[], None]) -> None:
        """Do some work when that before it is done, and return as soon as it has begun."""
        self.wait()
        if not self._has_thread:
            work()
            return
        self._pool = self._pool or ThreadPoolExecutor(1)
        self._running = self._pool.submit(work)

    def wait(self) -> None:
        """Wait until all is done."""
        running, self._running = self._running, None
        if running is not None:
            try:
                running.result()
            finally:
                wait((running,))

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the thread when all is done; after an error, what the work raises is lost."""
        try:
            if error[0] is None:
                self.wait()
        finally:
            pool, self._pool, self._running = self._pool, None, None
            if pool is not None:
                pool.shutdown()
