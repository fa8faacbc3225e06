"""Flat sequences of integers as kernels want them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from mentis_records.fast.kernel import IS_COMPILED


def table(typecode: str, numbers: Iterable[int]) -> array[int] | list[int]:
    """Return the numbers in an array of a type of ``array``; if kernels are plain, in a list.

    CPython reads lists three times as fast.
    """
    if not IS_COMPILED:
        return list(numbers)
    try:
        view = memoryview(numbers)  # type: ignore[arg-type]
    except TypeError:
        return array(typecode, numbers)
    return array(typecode, view.tobytes() if view.format == typecode else view)
