"""A playable position: the board, both hands, whose turn it is; the setup string is elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field
from functools import cache

from mentis_records.core.game import canonical
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules import key, square, tile
from mentis_records.games.mentis.rules.stack import RED_BIT
from mentis_records.games.mentis.rules.state import HANDS, MOVE_NUMBER, SIDE

BLUE, RED = 0, 1


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees and remembers before a ply (rules R5, R13).

    ``cells`` has 49 packed stacks in the order of ``square.NAMES``; ``hands`` two packed hands.
    The sums (``key``) follow from the rest; ``move_number`` is not part of the identity.
    """

    cells: tuple[int, ...]
    hands: tuple[int, int]
    side: int
    move_number: int = field(compare=False)
    sum: int = field(compare=False)
    mirror_sum: int = field(compare=False)
    _state: array[int] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls, cells: tuple[int, ...], hands: tuple[int, int], side: int, move_number: int
    ) -> Position:
        """Return the position with its sums computed."""
        return cls(cells, hands, side, move_number, *key.fresh_sums(cells, hands, side))

    @classmethod
    def of_state(cls, state: Sequence[int], sums: Sequence[int]) -> Position:
        """Return the position that a state and its sums describe."""
        hands = (state[HANDS], state[HANDS + 1])
        kept = array("i", state)
        cells = tuple(kept[:HANDS])
        return cls(cells, hands, state[SIDE], state[MOVE_NUMBER], sums[0], sums[1], kept)

    def state(self) -> array[int]:
        """Return the position as kernels keep it (``state``)."""
        if self._state is not None:
            return self._state[:]
        return array("i", (*self.cells, *self.hands, self.side, self.move_number, 0))

    def sums(self) -> array[int]:
        """Return the sum and that of the mirror image, as kernels keep them."""
        return array("q", (self.sum, self.mirror_sum))

    @property
    def key(self) -> int:
        """Return the key (``core.game.Position``)."""
        return key.position_key(self.sum, self.mirror_sum)

    @property
    def canonical_key(self) -> int:
        """Return the key that the position shares with its mirror image."""
        return canonical(self.key)

    def king_square(self, side: int) -> int:
        """Return where a side's King stands, or -1 when it has been captured."""
        king = tile.KING | (RED_BIT if side else 0)
        for place in square.HILL[side]:
            if self.cells[place] == king:
                return place
        return -1


@cache
def start(has_wolf: bool) -> Position:
    """Return the position before the first ply (rulebook, Game Setup)."""
    cells = [0] * square.COUNT
    cells[square.INDEX["d1"]] = tile.KING
    cells[square.INDEX["d7"]] = tile.KING | RED_BIT
    hand = tile.WOLF_HAND if has_wolf else tile.BASE_HAND
    position = Position.of(tuple(cells), (hand, hand), BLUE, 1)
    return Position.of_state(position.state(), position.sums())
