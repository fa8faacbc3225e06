"""Who plays whom: every player meets every other as often on each side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from mentis_records.core.policy import Player


def seatings(players: Sequence[Player], sides: int) -> list[tuple[Player, ...]]:
    """Return the seatings that follow one another, again and again, in a collection.

    Where there are fewer players than sides, the first plays all of them.
    """
    return list(permutations(players, sides)) or [(players[0],) * sides]
