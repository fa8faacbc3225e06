# cython: boundscheck=True, wraparound=True
"""Arrays with room for what is to come."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401


def room32(values: array[int], size: int) -> array[int]:
    """Return an array of at least this size: the old one, or a longer one without its values."""
    if len(values) < size:
        return array("i", (0,)) * (size + size // 4)
    return values


def room64(values: array[int], size: int) -> array[int]:
    """Do as ``room32`` does, for integers of 64 bits."""
    if len(values) < size:
        return array("q", (0,)) * (size + size // 4)
    return values
