"""Stack patterns, from bottom to top: named pieces, any one piece, or any number of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import product

from mentis_records.core.vocabulary import is_named


class Wild(Enum):
    """What stands for pieces of any type; the value is how it is written."""

    ONE = "?"
    MANY = "*"


Pattern = tuple[str | Wild, ...]
"""A whole stack from bottom to top, piece by piece."""


def is_like(names: Sequence[str], pattern: Pattern) -> bool:
    """Tell whether pieces, from bottom to top, are like a pattern."""
    reached = {0}
    for wanted in pattern:
        if wanted is Wild.MANY:
            reached = {*range(min(reached), len(names) + 1)}
        else:
            reached = {
                at + 1
                for at in reached
                if at < len(names) and (isinstance(wanted, Wild) or is_named(names[at], wanted))
            }
        if not reached:
            return False
    return len(names) in reached


def expanded(pattern: Pattern, most: int) -> tuple[tuple[str | None, ...], ...]:
    """Return all stacks of up to so many pieces that are like a pattern; None is any one piece."""
    free = most - sum(part is not Wild.MANY for part in pattern)
    found: set[tuple[str | None, ...]] = set()
    for lengths in product(range(free + 1), repeat=pattern.count(Wild.MANY)):
        if sum(lengths) > free:
            continue
        rest = iter(lengths)
        stack: list[str | None] = []
        for part in pattern:
            if part is Wild.MANY:
                stack += [None] * next(rest)
            else:
                stack.append(None if isinstance(part, Wild) else part)
        if stack:
            found.add(tuple(stack))
    return tuple(sorted(found, key=lambda one: [name or "" for name in one]))
