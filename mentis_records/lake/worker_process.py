"""Worker processes of this machine, as Dask starts them; their ports are open to it alone."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
from collections.abc import Collection
from contextlib import suppress
from typing import Any

TRIES = 3
"""So often processes are started, and an item is tried that takes its worker with it."""

_LONGEST_START = 90
"""Seconds after which a process that has not started is ended."""

_LOOPBACK = "127.0.0.1"

_TALKATIVE = ("asyncio", "bokeh", "distributed", "tornado")
"""Whose logs would tell of each worker that comes or goes."""


def start_processes(workers: int) -> Any:
    """Return worker processes of this machine; all start again if one dies or hangs as it does.

    Raises:
        RuntimeError: they do not start.
    """
    import distributed

    for left in range(TRIES - 1, -1, -1):
        others = multiprocessing.active_children()
        try:
            return distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host=_LOOPBACK,
                dashboard_address=f"{_LOOPBACK}:0",
                memory_limit=0,
                death_timeout=_LONGEST_START,
                silence_logs=logging.CRITICAL,
            )
        except KeyboardInterrupt:
            _leave()
            _end_all_but(others)
            raise
        except (RuntimeError, TimeoutError, AssertionError) as error:  # the last is the engine's
            _end_all_but(others)
            if not left:
                raise RuntimeError("they do not start") from error
    raise AssertionError


def end_processes(cluster: Any) -> None:
    """End what was started."""
    try:
        with suppress(Exception):
            cluster.close(timeout=5)
    except KeyboardInterrupt:
        _leave()
        raise


def _leave() -> None:
    """Let the engine close nothing at exit: it cannot close what is half begun or half closed.

    Processes end with the one that has started them.
    """
    from distributed.deploy.spec import close_clusters

    atexit.unregister(close_clusters)


def _end_all_but(others: Collection[object]) -> None:
    """End the processes that have been started since."""
    for each in multiprocessing.active_children():
        if each not in others:
            each.kill()


def silence_logs() -> None:
    """Let the engine say nothing of what is told in one line, or goes on."""
    for name in {*logging.root.manager.loggerDict, *_TALKATIVE}:
        if name.partition(".")[0] in _TALKATIVE:
            logger = logging.getLogger(name)
            logger.handlers[:] = [logging.NullHandler()]
            logger.propagate = False
