"""A playable position: board, hands, captures, and what is remembered of the last turns."""

from __future__ import annotations

from typing import NamedTuple

from mentis_records.core.game import canonical
from mentis_records.games.antipode.rules import key as keys
from mentis_records.games.antipode.rules.square import PRIME

GOLD, SILVER = 0, 1
SIDES = ("Gold", "Silver")

PLAY, TOURNAMENT, INFRACTION, PASSED, FLOOR, BLOCKED = (1 << bit for bit in range(6))
"""Flags: set-up is over; tournament rules; the last turn missed a mandatory move (rules R16); it
was a forced pass; who has fewer than seven pieces loses; the last two turns were forced passes."""

FEWEST = 7
"""Fewer pieces than these lose a match (Tournament)."""

TO_WIN = 7
"""So many captures, or own stones on Prime squares, end a round (End of a game)."""


class Position(NamedTuple):
    """What stands on the board and what else decides how a round goes on (Pieces and state).

    ``stones`` are the sets of squares of both sides, ``token`` the Antipode's square and ``face``
    the side that it shows. ``lasts`` has the squares of each side's last move of one space or of
    the Antipode, if that was its last turn (rules R7). ``opener`` is the side that has moved
    first in the round. The sums and the key follow from the rest (``key``).
    """

    stones: tuple[int, int]
    token: int
    face: int
    hands: tuple[int, int]
    captures: tuple[int, int]
    lasts: tuple[tuple[int, ...], tuple[int, ...]]
    flags: int
    side: int
    opener: int
    move_number: int
    sums: int
    key: int

    @classmethod
    def of(
        cls,
        stones: tuple[int, int],
        token: int,
        face: int,
        hands: tuple[int, int],
        captures: tuple[int, int],
        lasts: tuple[tuple[int, ...], tuple[int, ...]],
        flags: int,
        side: int,
        opener: int,
        move_number: int = 1,
    ) -> Position:
        """Return the position with its sums and key computed."""
        sums = keys.fresh_sums(stones, token, face, hands, captures, lasts, flags, side)
        return cls(
            stones,
            token,
            face,
            hands,
            captures,
            lasts,
            flags,
            side,
            opener,
            move_number,
            sums,
            keys.position_key(sums),
        )

    @property
    def canonical_key(self) -> int:
        """Return the key that the position shares with its images."""
        return canonical(self.key)

    @property
    def occupied(self) -> int:
        """Return the set of squares with a piece."""
        return self.stones[0] | self.stones[1] | 1 << self.token

    def pieces(self, side: int) -> int:
        """Return how many stones a side has, on the board and in hand."""
        return self.stones[side].bit_count() + self.hands[side]

    def primes(self, side: int) -> int:
        """Return how many stones of a side are on Prime squares."""
        return (self.stones[side] & PRIME).bit_count()
