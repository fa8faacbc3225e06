"""Counts level by level: which levels were played, and shares where there are games enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mentis_records.core.tally import MIN_SAMPLE, Census
from mentis_records.core.text import percent


class Level(NamedTuple):
    """A level: its index, its name, and how many games there are."""

    at: int
    name: str
    games: int

    def part(self, part: int, whole: int) -> str:
        """Return a part with its share of a whole, where the level has games enough for one."""
        if self.games < MIN_SAMPLE or not whole:
            return f"{part:,}"
        return f"{part:,} ({percent(part / whole)})"


def played_levels(census: Census, slug: str = "levels") -> Iterator[Level]:
    """Yield the levels of which there are games, by a table that counts them."""
    table = census.tables[slug]
    for at, name in enumerate(table.labels("level")):
        games = int(table.cells[at])
        if games:
            yield Level(at, name, games)
