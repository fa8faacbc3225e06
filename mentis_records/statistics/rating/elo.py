"""The Elo scale and estimates on it; knows no player and no game.

On this scale a difference of 400 points is odds of ten to one where no game is drawn (A. E. Elo,
The Rating of Chessplayers, Past and Present, 1978, in its logistic form). Inside the models
strengths are natural logarithms of those odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, log, sqrt
from statistics import NormalDist

from mentis_records.statistics.interval import CONFIDENCE

POINTS_PER_LOG = 400 / log(10)
"""Elo points in one unit of a natural logarithm of odds."""

ANCHOR = 1500.0
"""The mean rating of players who are compared with each other."""

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number in Elo points with its standard error, taken as normally distributed."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """Return the lower bound of the interval of 95 %."""
        return self.value - _Z * self.error

    @property
    def high(self) -> float:
        """Return the upper bound of the interval of 95 %."""
        return self.value + _Z * self.error

    @property
    def p_value(self) -> float:
        """Return the two-sided p-value of Wald's test that the true number is 0."""
        return erfc(abs(self.value) / self.error / sqrt(2)) if self.error else 1.0


def to_points(strength: float) -> float:
    """Return a difference of log-strengths in Elo points."""
    return strength * POINTS_PER_LOG
