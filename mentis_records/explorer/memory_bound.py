"""A bound on the memory of the whole program, where the system keeps one.

The engine counts most of its own memory, but not long texts that a statement is just making: one
such statement could take all that the machine has. Beyond the bound it fails, and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_SHARE = 2
"""How many times the memory that is to be used may be asked for at worst."""

_ALLOCATOR = "DUCKDB_JE_MALLOC_CONF"
"""The variable that the engine's allocator reads when it is loaded."""


def give_memory_back() -> None:
    """Let the engine give back what it no longer uses; it must not have been imported yet.

    By itself it keeps the addresses for later, which count as the program's: after a few large
    statements all that the bound allows would be taken.
    """
    os.environ.setdefault(_ALLOCATOR, "retain:false")


@contextmanager
def memory_bound(memory_limit: int) -> Iterator[None]:
    """Let the program ask for no more than some memory in the block, beyond what it has.

    Args:
        memory_limit: bytes that it should use at most.
    """
    try:
        import resource

        before = resource.getrlimit(resource.RLIMIT_DATA)
        owned = _owned_bytes()
    except (ImportError, AttributeError, OSError, ValueError):
        yield
        return
    most = owned + _SHARE * memory_limit
    if before[0] != resource.RLIM_INFINITY:
        most = min(most, before[0])
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def _owned_bytes() -> int:
    """Return the bytes that count now.

    Raises:
        OSError: the system does not tell.
        ValueError: it does not tell this.
    """
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "VmData":
            return int(value.split()[0]) * 1024
    raise ValueError("VmData")
