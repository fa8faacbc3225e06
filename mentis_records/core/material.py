"""Material: the pieces that sides own, as a game names them, and how moves change them."""

from __future__ import annotations

from typing import Protocol

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """What a move changes: kinds of enemy pieces that it takes, and of own ones that it enters.

    Kinds are indexes in ``Material.kinds``. ``lost`` are own pieces that it gives to the enemy,
    such as in an attack that fails. ``by`` is the kind of the piece that takes or to which they are
    lost, if any; ``returned`` are kinds of enemy pieces that were taken and are the enemy's again.
    """

    taken: tuple[int, ...] = ()
    by: int | None = None
    entered: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


Supply = tuple[tuple[int, ...], tuple[int, ...]]
"""How many pieces of each kind the first and the second side have."""


@dataclass(frozen=True, slots=True)
class Material:
    """The pieces of a game in its words.

    ``piece`` is what one is called, and several; ``kinds`` are the names of its kinds. ``entered``
    is the word for a piece that has come from the hand onto the board, such as "deployed".
    ``decisive`` is the kind whose capture wins, if there is one: it counts in no lead. ``places``
    are where the pieces are that a side owns.
    """

    piece: tuple[str, str]
    kinds: tuple[str, ...]
    entered: str
    decisive: int | None = None
    places: str = "in hand and on the board"

    def counted(self, number: int) -> str:
        """Return a small number of pieces in words: ``one tile``."""
        one, many = self.piece
        names = ("no", "one", "two", "three", "four", "five")
        word = names[number] if number < len(names) else str(number)
        return f"{word} {one if number == 1 else many}"


class MaterialModule(Protocol):
    """What the capability ``material`` has."""

    MATERIAL: Material

    def held(self, position: object) -> Supply:
        """Return what the sides have in hand in a position."""

    def owned(self, position: object) -> Supply:
        """Return what the sides have in all, in hand and on the board."""

    def change(self, code: int) -> Change:
        """Return what the move with a code changes."""
