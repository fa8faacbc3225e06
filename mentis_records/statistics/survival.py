"""How long games last, where some have no result: the Kaplan-Meier estimate of survival.

A game without a result is censored: it lasted at least so many plies. The estimate is the
product-limit of E. L. Kaplan and P. Meier (Nonparametric Estimation from Incomplete Observations,
JASA 53, 1958, 457-481), its interval that of the log-log transform with Greenwood's variance, at
each ply for itself. It supposes that whether a game is left unfinished does not depend on how
much longer it would have lasted.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping

from mentis_records.core.late_dataclass import dataclass
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
    if not lengths:
        return Survival(())
    import numpy
    from scipy.stats import CensoredData, ecdf

    plies = sorted(lengths)
    ended = numpy.repeat(plies, [lengths[length][0] for length in plies]).astype(float)
    left = numpy.repeat(plies, [lengths[length][1] for length in plies]).astype(float)
    curve = ecdf(CensoredData(uncensored=ended, right=left)).sf
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of the ends, where it is undefined
        bounds = curve.confidence_interval(CONFIDENCE, method="log-log")
    at_risk = len(ended) + len(left)
    points = []
    for length, share, low, high in zip(
        plies, curve.probabilities, bounds.low.probabilities, bounds.high.probabilities, strict=True
    ):
        over, open_ = lengths[length]
        known = 0 < share < 1
        points.append(
            SurvivalPoint(
                plies=length,
                at_risk=at_risk,
                ended=over,
                censored=open_,
                share=float(share),
                low=float(low) if known else 1.0 if share == 1 else None,
                high=float(high) if known else 1.0 if share == 1 else None,
            )
        )
        at_risk -= over + open_
    return Survival(tuple(points))
