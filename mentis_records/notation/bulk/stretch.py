"""Many stretches of one text as strings."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.pointer import address8, is_same, text_of


def stretches(
    text: bytes, places: array[int], first: int, step: int, count: int
) -> list[str | None]:
    """Return stretches of a text; equal neighbours are one string.

    Args:
        text: bytes in UTF-8.
        places: where stretches begin and end.
        first: the index in ``places`` of the first one's beginning; its end stands behind it.
        step: how far behind the next one's stands.
        count: how many there are. One that ends at 0 is missing, and None.
    """
    found: list[str | None] = []
    last: str | None = None
    last_begin = last_end = 0
    view = address8(text)
    for number in range(count):
        at = first + number * step
        begin, end = places[at], places[at + 1]
        if not end:
            found.append(None)
            continue
        if last is None or not is_same(view, begin, end, view, last_begin, last_end):
            last = text_of(text, begin, end)
            last_begin, last_end = begin, end
        found.append(last)
    return found


def are_equal(text: bytes, places: array[int], first: int, step: int, count: int) -> bool:
    """Tell whether stretches as above are all equal, or all missing."""
    view = address8(text)
    for number in range(1, count):
        at = first + number * step
        begin, end = places[at], places[at + 1]
        if not end or not places[first + 1]:
            if end != places[first + 1]:
                return False
        elif not is_same(view, begin, end, view, places[first], places[first + 1]):
            return False
    return True
