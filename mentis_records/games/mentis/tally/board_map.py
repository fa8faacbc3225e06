"""Maps of the board: how often something was so on each square, by side and type of tile."""

from __future__ import annotations

from dataclasses import dataclass

from mentis_records.core.tally import Census
from mentis_records.games.mentis.tally.ledger import extent_of

OCCUPANCY, ATTACKS = "occupancy", "attacks"
"""The tallies that are maps: axes side, tile and square; summed over positions."""


@dataclass(frozen=True, slots=True)
class BoardMap:
    """Counts by square of one side's tiles of one type, out of ``positions`` positions."""

    side: str
    tile: str
    squares: tuple[str, ...]
    counts: tuple[int, ...]
    positions: int

    @property
    def total(self) -> int:
        """Return the sum over all squares."""
        return sum(self.counts)

    def rates(self, per: int) -> tuple[float, ...]:
        """Return the counts for each square per so many positions."""
        return tuple(
            per * count / self.positions if self.positions else 0.0 for count in self.counts
        )


def board_maps(census: Census, slug: str) -> tuple[BoardMap, ...]:
    """Return the maps of a tally, type by type, for each of them the sides in order.

    Types that no game had are left out.
    """
    table = census.tables[slug]
    stood = census.tables[OCCUPANCY].cells.sum(axis=(0, 2))
    return tuple(
        BoardMap(
            side,
            tile,
            table.labels("square"),
            tuple(int(count) for count in table.cells[at, number]),
            extent_of(census, tile).positions,
        )
        for number, tile in enumerate(table.labels("tile"))
        if stood[number]
        for at, side in enumerate(table.labels("side"))
    )
