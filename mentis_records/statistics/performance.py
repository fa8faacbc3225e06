"""How strong players were, and how strongly they played, by the ratings that records state.

The performance rating is FIDE's: Rp = Ra + dp, where Ra is the average rating of the opponents
and dp belongs to the share of the points that were made (FIDE Handbook, B.02, FIDE Rating
Regulations, section 8.1, table a: conversion of a fractional score into a rating difference).
"""

from __future__ import annotations

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass

METHOD = "performance: average rating of the opponents plus FIDE's difference for the score"

_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336),
    *(351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""dp for scores of 50 to 100 percent; for lower ones it is that of the rest, negative."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The ratings of the players who made a move, in rating points.

    ``average`` is their mean in the ``rated`` games that tell it. ``performance`` is that of the
    ``met`` games with a result in which the opponent's rating is known. Of no game it is None.
    """

    rated: int = 0
    average: float | None = None
    met: int = 0
    performance: int | None = None

    @property
    def is_small(self) -> bool:
        """Tell whether the performance is that of fewer games than ``MIN_SAMPLE``."""
        return self.met < MIN_SAMPLE


def strength_of(
    rated: int, rating_sum: int, met: int, opponent_sum: int, half_points: int
) -> Strength:
    """Return ratings from sums over games.

    Args:
        rated: games in which the player's rating is known.
        rating_sum: those ratings added up.
        met: games with a result in which the opponent's rating is known.
        opponent_sum: those ratings added up.
        half_points: points made in these games, times two.
    """
    return Strength(
        rated,
        rating_sum / rated if rated else None,
        met,
        performance_rating(opponent_sum, half_points, met) if met else None,
    )


def performance_rating(opponent_sum: int, half_points: int, games: int) -> int:
    """Return the performance rating of some games; averages and percent are rounded half up.

    Raises:
        ValueError: there is no game, or the points are negative or more than the games give.
    """
    if games < 1 or not 0 <= half_points <= 2 * games:
        raise ValueError(f"no score: {half_points / 2} points of {games} games")
    average = (2 * opponent_sum + games) // (2 * games)
    percent = (100 * half_points + games) // (2 * games)
    difference = _DIFFERENCES[abs(percent - 50)]
    return average + (difference if percent >= 50 else -difference)
