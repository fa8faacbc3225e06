"""The 49 squares: names, zones, neighbours, lines, jumps and images; knows no piece."""

from __future__ import annotations

from collections.abc import Iterable

SIZE = 7
COUNT = SIZE * SIZE
COLUMNS = "abcdefg"
ROWS = "1234567"

NAMES: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""Names by index; the index is ``7 * row + column``, both from 0 at ``a1``."""

INDEX: dict[str, int] = {name: index for index, name in enumerate(NAMES)}

_PLACES = range(COUNT)


def square_set(places: Iterable[int]) -> int:
    """Return a set of squares: the bit with the index of each."""
    return sum(1 << place for place in places)


def squares_of(places: int) -> list[int]:
    """Return the squares of a set, in rising order."""
    found = []
    while places:
        lowest = places & -places
        found.append(lowest.bit_length() - 1)
        places ^= lowest
    return found


CENTRE = INDEX["d4"]

PERIMETER = square_set(at for at in _PLACES if {at % SIZE, at // SIZE} & {0, SIZE - 1})
"""The squares at the edge, as a set (Board)."""

BOARD = (1 << COUNT) - 1
"""All squares, as a set."""

PRIME = BOARD & ~PERIMETER & ~(1 << CENTRE)
"""The inner squares without the Centre, as a set (Board)."""


def _at(place: int, columns: int, rows: int) -> int:
    """Return the square so many columns and rows away, or -1 beyond the edge."""
    column, row = place % SIZE + columns, place // SIZE + rows
    return SIZE * row + column if 0 <= column < SIZE and 0 <= row < SIZE else -1


_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIRECTIONS = range(len(_ORTHOGONAL))

RAYS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(at for steps in range(1, SIZE) if (at := _at(place, x * steps, y * steps)) >= 0)
        for x, y in _ORTHOGONAL
    )
    for place in _PLACES
)
"""The squares in a line from each square, the nearest first, in each orthogonal direction."""

BESIDE: tuple[tuple[int, ...], ...] = tuple(tuple(ray[0] for ray in rays if ray) for rays in RAYS)
"""The orthogonal neighbours of each square."""

LEGS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in RAYS
)
"""What a leg of a jump from each square may go over, and where it lands."""

OVER: dict[tuple[int, int], int] = {
    (place, landing): over for place in _PLACES for over, landing in LEGS[place]
}
"""The square that a leg goes over, by where it begins and lands; what is no leg is missing."""


def line_between(start: int, end: int) -> tuple[int, ...]:
    """Return the squares on an orthogonal line behind the first one, up to and with the last.

    There are none where no such line leads from one to the other.
    """
    for ray in RAYS[start]:
        if end in ray:
            return ray[: ray.index(end) + 1]
    return ()


_WEST = square_set(at for at in _PLACES if at % SIZE)
_EAST = square_set(at for at in _PLACES if at % SIZE < SIZE - 1)


def beyond_reach(places: int) -> int:
    """Return the squares that are neither in a set nor beside it, diagonals too (rules R1, R2)."""
    wide = places | (places & _WEST) >> 1 | (places & _EAST) << 1
    return BOARD & ~(wide | wide << SIZE | wide >> SIZE)


def _image(place: int, turns: int, is_mirrored: bool) -> int:
    column, row = place % SIZE, place // SIZE
    if is_mirrored:
        column = SIZE - 1 - column
    for _ in range(turns):
        column, row = row, SIZE - 1 - column
    return SIZE * row + column


IMAGES: tuple[tuple[int, ...], ...] = tuple(
    tuple(_image(place, turns, is_mirrored) for place in _PLACES)
    for is_mirrored in (False, True)
    for turns in range(4)
)
"""What each square becomes under the eight symmetries of the board, the identity first (Board)."""
