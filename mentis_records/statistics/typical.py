"""Which game stands for others: one of their usual length."""

from __future__ import annotations

import numpy

from mentis_records.statistics.rating.pairing import Flags
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters


def typical_game(encounters: Encounters, chosen: Flags) -> int | None:
    """Return the number of the game with a result whose length is nearest the median.

    Of equal ones it is that with the lowest number; None where no chosen game has a result.

    Args:
        encounters: the games.
        chosen: which of them count, a place a game.
    """
    places = numpy.flatnonzero(chosen & (encounters.points != UNKNOWN))
    if not len(places):
        return None
    plies = encounters.plies[places]
    nearest = int(numpy.abs(plies - numpy.median(plies)).argmin())
    return int(encounters.game_ids[places[nearest]])
