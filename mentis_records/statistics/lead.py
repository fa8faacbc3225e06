"""The first side's lead over the second, from results alone; knows no players.

The lead is the share of games that the first side won less the share that the second won, from
-1 to 1; half of it, above a half, is the first side's share of the points. The interval is
D. G. Bonett's and R. M. Price's for the difference of two shares of the same games (Adjusted Wald
Confidence Interval for a Difference of Binomial Proportions Based on Paired Data, Journal of
Educational and Behavioral Statistics 37, 2012, 479-488). The p-value is that of the exact sign
test, to which drawn games say nothing (W. J. Dixon, A. M. Mood, The Statistical Sign Test, JASA
41, 1946, 557-566).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.statistics.result import Results

METHOD = "Bonett-Price interval, 95 %"

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead with the bounds of its interval and the two-sided p-value that there is none."""

    results: Results
    value: float
    low: float
    high: float
    p_value: float

    @property
    def share(self) -> tuple[float, float, float]:
        """Return the first side's share of the points with its bounds, all in 0 to 1."""
        value, low, high = ((1 + each) / 2 for each in (self.value, self.low, self.high))
        return value, low, high

    @property
    def draws(self) -> float:
        """Return the share of drawn games."""
        return self.results.draws / self.results.decided


def lead_of(results: Results) -> Lead | None:
    """Return the first side's lead in games with a result, None where there is none."""
    n = results.decided
    if not n:
        return None
    first, second = ((count + 1) / (n + 2) for count in (results.first, results.second))
    middle = first - second
    reach = _Z * sqrt((first + second - middle**2) / (n + 2))
    return Lead(
        results,
        (results.first - results.second) / n,
        max(middle - reach, -1.0),
        min(middle + reach, 1.0),
        sign_test(results.first, results.second),
    )


def sign_test(first: int, second: int) -> float:
    """Return the two-sided p-value of so many signs of each kind, both equally likely."""
    from scipy.special import bdtr

    fewer, total = min(first, second), first + second
    return float(min(1.0, 2 * bdtr(fewer, total, 0.5)))
