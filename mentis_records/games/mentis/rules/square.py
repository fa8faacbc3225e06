"""The 49 squares: names, hills, deployment squares, neighbours; knows no tile."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence

from mentis_records.fast.flat_table import table

SIZE = 7
COUNT = SIZE * SIZE
COLUMNS = "abcdefg"
ROWS = "1234567"

NAMES: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""Names by index; the index is ``7 * row + column``, both from 0 at ``a1``."""

INDEX: dict[str, int] = {name: index for index, name in enumerate(NAMES)}


def square_set(places: Iterable[int]) -> int:
    """Return a set of squares: the bit with the index of each."""
    return sum(1 << place for place in places)


BOARD_SET = square_set(range(COUNT))
"""All squares, as a set."""

HILL: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(INDEX[name] for name in ("c1", "d1", "e1")),
    tuple(INDEX[name] for name in ("c7", "d7", "e7")),
)
"""The hill of each side (rulebook, Game Setup)."""

HILL_SET = square_set(HILL[0] + HILL[1])
"""The squares of both hills, as a set."""

DEPLOYMENT: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(INDEX[name] for name in ("b1", "f1", "c2", "d2", "e2")),
    tuple(INDEX[name] for name in ("b7", "f7", "c6", "d6", "e6")),
)
"""The squares orthogonally adjacent to each side's hill (rulebook, Deployment Rules)."""

ON_HILL = table("b", [(at in HILL[0]) + 2 * (at in HILL[1]) for at in range(COUNT)])
"""0 off the hills, 1 on Blue's, 2 on Red's."""

BESIDE_HILL = table("b", [(at in DEPLOYMENT[0]) + 2 * (at in DEPLOYMENT[1]) for at in range(COUNT)])
"""0 off the deployment squares, 1 on Blue's, 2 on Red's."""

MIRROR: tuple[int, ...] = tuple(
    SIZE * (square // SIZE) + SIZE - 1 - square % SIZE for square in range(COUNT)
)
"""The mirror image of each square: columns a-g, b-f, c-e exchanged."""


def _beside(square: int, column_step: int, row_step: int) -> int:
    """Return the square one step away, or -1 beyond the edge."""
    column, row = square % SIZE + column_step, square // SIZE + row_step
    return SIZE * row + column if 0 <= column < SIZE and 0 <= row < SIZE else -1


_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

STEP = table(
    "b", [_beside(square, *direction) for square in range(COUNT) for direction in _ORTHOGONAL]
)
"""The neighbours of each square in the four orthogonal directions, -1 beyond the edge.

That of a square in a direction is at ``4 * square + direction``.
"""

AROUND: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        other
        for other in (_beside(square, *step) for step in _ORTHOGONAL + _DIAGONAL)
        if other >= 0
    )
    for square in range(COUNT)
)
"""The neighbours of each square in all eight directions."""


DIAGONAL = 1


def _lines() -> MutableSequence[int]:
    found = table("b", bytes(COUNT * COUNT))
    for start in range(COUNT):
        for end in AROUND[start]:
            found[COUNT * start + end] = DIAGONAL
        for direction in range(4):
            end, distance = STEP[4 * start + direction], 1
            while end >= 0:
                found[COUNT * start + end] = distance << 2 | direction
                end, distance = STEP[4 * end + direction], distance + 1
    return found


LINE = _lines()
"""What leads from one square to another, by ``COUNT`` times the one plus the other.

On an orthogonal line it is the distance in bits 2 to 4 and the direction in bits 0 to 1; else
``DIAGONAL`` between diagonal neighbours, and 0.
"""


def distance_between(start: int, end: int) -> int:
    """Return the distance in king's steps between two squares."""
    return max(abs(start % SIZE - end % SIZE), abs(start // SIZE - end // SIZE))
