"""The board: squares, rings, colours, pips, and where walks of a length end; knows no piece."""

from __future__ import annotations

from collections.abc import Iterable

WHITE, BLACK = 0, 1
SIDES = ("White", "Black")

NAMES: tuple[str, ...] = (
    *("a3", "a4", "a5", "b3", "b5", "c3", "c4", "c5"),
    *("e3", "e4", "e5", "f3", "f5", "g3", "g4", "g5"),
    "d4",
)
"""The track by index: White's ring, Black's ring, each sorted by name, and the Transmitter."""

INDEX: dict[str, int] = {name: index for index, name in enumerate(NAMES)}

COUNT = 16
"""The squares of the rings, on which pieces stand: those with an index below."""

TRANSMITTER = 16
"""The index of d4."""

TRANSMITTER_SET = 1 << TRANSMITTER

RING_SETS = (0x00FF, 0xFF00)
"""The squares of each side's ring, as a set: the bit with the index of each."""

RINGS_SET = 0xFFFF
"""The squares of both rings, as a set."""

BASES = ("b4", "f4")
PRISONS = ("a1", "g1")
RESERVES = ("b1", "f1")
"""Where each side's starters, its prisoners and its reserve lie beside the track."""

UNUSED = ("d1", "d2")
"""Squares that are there to be seen only."""

COLOURS: tuple[str, ...] = (
    *("red", "purple", "cyan", "orange", "blue", "yellow", "green", "olive"),
    *("blue", "cyan", "purple", "olive", "red", "green", "yellow", "orange"),
)
"""The colour of each square of the rings."""

_WHITE_PIPS = (4, 2, 3, 1, 2, 3, 3, 2, 2, 1, 2, 2, 0, 1, 1, 3)

PIPS: tuple[tuple[int, ...], tuple[int, ...]] = (
    _WHITE_PIPS,
    tuple(4 - pips for pips in _WHITE_PIPS),
)
"""The pips of each side on each square of the rings."""

SAME: tuple[int, ...] = tuple(
    next(there for there in range(COUNT) if there != here and COLOURS[there] == COLOURS[here])
    for here in range(COUNT)
)
"""The square of the same colour in the opposite ring."""

PIECES = 9
"""The pieces of each side."""

LONGEST = max(sum(sorted(pips, reverse=True)[:PIECES]) for pips in PIPS)
"""The greatest step length: all pieces alone, on the squares with the most pips."""


def square_set(places: Iterable[int]) -> int:
    """Return a set of squares: the bit with the index of each."""
    return sum(1 << place for place in places)


def squares_of(places: int) -> tuple[int, ...]:
    """Return the indices of a set of squares, ascending."""
    return tuple(place for place in range(len(NAMES)) if places >> place & 1)


def _neighbours(name: str) -> tuple[int, ...]:
    """Return the squares of the track beside one, in a column or row."""
    column, row = name[0], name[1]
    beside = (
        *(chr(ord(column) + step) + row for step in (-1, 1)),
        *(column + chr(ord(row) + step) for step in (-1, 1)),
    )
    return tuple(INDEX[there] for there in beside if there in INDEX)


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(map(_neighbours, NAMES))
"""The squares of the track one step away, for each of it; d4 joins c4 and e4."""


def _reach() -> tuple[tuple[int, ...], ...]:
    """Return where walks end, by their length and their first square.

    A walk never goes straight back over the edge that it has just used (ruling R1), and what
    stands on its way does not matter (R2).
    """
    found = [(0,) * len(NAMES)]
    walks = [{(here, there) for there in NEIGHBOURS[here]} for here in range(len(NAMES))]
    for _ in range(LONGEST):
        found.append(tuple(square_set({there for _, there in each}) for each in walks))
        walks = [
            {
                (there, further)
                for here, there in each
                for further in NEIGHBOURS[there]
                if further != here
            }
            for each in walks
        ]
    return tuple(found)


REACH = _reach()
"""The squares where walks of a length from a square end, as a set: ``REACH[length][square]``.

Nothing is reached with step length 0.
"""
