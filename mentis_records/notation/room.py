"""Arrays with room for what is to come."""

from __future__ import annotations

from array import array


def room32(values: array[int], size: int) -> array[int]:
    """Return an array of at least this size: the old one, or a longer one without its values."""
    return values if len(values) >= size else array("i", (0,)) * (size + size // 4)


def room64(values: array[int], size: int) -> array[int]:
    """Do as ``room32`` does, for integers of 64 bits."""
    return values if len(values) >= size else array("q", (0,)) * (size + size // 4)
