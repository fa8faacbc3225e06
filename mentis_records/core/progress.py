"""The progress callback: how long work reports how far it has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, float | None], None]
"""Is told the work done, and all of it where known."""


def steps_of(progress: Progress | None, total: int) -> Callable[[], None]:
    """Return what is called before each of some steps, and tells how many are done by then."""
    done = 0

    def step() -> None:
        nonlocal done
        if progress is not None:
            progress(min(done, total), total)
        done += 1

    return step
