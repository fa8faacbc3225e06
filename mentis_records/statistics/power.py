"""How many games it takes to see an advantage; knows no collection.

The test is that the first side's mean score is a half, two-sided, in the normal approximation. A
game scores 1, a half or 0; with a share ``draws`` of drawn games and the mean ``1 / 2 + gap`` its
variance is ``(1 - draws) / 4 - gap ** 2``. The number of games is that of a test of one mean
whose variance differs under both hypotheses (J. L. Fleiss, B. Levin, M. C. Paik, Statistical
Methods for Rates and Proportions, 3rd edition, 2003, section 2.3). ``gap`` is in points a game,
from 0 to ``(1 - draws) / 2``, where no game is lost.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

SIGNIFICANCE = 0.05
POWER = 0.8

_NORMAL = NormalDist()


def games_needed(
    gap: float, draws: float, *, power: float = POWER, significance: float = SIGNIFICANCE
) -> int:
    """Return how many games detect an advantage with a power, at least one.

    Raises:
        ValueError: the gap is not above 0 or is more than the draws leave room for, or the
            power is not above the significance and below 1.
    """
    _check(draws, power, significance)
    if not 0 < gap <= (1 - draws) / 2:
        raise ValueError(f"no score is {gap} above a half where {draws} of the games are drawn")
    null, other = _deviations(gap, draws)
    reach = _quantile(significance) * null + _NORMAL.inv_cdf(power) * other
    return max(ceil((reach / gap) ** 2), 1)


def power_of(games: int, gap: float, draws: float, *, significance: float = SIGNIFICANCE) -> float:
    """Return how likely so many games detect an advantage.

    Raises:
        ValueError: there are less than one game, or no such score exists.
    """
    _check(draws, POWER, significance)
    if games < 1 or not 0 <= gap <= (1 - draws) / 2:
        raise ValueError(f"no score of {games} games is {gap} above a half")
    null, other = _deviations(gap, draws)
    edge = _quantile(significance) * null
    shift = gap * sqrt(games)
    if other == 0:
        return 1.0 if shift > edge else 0.0
    return _NORMAL.cdf((shift - edge) / other) + _NORMAL.cdf((-shift - edge) / other)


def least_gap(
    games: int, draws: float, *, power: float = POWER, significance: float = SIGNIFICANCE
) -> float | None:
    """Return the smallest advantage that so many games detect with a power, None if there is none.

    Raises:
        ValueError: there are less than one game, or no such power exists.
    """
    _check(draws, power, significance)
    if games < 1:
        raise ValueError("an advantage needs games to be seen in")
    null = sqrt((1 - draws) / 4)
    edge, more = _quantile(significance), _NORMAL.inv_cdf(power)
    # Of (gap sqrt(n) - edge null)^2 = more^2 (null^2 - gap^2), the root that the power means.
    a, b = games + more**2, sqrt(games) * edge * null
    root = sqrt(max(b**2 - a * (edge**2 - more**2) * null**2, 0.0))
    gap = (b + root if more >= 0 else b - root) / a
    return gap if 0 < gap <= (1 - draws) / 2 else None


def _deviations(gap: float, draws: float) -> tuple[float, float]:
    """Return the standard deviation of a game's score without and with the advantage."""
    variance = (1 - draws) / 4
    return sqrt(variance), sqrt(max(variance - gap**2, 0.0))


def _quantile(significance: float) -> float:
    return _NORMAL.inv_cdf(1 - significance / 2)


def _check(draws: float, power: float, significance: float) -> None:
    if not 0 <= draws < 1:
        raise ValueError(f"no share of draws that leaves a winner: {draws}")
    if not 0 < significance < power < 1:
        raise ValueError(f"no power above the significance {significance}: {power}")
