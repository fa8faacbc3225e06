"""How many records a grown text has in common with its earlier version; reads none.

Only the last record of the old text, or what its last line seemed to begin, may have become
another: it may have been cut short, or a listing may go on. All is compared nevertheless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from mentis_records.notation.source.record_text import Block, Piece


def count_common(old: Iterable[Block | Piece], new: Iterable[Block | Piece]) -> int:
    """Return how many records are the same at the beginning of two texts, blank ends apart.

    Args:
        old: what the shorter text is cut into.
        new: what the longer one is cut into.
    """
    earlier, later = iter(old), iter(new)
    count = 0
    for before, after in zip(earlier, later, strict=False):
        if before != after:
            rest = _records(chain((before,), earlier)), _records(chain((after,), later))
            return count + _count_same(*rest)
        count += before.count if isinstance(before, Block) else not before.is_remark
    return count


def _records(found: Iterable[Block | Piece]) -> Iterator[Piece]:
    for each in found:
        for piece in each.pieces() if isinstance(each, Block) else (each,):
            if not piece.is_remark:
                yield piece


def _count_same(old: Iterator[Piece], new: Iterator[Piece]) -> int:
    count = 0
    for before, after in zip(old, new, strict=False):
        if before.source_text.rstrip() != after.source_text.rstrip():
            break
        if before.is_oversize != after.is_oversize:
            break
        count += 1
    return count
