"""A stored game as an address asks for it: as which side it is seen, and at which position."""

from __future__ import annotations

from functools import cached_property
from typing import NoReturn

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.core.text import counted
from mentis_records.core.view import viewer
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.notation.seen_record import seen_record
from mentis_records.store.record import fetch_record


@dataclass(frozen=True)
class AskedGame:
    """A game by its number: its record, and the index of the side as which it is seen, if any."""

    number: int
    game: AnyGame
    record: Record
    side: int | None
    address: Address

    @classmethod
    def of(cls, visit: Visit) -> AskedGame:
        """Return the game that an address names.

        Raises:
            KeyError: there is none.
            AddressError: the address asks for what it does not have.
        """
        address = visit.address
        text = address.path[0] if address.path else ""
        if len(address.path) != 1 or not (text.isascii() and text.isdigit()):
            _lack(text)
        number = int(text[:10])
        try:
            record = fetch_record(visit.database, number)
        except KeyError as error:
            if error.args != (number,):
                raise
            _lack(text)
        game = find_game(record.game)
        view = address.get("view")
        side = viewer(game.description, view) if view else None
        return cls(number, game, record, side, address)

    @cached_property
    def seen(self) -> Record:
        """Return the record as it is seen."""
        return self.record if self.side is None else seen_record(self.game, self.record, self.side)

    @property
    def last(self) -> int:
        """Return how many plies there are."""
        return len(self.record.plies)

    @cached_property
    def ply(self) -> int | None:
        """Return after which ply of the mainline the board is asked for, if the address says it.

        Raises:
            AddressError: there is no such ply.
        """
        if not self.address.get("ply"):
            return None
        ply = self.address.number("ply", 0)
        if ply > self.last:
            raise AddressError(f"ply: the record has {counted(self.last, 'ply', 'plies')}")
        return ply

    @property
    def view(self) -> str:
        """Return the name of the side as which it is seen, or nothing."""
        return "" if self.side is None else self.game.description.sides[self.side]


def _lack(text: str) -> NoReturn:
    raise KeyError(
        f"there is no game {text[:40]!r}" if text else "which game? Its number is missing"
    )
