"""Numbers of games as people read them: those that follow one another as one span."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 8
"""So many spans are written at most."""


def spans(game_ids: Iterable[int]) -> str:
    """Return numbers in ascending order, such as ``1, 4-9``; of very many only the first."""
    found: list[list[int]] = []
    for number in sorted(set(game_ids)):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    texts = [f"{first}-{last}" if first < last else f"{first}" for first, last in found]
    return ", ".join(texts[:_MOST]) + (", ..." if len(texts) > _MOST else "")
