"""Shares with confidence intervals; knows no game.

The interval is Wilson's score interval without continuity correction (E. B. Wilson, Probable
Inference, the Law of Succession, and Statistical Inference, JASA 22, 1927, 209-212). It holds
for shares of independent games. A score that counts a draw as half a win is no share, and has
no such interval: wins, draws and losses are three shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
METHOD = "Wilson score interval, 95 %"

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


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


def share_of(count: int, n: int) -> Share:
    """Return the share of ``count`` in ``n`` with its interval.

    Raises:
        ValueError: the count is negative or more than ``n``.
    """
    if not 0 <= count <= n:
        raise ValueError(f"no share: {count} of {n}")
    if n == 0:
        return Share(0, 0, 0.0, 1.0)
    share = count / n
    weight = _Z * _Z / n
    middle = (share + weight / 2) / (1 + weight)
    reach = _Z / (1 + weight) * sqrt(share * (1 - share) / n + weight / (4 * n))
    low = 0.0 if count == 0 else middle - reach
    high = 1.0 if count == n else middle + reach
    return Share(count, n, low, high)


def score_of(first: int, draws: int, second: int) -> Score:
    """Return the three shares of decided games."""
    n = first + draws + second
    return Score(share_of(first, n), share_of(draws, n), share_of(second, n))
