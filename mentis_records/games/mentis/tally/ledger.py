"""The tile ledger: what became of every tile, by side and type.

What a side begins with must be in hand, on board or captured in the end, in every single game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mentis_records.core.tally import Census, CensusError, Extent, Table, quantile
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules.tile import NAMES, WOLF, WOLF_VARIANT


@dataclass(frozen=True, slots=True)
class Account:
    """What became of the tiles of one type of one side, summed over games.

    ``begun_in_hand`` and ``begun_on_board`` are the tiles at the start. ``deployed`` has a count
    for each phase (``core.tally.PHASES``), and ``median_deployment`` is the ply of the median
    deployment, as its class is labelled, or empty. ``led`` counts moves with such a tile on top,
    ``carried`` how often one went along under another, ``squares`` how far either went together.
    ``made`` and ``suffered`` are captures, by the other's type. ``blocking_turns`` are enemy
    turns at which such a tile alone prevented a capture, ``blocked_captures`` the captures.
    """

    side: str
    tile: str
    begun_in_hand: int
    begun_on_board: int
    in_hand: int
    on_board: int
    captured: int
    deployed: tuple[int, ...]
    median_deployment: int | None
    is_median_open: bool
    led: int
    carried: int
    squares: int
    made: tuple[int, ...]
    suffered: tuple[int, ...]
    blocking_turns: int
    blocked_captures: int

    @property
    def supply(self) -> int:
        """Return how many tiles there were at the start."""
        return self.begun_in_hand + self.begun_on_board


@dataclass(frozen=True, slots=True)
class Ledger:
    """The accounts of all tiles of ``games`` games, by side and type.

    ``games_with`` has for each type the games that have it: the Wolf is in some only.
    ``deployments`` has for each side and type the tiles that were deployed on each square.
    """

    games: int
    sides: tuple[str, ...]
    tiles: tuple[str, ...]
    squares: tuple[str, ...]
    accounts: tuple[Account, ...]
    deployments: tuple[tuple[int, ...], ...]
    games_with: tuple[int, ...]

    def games_of(self, *tiles: str) -> int:
        """Return how many games have tiles of all these types."""
        return min(self.games_with[self.tiles.index(tile)] for tile in tiles)

    def of(self, side: str) -> tuple[Account, ...]:
        """Return the accounts of one side."""
        return tuple(account for account in self.accounts if account.side == side)


def extent_of(census: Census, tile: str) -> Extent:
    """Return the games that have tiles of a type, and their positions."""
    wolf = census.having("Variant", WOLF_VARIANT)
    if tile == NAMES[WOLF] and wolf.games:
        return wolf
    return Extent(census.games, int(census.tables["positions"].cells.sum()))


def tile_ledger(census: Census) -> Ledger:
    """Return the ledger of the games that were replayed.

    Raises:
        CensusError: the tiles do not add up, in all or in any game.
    """
    tables = census.tables
    uneven = int(tables["balance"].cells[1])
    if uneven:
        raise CensusError(f"the tiles of {uneven:,} of {census.games:,} games do not add up")
    accounts = tables["accounts"]
    sides, tiles = accounts.labels("side"), accounts.labels("tile")
    found = tuple(
        _account(tables, side, tile, sides, tiles)
        for side in range(len(sides))
        for tile in range(len(tiles))
    )
    for account in found:
        _check(account)
    places = tables["deployments"].cells.sum(axis=2)
    return Ledger(
        census.games,
        sides,
        tiles,
        tables["deployments"].labels("square"),
        found,
        tuple(tuple(int(count) for count in row) for side in places for row in side),
        tuple(extent_of(census, tile).games for tile in tiles),
    )


def _account(
    tables: Mapping[str, Table], side: int, tile: int, sides: Sequence[str], tiles: Sequence[str]
) -> Account:
    begun_in_hand, begun_on_board, in_hand, on_board, captured = _whole(
        tables["accounts"].cells[side, tile]
    )
    captures = tables["captures"].cells.sum(axis=3)
    led, carried, squares = _whole(tables["walks"].cells[side, tile].sum(axis=0))
    turns, prevented = _whole(tables["blocks"].cells[side, tile].sum(axis=0))
    plies = tables["deployment_plies"]
    axis = plies.tally.axis("ply")
    median = quantile(plies.cells[side, tile], 0.5)
    return Account(
        side=sides[side],
        tile=tiles[tile],
        begun_in_hand=begun_in_hand,
        begun_on_board=begun_on_board,
        in_hand=in_hand,
        on_board=on_board,
        captured=captured,
        deployed=_whole(tables["deployments"].cells[side, tile].sum(axis=1)),
        median_deployment=median,
        is_median_open=axis.is_open and median == len(axis) - 1,
        led=led,
        carried=carried,
        squares=squares,
        made=_whole(captures[side, tile]),
        suffered=_whole(captures[1 - side, :, tile]),
        blocking_turns=turns,
        blocked_captures=prevented,
    )


def _check(account: Account) -> None:
    """Refuse an account that does not add up."""
    where = f"{account.side} {account.tile}"
    there = account.in_hand + account.on_board + account.captured
    if account.supply != there:
        raise CensusError(f"{where}: {account.supply:,} at the start, {there:,} in the end")
    deployed = sum(account.deployed)
    if account.begun_in_hand - account.in_hand != deployed:
        left = account.begun_in_hand - account.in_hand
        raise CensusError(f"{where}: {left:,} left the hand, {deployed:,} were deployed")
    if account.captured != sum(account.suffered):
        raise CensusError(
            f"{where}: {account.captured:,} are gone, {sum(account.suffered):,} were captured"
        )


def _whole(cells: Any) -> tuple[int, ...]:
    return tuple(int(cell) for cell in cells)
