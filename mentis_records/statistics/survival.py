"""How long games last, where some have no result: the Kaplan-Meier estimate of survival.

A game without a result is censored: it lasted at least so many plies. The estimate is the
product-limit of E. L. Kaplan and P. Meier (Nonparametric Estimation from Incomplete Observations,
JASA 53, 1958, 457-481), its interval that of the log-log transform with Greenwood's variance, at
each ply for itself. It supposes that whether a game is left unfinished does not depend on how
much longer it would have lasted.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from statistics import NormalDist

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE

METHOD = "Kaplan-Meier estimate; 95 % interval of the log-log transform, at each ply for itself"


@dataclass(frozen=True, slots=True)
class SurvivalPoint:
    """What is known of games of so many plies: ``share`` is that of games that last longer.

    ``at_risk`` games lasted at least so long, ``ended`` of them ended then, ``censored`` were left.
    The bounds are None where the interval is undefined: where no game is left.
    """

    plies: int
    at_risk: int
    ended: int
    censored: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Survival:
    """The curve, a point at every length that occurs, and the median length or None."""

    points: tuple[SurvivalPoint, ...]

    @property
    def ended(self) -> int:
        """Return how many games ended."""
        return sum(point.ended for point in self.points)

    @property
    def censored(self) -> int:
        """Return how many games have no result."""
        return sum(point.censored for point in self.points)

    @property
    def median(self) -> int | None:
        """Return the first length that at most half of the games outlast."""
        return next((point.plies for point in self.points if point.share <= 0.5), None)


def survival_of(lengths: Mapping[int, tuple[int, int]]) -> Survival:
    """Return the curve of games by length in plies: how many ended, how many have no result."""
    normal = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    at_risk = sum(over + open_ for over, open_ in lengths.values())
    share, variance = 1.0, 0.0
    points = []
    for length, (over, open_) in sorted(lengths.items()):
        share *= 1 - over / at_risk
        variance += over / (at_risk * (at_risk - over)) if over < at_risk else 0.0
        bounds: tuple[float | None, float | None] = (1.0, 1.0) if share == 1 else (None, None)
        if 0 < share < 1:
            reach = normal * sqrt(variance) / -log(share)
            bounds = share ** exp(reach), share ** exp(-reach)
        points.append(SurvivalPoint(length, at_risk, over, open_, share, *bounds))
        at_risk -= over + open_
    return Survival(tuple(points))
