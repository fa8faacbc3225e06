"""Fixtures of the tests of notation."""

import signal
from collections.abc import Iterator

import pytest

HANG = 30
"""Seconds of computing, not by the clock, after which a test is taken to hang."""


@pytest.fixture
def no_hang() -> Iterator[None]:
    """Fail a test that hangs, where the system can tell how long it has computed."""

    def stop(*_: object) -> None:
        pytest.fail(f"more than {HANG} s")

    if not hasattr(signal, "SIGPROF"):
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANG)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
