"""Tallies: tables of whole numbers that a game counts while its records are replayed, and sums.

A kernel keeps all tallies of its game in one flat row of 64-bit integers: one table after the
other, of each the cells in the order of its axes, the last axis changing fastest. Knows no game
and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from mentis_records.core.late_dataclass import dataclass

PHASES = ("first third", "middle third", "last third")
"""The phases of a game: the thirds of its recorded plies.

Ply p of n, both from 1, is in the phase with index 3 * (p - 1) // n.
"""


@dataclass(frozen=True, slots=True)
class Axis:
    """What one index of a table means: a label for each of its values.

    ``is_open`` tells that the last one stands for everything from there on.
    """

    name: str
    labels: tuple[str, ...]
    is_open: bool = False

    def __len__(self) -> int:
        """Return how many values the index has."""
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class Tally:
    """A table: its name for programs, its title, its axes, and what a cell counts."""

    slug: str
    title: str
    axes: tuple[Axis, ...]
    comment: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the length of each axis."""
        return tuple(len(axis) for axis in self.axes)

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return prod(self.shape)

    def axis(self, name: str) -> Axis:
        """Return the axis with a name.

        Raises:
            KeyError: there is none.
        """
        for axis in self.axes:
            if axis.name == name:
                return axis
        raise KeyError(name)


def counting_axis(name: str, last: int, *, is_open: bool) -> Axis:
    """Return an axis of the numbers from 0 to ``last``; an open one's last is ``last`` and more."""
    labels = [str(number) for number in range(last + 1)]
    if is_open:
        labels[-1] += " and more"
    return Axis(name, tuple(labels), is_open)


def offsets(tallies: Sequence[Tally]) -> dict[str, int]:
    """Return where each table begins in the flat row, by slug."""
    found, at = {}, 0
    for tally in tallies:
        found[tally.slug] = at
        at += tally.size
    return found


def total_size(tallies: Iterable[Tally]) -> int:
    """Return the length of the flat row."""
    return sum(tally.size for tally in tallies)
