"""How much memory the program may use: a size as users write it, and the engine's part of it."""

from __future__ import annotations

import re

_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,3})?)\s*([KMGT]?)(I?)B", re.ASCII | re.IGNORECASE)
_POWERS = " KMGT"

OWN_BYTES = 360_000_000
"""What the program needs beside the engine: itself, what has been read and waits to be written."""

OWN_PART, OWN_FROM = 0.2, 500_000_000
"""It needs more for large collections: this part of what a limit gives beyond that."""

WRITING_BYTES = 1_000_000_000
"""The limit of loads and of the index when no other is given: with more they are no faster."""

LEAST_BYTES = 460_000_000
"""Less is refused: the engine would have too little for its smallest steps."""


def parse_size(text: str) -> int:
    """Return the bytes that a size such as ``500MB`` or ``1.5 GiB`` means.

    Raises:
        ValueError: it is none, or less than the program can do with.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a size such as 500MB or 2GiB")
    base = 1024 if found[3] else 1000
    size = int(float(found[1]) * base ** _POWERS.index(found[2].upper() or " "))
    if size < LEAST_BYTES:
        raise ValueError(f"{text!r} is too little: at least {LEAST_BYTES // 1_000_000}MB")
    return size


def engine_bytes(limit: int) -> int:
    """Return how much of a limit (bytes, from ``parse_size``) the engine may use."""
    return limit - OWN_BYTES - int(OWN_PART * max(0, limit - OWN_FROM))


def kept_bytes(limit: int) -> int:
    """Return how much of the engine's part it may keep for itself once it has had it.

    What is written goes through ever new blocks of memory, and to have each from the system and to
    give it back takes time.
    """
    return engine_bytes(limit) // 3
