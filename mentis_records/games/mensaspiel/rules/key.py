"""Keys of positions: 63-bit Zobrist sums over the stacks, and over all else.

No transform of the board keeps its pips, so that a position has no images: the lowest three bits
are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mentis_records.core.game import canonical
from mentis_records.fast.mix import mix
from mentis_records.games.mensaspiel.rules import board

_NUMBER = str.maketrans("WB", "01")
_FURTHER = 1 << 50
"""Above the numbers of all stacks on their squares."""


class _Parts(dict[str, tuple[int, ...]]):
    """A number for each stack on each square, computed when it is asked for."""

    def __missing__(self, stack: str) -> tuple[int, ...]:
        number = int("1" + stack.translate(_NUMBER), 2) if stack else 0
        parts = tuple(mix(number << 4 | at) if stack else 0 for at in range(board.COUNT))
        self[stack] = parts
        return parts


PARTS = _Parts()
"""The numbers of a stack by its letters, one for each square: ``PARTS[stack][square]``."""


def stack_sum(stacks: Sequence[str]) -> int:
    """Return the exclusive or of the numbers of all stacks, computed from nothing."""
    found = 0
    for place, stack in enumerate(stacks):
        found ^= PARTS[stack][place]
    return found


Rest = tuple[tuple[int, int], tuple[int, int], tuple[int, int], int, int, bool, bool, int, int]
"""Base, reserve, prison, side, starts, counter-attack, must start, passes, first square."""


def position_key(stacks: int, rest: Rest) -> int:
    """Return the key of a position.

    Args:
        stacks: the sum of its stacks.
        rest: all else that is in it.
    """
    return canonical(stacks ^ _rest_part(rest))


@lru_cache(maxsize=1 << 16)
def _rest_part(rest: Rest) -> int:
    base, reserve, prison, side, starts, has_counter, must_start, passes, first_square = rest
    number = side
    for count in (*base, *reserve, *prison):
        number = number << 4 | count & 15
    flags = (has_counter, must_start, passes > 0)
    for value, bits in ((starts, 2), *((flag, 1) for flag in flags), (first_square + 1, 5)):
        number = number << bits | value
    return mix(_FURTHER | number)
