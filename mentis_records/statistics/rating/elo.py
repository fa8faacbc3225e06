"""The Elo scale and estimates on it; knows no player and no game.

On this scale a difference of 400 points is odds of ten to one where no game is drawn (A. E. Elo,
The Rating of Chessplayers, Past and Present, 1978, in its logistic form). Inside the models
strengths are natural logarithms of those odds.
"""

from __future__ import annotations

from math import erfc, log, sqrt
from statistics import NormalDist

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE

POINTS_PER_LOG = 400 / log(10)
"""Elo points in one unit of a natural logarithm of odds."""

ANCHOR = 1500.0
"""The mean rating of players who are compared with each other."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number in Elo points with its standard error, taken as normally distributed."""

    value: float
    error: float

    def bounds(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the bounds of an interval of a confidence from 0 to 1."""
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.error
        return self.value - reach, self.value + reach

    @property
    def low(self) -> float:
        """Return the lower bound of the interval of 95 %."""
        return self.bounds()[0]

    @property
    def high(self) -> float:
        """Return the upper bound of the interval of 95 %."""
        return self.bounds()[1]

    @property
    def p_value(self) -> float:
        """Return the two-sided p-value of Wald's test that the true number is 0."""
        return erfc(abs(self.value) / self.error / sqrt(2)) if self.error else 1.0


def to_points(strength: float) -> float:
    """Return a difference of log-strengths in Elo points."""
    return strength * POINTS_PER_LOG
