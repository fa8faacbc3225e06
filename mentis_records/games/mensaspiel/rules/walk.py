"""The squares of a walk (ruling R1), for those who want to see one; legality needs only its end."""

from __future__ import annotations

from functools import cache

from mentis_records.games.mensaspiel.rules.board import NEIGHBOURS


@cache
def walk_of(here: int, there: int, length: int, before: int = -1) -> tuple[int, ...] | None:
    """Return the squares of a walk of exactly so many steps, its first and last among them.

    A walk never goes straight back over the edge that it has just used; ``before`` is the square
    before the first, or -1. Of several walks it is that which first keeps to the squares of
    lower index. None is returned if there is none.
    """
    if not length:
        return (here,) if here == there else None
    for further in NEIGHBOURS[here]:
        if further != before:
            rest = walk_of(further, there, length - 1, here)
            if rest is not None:
                return (here, *rest)
    return None
