"""The seam to the engine: a function is run over items by worker processes of Dask's.

Nothing else knows Dask, but for how processes are started. Workers are processes of this machine,
or those of a scheduler that has an address. Who dies with an item, or is silent for too long, is
replaced, and the item is tried again.
"""

from __future__ import annotations

import faulthandler
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, Self, TypeVar

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.lake_error import LakeError, MissingExtraError
from mentis_records.lake.worker_process import TRIES, end_processes, silence_logs, start_processes

TIME_LIMIT = 600.0
"""Seconds after which a worker that is still at an item is ended."""

_SILENCE = 60.0
"""Seconds after which a worker that has not been heard of is replaced."""

_CERTIFICATE = "certificate and key for TLS"

_LONGEST_WAIT = 30
"""Seconds to wait for a scheduler."""

_SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "1h",  # on a busy machine it takes long to come back
    "distributed.scheduler.allowed-failures": 0,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.comm.timeouts.connect": f"{_LONGEST_WAIT}s",
    "distributed.admin.tick.limit": "1h",
}

ItemT = TypeVar("ItemT")
ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[ItemT, ValueT]):
    """What came of an item: a value, or that its workers have died with it."""

    item: ItemT
    value: ValueT | None
    death: str = ""


class WorkerPool:
    """Workers at work; a context manager that lets them go."""

    def __init__(self, workers: int, scheduler: str = "", time_limit: float = TIME_LIMIT) -> None:
        """Start processes of this machine, or ask a scheduler for its workers.

        Args:
            workers: how many processes.
            scheduler: the address of a scheduler, or "" for processes of this machine.
            time_limit: seconds that an item may take.

        Raises:
            MissingExtraError: Dask is not installed.
            LakeError: there is no such scheduler, or it has no workers.
        """
        try:
            import dask
            import distributed
        except ImportError:
            raise MissingExtraError(
                "a lake needs Dask: pip install 'mentis-records[lake]'"
            ) from None
        silence_logs()
        if scheduler.startswith("tls:"):
            _check_certificate(scheduler)
        silence = {"distributed.scheduler.worker-ttl": f"{min(_SILENCE, time_limit)}s"}
        self._settings = dask.config.set({**_SETTINGS, **silence})
        self._time_limit = time_limit
        self._scheduler = scheduler
        self._cluster: Any = None
        address = scheduler
        try:
            if not scheduler:
                self._cluster = address = start_processes(workers)
            self._client = distributed.Client(address, timeout=_LONGEST_WAIT)
            self._wait_for_workers()
        except KeyboardInterrupt:
            self._let_go()
            raise
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            self._let_go()
            raise LakeError(f"{scheduler or 'workers'}: {_reason(error, scheduler)}") from None
        self._workers = workers

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the processes of this machine, or leave those of a scheduler."""
        try:
            with suppress(Exception):
                self._client.close(timeout=5)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        try:
            if self._cluster is not None:
                end_processes(self._cluster)
        finally:
            self._settings.__exit__(None, None, None)

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_LONGEST_WAIT)
        except TimeoutError:
            self._client.close(timeout=5)
            raise TimeoutError("it has no workers") from None

    @property
    def size(self) -> int:
        """Return how many items are worked on at a time."""
        if self._cluster is not None:
            return self._workers
        with suppress(OSError, TimeoutError):
            return max(1, sum(map(int, self._client.nthreads().values())))
        return 1

    def run(
        self, function: Callable[[ItemT], ValueT], items: Iterable[ItemT]
    ) -> Iterator[Outcome[ItemT, ValueT]]:
        """Yield what comes of each item, as soon as it has.

        An item whose worker dies is tried again alone: another one may have been on that worker.

        Raises:
            LakeError: the scheduler is gone.
            Exception: what the function raises.
        """
        from distributed import as_completed

        left, queue = iter(items), _Queue[ItemT]()
        pending: dict[str, tuple[Any, ItemT]] = {}
        finished = as_completed()
        try:
            while True:
                for item in queue.take(left, self.size, len(pending)):
                    future = self._client.submit(
                        _guarded, function, item, self._time_limit, pure=False
                    )
                    pending[future.key] = future, item
                    finished.add(future)
                if not pending:
                    return
                future = next(finished)
                _, item = pending.pop(future.key)
                outcome: Outcome[ItemT, ValueT] = self._outcome(future, item)
                if not outcome.death or queue.is_given_up(item):
                    yield outcome
        finally:
            with suppress(Exception):
                self._client.cancel([future for future, _ in pending.values()])

    def _outcome(self, future: Any, item: ItemT) -> Outcome[ItemT, ValueT]:
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            value = future.result(timeout=_LONGEST_WAIT)
        except KilledWorker:
            return Outcome(item, None, f"its worker died {TRIES} times")
        except (CancelledError, TimeoutError):
            where = self._scheduler or "the scheduler"
            raise LakeError(f"{where}: gone; what is done is kept, run the command again") from None
        finally:
            future.release()
        return Outcome(item, value)


class _Queue(Generic[ItemT]):
    """Items that are tried again, alone, when no other is left."""

    def __init__(self) -> None:
        self._deaths: dict[int, int] = {}
        self._alone: deque[ItemT] = deque()
        self._is_alone = False

    def take(self, left: Iterator[ItemT], size: int, pending: int) -> Iterator[ItemT]:
        """Yield what is to be worked on, beside what is pending, by so many workers."""
        if pending and self._is_alone:
            return
        self._is_alone = False
        for item in islice(left, size - pending):
            pending += 1
            yield item
        if not pending and self._alone:
            self._is_alone = True
            yield self._alone.popleft()

    def is_given_up(self, item: ItemT) -> bool:
        """Count that a worker has died with an item; tell whether that was the last time."""
        deaths = self._deaths[id(item)] = self._deaths.get(id(item), 0) + 1
        if deaths < TRIES:
            self._alone.append(item)
        return deaths >= TRIES


def _guarded(function: Callable[[ItemT], ValueT], item: ItemT, time_limit: float) -> ValueT:
    """Run a function in a worker, which ends when that takes too long, whatever it is doing."""
    with open(os.devnull, "w") as nowhere:
        faulthandler.dump_traceback_later(time_limit, exit=True, file=nowhere)
        try:
            return function(item)
        finally:
            faulthandler.cancel_dump_traceback_later()


def _check_certificate(scheduler: str) -> None:
    """See that there are files for a scheduler that asks for them.

    Raises:
        LakeError: there are none.
    """
    from distributed import Security

    security = Security()
    for variable, file in (
        ("CA_FILE", security.tls_ca_file),
        ("CLIENT__CERT", security.tls_client_cert),
        ("CLIENT__KEY", security.tls_client_key),
    ):
        if not file:
            variable = f"DASK_DISTRIBUTED__COMM__TLS__{variable}"
            raise LakeError(f"{scheduler}: no {_CERTIFICATE}: set {variable}")
        if not os.path.exists(file) and "\n" not in file:
            raise LakeError(f"{file}: no such file; it is for {scheduler}")


def _reason(error: BaseException, scheduler: str) -> str:
    """Return in one line why there are no workers."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    if scheduler.startswith("tls:") and ("SSL" in text or "TLS" in text):
        return f"the scheduler does not take this {_CERTIFICATE}"
    if not scheduler.startswith("tls:") and "ConnectionReset" in text:
        return "the scheduler closes the connection; if it asks for TLS, its address begins tls://"
    return text
