"""How large the tree of a query is, in which parts may be shared; knows no predicate."""

from __future__ import annotations

from mentis_records.core.query.predicate import Node
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.query_tree import Imaged, Some, parts_of


@dataclass(frozen=True, slots=True)
class Size:
    """The tests of a tree, those of images and each time a part is named, and its levels.

    ``names`` is how deep pieces are named within each other.
    """

    tests: int
    levels: int
    names: int


def size_of(node: Node) -> Size:
    """Return the size of a tree, without walking through a shared part again."""
    known: dict[int, Size] = {}
    left = [node]
    while left:
        parts = parts_of(left[-1])
        unknown = [part for part in parts if id(part) not in known]
        if unknown:
            left += unknown
            continue
        whole = left.pop()
        sizes = [known[id(part)] for part in parts]
        times = 2 if isinstance(whole, Imaged) else 1
        known[id(whole)] = Size(
            times * sum(size.tests for size in sizes) if parts else 1,
            1 + max((size.levels for size in sizes), default=0),
            isinstance(whole, Some) + max((size.names for size in sizes), default=0),
        )
    return known[id(node)]
