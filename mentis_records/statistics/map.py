"""Maps of the board: how often something was so on each square, by side and type of tile."""

from __future__ import annotations

from dataclasses import dataclass

from mentis_records.core.game import AnyGame
from mentis_records.statistics.labelled import labelled
from mentis_records.store.count.replay_counts import Census

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


def has_maps(game: AnyGame) -> bool:
    """Tell whether a game counts what maps need."""
    return {OCCUPANCY, ATTACKS, "positions"} <= {tally.slug for tally in game.description.tallies}


def board_maps(census: Census, game: AnyGame, slug: str) -> tuple[BoardMap, ...]:
    """Return the maps of a tally, type by type, for each of them the sides in order.

    Types that no game had are left out.

    Raises:
        KeyError: the game has no such tally.
    """
    table = labelled(census, game, slug)
    stood = labelled(census, game, OCCUPANCY).cells.sum(axis=(0, 2))
    positions = int(labelled(census, game, "positions").cells.sum())
    return tuple(
        BoardMap(
            side,
            tile,
            table.labels("square"),
            tuple(int(count) for count in table.cells[at, number]),
            positions,
        )
        for number, tile in enumerate(table.labels("tile"))
        if stood[number]
        for at, side in enumerate(table.labels("side"))
    )
