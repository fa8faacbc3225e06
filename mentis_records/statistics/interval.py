"""Shares with confidence intervals; knows no game.

The interval is Wilson's score interval without continuity correction (E. B. Wilson, Probable
Inference, the Law of Succession, and Statistical Inference, JASA 22, 1927, 209-212). It holds
for shares of independent games. A score that counts a draw as half a win is no share, and has
no such interval: wins, draws and losses are three shares.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from mentis_records.fast.late_dataclass import dataclass

CONFIDENCE = 0.95
_DEVIATIONS = 1.9599639845400536
"""Those of this confidence: the module that computes them takes a while to import."""

METHOD = "Wilson score interval, 95 %"


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``n``, with the bounds of the interval of the share, both in 0 to 1.

    Of nothing (``n`` is 0) nothing is known: the bounds are 0 and 1.
    """

    count: int
    n: int
    low: float
    high: float

    @property
    def value(self) -> float | None:
        """Return the share itself, or None of nothing."""
        return self.count / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Score:
    """How decided games ended: the first side's wins, draws, the second side's wins."""

    first: Share
    draw: Share
    second: Share

    @property
    def n(self) -> int:
        """Return the number of decided games, draws included."""
        return self.first.n


@cache
def _deviations(confidence: float) -> float:
    """Return how many standard deviations around the mean hold such a share of a normal curve."""
    if confidence == CONFIDENCE:
        return _DEVIATIONS
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)


def share_of(count: int, n: int, confidence: float = CONFIDENCE) -> Share:
    """Return the share of ``count`` in ``n`` with its interval of a confidence from 0 to 1.

    Raises:
        ValueError: the count is negative or more than ``n``.
    """
    if not 0 <= count <= n:
        raise ValueError(f"no share: {count} of {n}")
    if n == 0:
        return Share(0, 0, 0.0, 1.0)
    share = count / n
    deviations = _deviations(confidence)
    weight = deviations * deviations / n
    middle = (share + weight / 2) / (1 + weight)
    reach = deviations / (1 + weight) * sqrt(share * (1 - share) / n + weight / (4 * n))
    low = 0.0 if count == 0 else middle - reach
    high = 1.0 if count == n else middle + reach
    return Share(count, n, low, high)


def score_of(first: int, draws: int, second: int, confidence: float = CONFIDENCE) -> Score:
    """Return the three shares of decided games, each with an interval of a confidence."""
    n = first + draws + second
    shares = (share_of(count, n, confidence) for count in (first, draws, second))
    return Score(*shares)
