"""The outline of a board whose squares need not fill a rectangle."""

from __future__ import annotations

from collections.abc import Iterator

Corner = tuple[int, int]


def outlines(squares: set[Corner]) -> Iterator[tuple[Corner, ...]]:
    """Yield the closed lines around squares, given by their upper left corners, and around holes.

    Each has its corners only, from the highest and leftmost one; a closed line ends where it
    began, which is not said again.
    """
    edges: dict[Corner, list[Corner]] = {}
    for x, y in sorted(squares):
        if (x, y - 1) not in squares:
            edges.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in squares:
            edges.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in squares:
            edges.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in squares:
            edges.setdefault((x, y + 1), []).append((x, y))
    while edges:
        start = min(edges, key=lambda corner: (corner[1], corner[0]))
        line, here = [start], start
        while True:
            ways = edges[here]
            there = ways.pop() if len(ways) == 1 else ways.pop(_turn(line, ways))
            if not ways:
                del edges[here]
            if there == start:
                break
            line.append(there)
            here = there
        yield tuple(_corners(line))


def _turn(line: list[Corner], ways: list[Corner]) -> int:
    """Return which of two ways turns right, so that squares that touch keep lines of their own."""
    (x, y), (before_x, before_y) = line[-1], line[-2]
    right = (x - (y - before_y), y + (x - before_x))
    return ways.index(right)


def _corners(line: list[Corner]) -> Iterator[Corner]:
    """Yield the corners of a closed line, without what lies straight between them."""
    for index, (x, y) in enumerate(line):
        (before_x, before_y), (next_x, next_y) = line[index - 1], line[(index + 1) % len(line)]
        if (x - before_x) * (next_y - y) != (y - before_y) * (next_x - x):
            yield x, y
