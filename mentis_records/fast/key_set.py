"""A set of 64-bit numbers that takes many at once, in sixteen bytes a number or less."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address64, address_flags

_FREE = -0x7FFF_FFFF_FFFF_FFFF
_NEW_AT_ONCE = 512
"""So many new numbers of one call are handed over together."""


class KeySet:
    """Numbers from 2 - 2**63 to 2**63 - 1."""

    def __init__(self) -> None:
        """Begin with none."""
        self._slots = array("q", [_FREE]) * 1024
        self._size = 1024
        self._count = 0

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return self._count

    def add(self, values: Sequence[int]) -> bytearray:
        """Add numbers; return for each whether it was there before (1) or is new (0)."""
        size = len(values)
        flags = bytearray(size)
        at = 0
        view, marks = address64(values), address_flags(flags)
        while at < size:
            with cython.nogil:
                at = self._add(view, at, size, marks)
            if at < size:
                self._grow()
        return flags

    def add_shifted(self, values: Sequence[int], shift: int) -> array[int]:
        """Add those numbers that are not negative, shifted right; return the ones that are new."""
        size = len(values)
        at = 0
        found, new = array("q"), array("q", bytes(8 * _NEW_AT_ONCE))
        view, added = address64(values), address64(new)
        while at < size:
            before = self._count
            with cython.nogil:
                at = self._add_shifted(view, at, size, shift, added)
            found.extend(new[: self._count - before])
            if 2 * self._count >= self._size:
                self._grow()
        return found

    def _add_shifted(
        self, values: Sequence[int], at: int, size: int, shift: int, added: MutableSequence[int]
    ) -> int:
        """Add numbers from an index on; return where it stops because there is no room."""
        slots = address64(self._slots)
        mask = self._size - 1
        new = 0
        while at < size and new < _NEW_AT_ONCE and 2 * self._count < self._size:
            value = values[at] >> shift
            at += 1
            if value < 0:
                continue
            slot = _slot(value) & mask
            while slots[slot] != _FREE and slots[slot] != value:
                slot = slot + 1 & mask
            if slots[slot] != value:
                slots[slot] = value
                added[new] = value
                self._count += 1
                new += 1
        return at

    def has(self, values: Sequence[int]) -> bytearray:
        """Return for each of some numbers whether it is in the set (1) or not (0)."""
        size = len(values)
        flags = bytearray(size)
        view, marks, slots = address64(values), address_flags(flags), address64(self._slots)
        mask = self._size - 1
        for at in range(size):
            value = view[at]
            slot = _slot(value) & mask
            while slots[slot] != _FREE and slots[slot] != value:
                slot = slot + 1 & mask
            marks[at] = slots[slot] == value
        return flags

    def _add(self, values: Sequence[int], at: int, size: int, flags: bytearray) -> int:
        """Add numbers from an index on; return where it stops because there is no room."""
        slots = address64(self._slots)
        mask = self._size - 1
        while at < size and 2 * self._count < self._size:
            value = values[at]
            slot = _slot(value) & mask
            while slots[slot] != _FREE and slots[slot] != value:
                slot = slot + 1 & mask
            if slots[slot] == value:
                flags[at] = 1
            else:
                slots[slot] = value
                self._count += 1
            at += 1
        return at

    def _grow(self) -> None:
        """Double the room."""
        old, size = self._slots, self._size
        self._size = 2 * size
        self._slots = array("q", [_FREE]) * self._size
        slots = address64(self._slots)
        mask = self._size - 1
        for at in range(size):
            value = old[at]
            if value != _FREE:
                slot = _slot(value) & mask
                while slots[slot] != _FREE:
                    slot = slot + 1 & mask
                slots[slot] = value


def _slot(value: int) -> int:
    """Return a number whose low bits depend on all of the value's."""
    return value ^ value >> 17 ^ value >> 34 ^ value >> 49
