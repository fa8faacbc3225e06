"""Censuses: the sums of a game's tallies over many games. Knows no game and no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from mentis_records.core.late_dataclass import dataclass
from mentis_records.core.tally import Tally
from mentis_records.core.text import percent

MIN_SAMPLE = 30
"""Games below which a share says too little to be compared."""


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
