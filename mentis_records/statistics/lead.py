"""The first side's lead over the second, from results alone; knows no players.

The lead is the share of games that the first side won less the share that the second won, from
-1 to 1; half of it, above a half, is the first side's share of the points. The interval is
D. G. Bonett's and R. M. Price's for the difference of two shares of the same games (Adjusted Wald
Confidence Interval for a Difference of Binomial Proportions Based on Paired Data, Journal of
Educational and Behavioral Statistics 37, 2012, 479-488). The p-value is that of the test which this
interval inverts: it is under a level exactly when the interval of that level leaves out 0.
"""

from __future__ import annotations

from math import erfc, sqrt
from statistics import NormalDist

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.statistics.result import Results

METHOD = "Bonett-Price interval, and p of the test that it inverts"


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


def lead_of(results: Results, confidence: float = CONFIDENCE) -> Lead | None:
    """Return the first side's lead in games with a result, None where there is none.

    ``confidence`` is that of the interval, from 0 to 1.
    """
    n = results.decided
    if not n:
        return None
    first, second = ((count + 1) / (n + 2) for count in (results.first, results.second))
    middle = first - second
    error = sqrt((first + second - middle**2) / (n + 2))
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    return Lead(
        results,
        (results.first - results.second) / n,
        max(middle - reach, -1.0),
        min(middle + reach, 1.0),
        erfc(abs(middle) / error / sqrt(2)),
    )
