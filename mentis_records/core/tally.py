"""Tallies: tables of whole numbers that a game counts while its records are replayed, and sums.

A kernel keeps all tallies of its game in one flat row of 64-bit integers: one table after the
other, of each the cells in the order of its axes, the last axis changing fastest. Knows no game
and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import prod
from typing import Any

from mentis_records.core.text import percent
from mentis_records.fast.late_dataclass import dataclass

MIN_SAMPLE = 30
"""Games below which a share says too little to be compared."""

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


class CensusError(ValueError):
    """Counts that do not add up, which only a broken replay can bring about."""


@dataclass(frozen=True, slots=True)
class Table:
    """The counts of a tally: ``cells`` is an array, shaped as its axes say."""

    tally: Tally
    cells: Any

    def labels(self, axis: str) -> tuple[str, ...]:
        """Return the labels of an axis.

        Raises:
            KeyError: there is none of this name.
        """
        return self.tally.axis(axis).labels


@dataclass(frozen=True, slots=True)
class Extent:
    """How many games there are, and how many positions they have."""

    games: int
    positions: int


@dataclass(frozen=True, slots=True)
class Census:
    """The sums of all tallies of a game over ``games`` games; ``tables`` has them by slug.

    ``parts`` has how many of the games have a value of a setting, by tag and value.
    """

    games: int
    tables: Mapping[str, Table]
    parts: Mapping[tuple[str, str], Extent] = field(default_factory=dict)

    def having(self, tag: str, value: str) -> Extent:
        """Return the games with a value of a setting: what exists in them alone is per these."""
        return self.parts.get((tag, value), Extent(0, 0))

    @property
    def is_small(self) -> bool:
        """Tell whether the games are too few for percentages."""
        return self.games < MIN_SAMPLE

    def part(self, part: int, whole: int) -> str:
        """Return a part with its share of a whole, where there are games enough for one."""
        if self.is_small or not whole:
            return f"{part:,}"
        return f"{part:,} ({percent(part / whole)})"


def quantile(counts: Any, share: float) -> int | None:
    """Return the first index up to which at least a share of all counts lie, or None of none.

    It is the quantile of type 1 of Hyndman and Fan (Sample Quantiles in Statistical Packages,
    The American Statistician 50, 1996), of the numbers that the indexes of an array are.
    """
    total = int(counts.sum())
    if not total:
        return None
    return int((counts.cumsum() >= share * total).argmax())


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
