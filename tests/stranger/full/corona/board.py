"""The board of Corona: eight points around a hole, its rows, and its eight images."""

POINTS = ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
RING = (0, 1, 2, 4, 7, 6, 5, 3)
"""The points one after the other around the hole, from a corner on."""

BESIDE = {RING[at]: (RING[at - 1], RING[(at + 1) % 8]) for at in range(8)}
"""The two points beside each."""

ROWS = ((0, 1, 2), (5, 6, 7), (0, 3, 5), (2, 4, 7))


def _image(first, step):
    """Return what each point becomes where the ring is gone round from another corner."""
    becomes = {RING[at]: RING[(first + step * at) % 8] for at in range(8)}
    return tuple(becomes[point] for point in range(8))


IMAGES = tuple(_image(first, step) for step in (1, -1) for first in (0, 2, 4, 6))
"""Turns and mirror images of the board, nothing first; each has its inverse among them."""


def imaged(stones, image):
    """Return the stones of a position in an image of the board."""
    found = ["."] * 8
    for point, stone in enumerate(stones):
        found[image[point]] = stone
    return "".join(found)


def bits(points):
    """Return a number with a bit for each of some points."""
    return sum(1 << point for point in points)


def points_with(stones, stone):
    """Return the points with a stone, ``w``, ``b`` or ``.`` for none."""
    return [point for point in range(8) if stones[point] == stone]


def completing(stones, stone):
    """Return the empty points on which a stone would make three in a row, from wherever it came."""
    rows = ["".join(stones[point] for point in row) for row in ROWS]
    return {
        row[line.index(".")]
        for row, line in zip(ROWS, rows, strict=True)
        if line.count(stone) == 2 and "." in line
    }
