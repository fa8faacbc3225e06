"""The positions that a game has been through, as far as they can come again (rules R5, R6)."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address64


class History:
    """The keys of positions, in order."""

    def __init__(self, room: int) -> None:
        """Make room for so many positions."""
        self.keys = array("q", bytes(8 * room))
        self.count = 0

    def forget(self) -> None:
        """Drop all positions: none can come again, as after a deployment or a capture."""
        self.count = 0

    def add(self, key: int) -> None:
        """Keep one more position."""
        self.keys[self.count] = key
        self.count += 1

    def occurrences(self, key: int) -> int:
        """Return how often a position has occurred."""
        keys = address64(self.keys)
        found = 0
        for index in range(self.count):
            if keys[index] == key:
                found += 1
        return found
