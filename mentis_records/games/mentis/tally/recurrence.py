"""How often each position of a game has come up, in time that does not grow with its length."""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

from mentis_records.fast.flat_table import table

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64


class Recurrence:
    """A hash table of keys with the times that each has come up; it is emptied at no cost.

    What is in it bears the mark of now. Only as much of it is used as a game needs.
    """

    def __init__(self) -> None:
        """Begin with room for nothing."""
        self._mark = self._mask = self._size = 0
        self.reserve(1)

    def reserve(self, positions: int) -> None:
        """Make room for games of so many positions; what was there is lost."""
        size = 2
        while size < 2 * positions:
            size *= 2
        if size <= self._size:
            return
        self._size = size
        self._key_buffer = table("q", [0]) * size
        self._keys: MutableSequence[int] = address64(self._key_buffer)
        self._mark_buffer = table("q", [0]) * size
        self._marks: MutableSequence[int] = address64(self._mark_buffer)
        self._time_buffer = table("i", [0]) * size
        self._times: MutableSequence[int] = address32(self._time_buffer)

    def begin(self, positions: int) -> None:
        """Begin a game of at most so many positions, for which there is room."""
        self._mask = 1
        while self._mask + 1 < 2 * positions:
            self._mask = 2 * self._mask + 1
        self.forget()

    def forget(self) -> None:
        """Drop all positions: none can come again, as after a deployment or a capture."""
        self._mark += 1

    def add(self, key: int) -> int:
        """Count a position; return how often it has come up."""
        slot = key >> 3 & self._mask  # the lowest three bits tell images apart
        while self._marks[slot] == self._mark and self._keys[slot] != key:
            slot = slot + 1 & self._mask
        if self._marks[slot] != self._mark:
            self._marks[slot] = self._mark
            self._keys[slot] = key
            self._times[slot] = 0
        self._times[slot] += 1
        return self._times[slot]
