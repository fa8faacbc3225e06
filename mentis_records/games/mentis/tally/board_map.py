"""Maps of the board: how often something was so on each square, by side and type of tile."""

from __future__ import annotations

from mentis_records.core.tally import Census
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.rules.tile import KING, NAMES
from mentis_records.games.mentis.tally.ledger import extent_of

_KING = NAMES[KING]

OCCUPANCY, ATTACKS = "occupancy", "attacks"
"""The tallies that are maps: axes side, tile and square; summed over positions."""


@dataclass(frozen=True, slots=True)
class BoardMap:
    """Counts by square of one side's tiles of one type, out of ``positions`` positions.

    ``barred`` are the squares for which the rules allow no count.
    """

    side: str
    tile: str
    squares: tuple[str, ...]
    counts: tuple[int, ...]
    positions: int
    barred: frozenset[str]

    @property
    def total(self) -> int:
        """Return the sum over all squares."""
        return sum(self.counts)

    def rates(self, per: int) -> tuple[float, ...]:
        """Return the counts for each square per so many positions."""
        return tuple(
            per * count / self.positions if self.positions else 0.0 for count in self.counts
        )


def barred_squares(slug: str, side: int, tile: str) -> frozenset[str]:
    """Return where the rules allow no tile of a side, or no capture by it.

    Only a King is on a hill, and only on its own: so there is nothing to be captured on the side's
    own hill, and its King reaches the squares beside that hill alone.
    """
    squares = frozenset(range(square.COUNT))
    if slug == OCCUPANCY:
        hills = frozenset(square.HILL[0] + square.HILL[1])
        barred = squares.difference(square.HILL[side]) if tile == _KING else hills
    else:
        reached = square.DEPLOYMENT[side]
        barred = squares.difference(reached) if tile == _KING else frozenset(square.HILL[side])
    return frozenset(square.NAMES[place] for place in barred)


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
            barred_squares(slug, at, tile),
        )
        for number, tile in enumerate(table.labels("tile"))
        if stood[number]
        for at, side in enumerate(table.labels("side"))
    )
