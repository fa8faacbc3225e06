"""Two groups of games side by side: by how much they differ, and how surely.

Games are treated as independent. The difference of two shares has Newcombe's hybrid score interval
(R. G. Newcombe, Interval Estimation for the Difference between Independent Proportions, Statistics
in Medicine 17, 1998, 873-890, method 10); that of mean points is made in the same way of the
intervals of both (G. Y. Zou and A. Donner, Construction of Confidence Limits about Effect Measures,
Statistics in Medicine 27, 2008, 1693-1702), which rest on the variance of points (``lead``). That
of mean lengths has Welch's interval (B. L. Welch, The Generalization of Student's Problem,
Biometrika 34, 1947, 28-35).
"""

from __future__ import annotations

from math import sqrt

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE, Share, share_of
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.result import Results
from mentis_records.store.count.setting_games import SettingGames

METHOD = (
    "Points: Bonett-Price intervals, their difference by Zou and Donner. Shares: Wilson intervals, "
    "their difference by Newcombe. Lengths: Student's interval, their difference by Welch"
)


@dataclass(frozen=True, slots=True)
class Bounded:
    """A number with the bounds of its interval."""

    value: float
    low: float
    high: float

    @property
    def is_different(self) -> bool:
        """Tell whether the interval of a difference leaves out 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Measures:
    """Numbers with their intervals: of a group of games, or of the difference between two.

    ``points`` are the first mover's mean, 1 for a win and a half for a draw. ``drawn`` is the share
    of draws and ``length`` the mean number of plies, both of games with a result; ``won`` is the
    share of games with a winner among all, unfinished ones included.
    """

    points: Bounded
    drawn: Bounded
    won: Bounded
    length: Bounded


def results_of(games: SettingGames) -> Results:
    """Return the results, the first mover first."""
    return Results(games.won, games.drawn, games.lost, games.unfinished)


def measures_of(games: SettingGames, confidence: float = CONFIDENCE) -> Measures:
    """Return what is measured of some games.

    Raises:
        ValueError: fewer than two have a result.
    """
    results = results_of(games)
    lead = lead_of(results, confidence)
    if lead is None or results.decided < 2:
        raise ValueError("there is no interval of less than two games")
    mean, variance = _length(games)
    reach = _student(results.decided - 1, confidence) * sqrt(variance)
    return Measures(
        Bounded(*lead.share),
        _bounded(share_of(games.drawn, results.decided, confidence)),
        _bounded(share_of(games.won + games.lost, results.games, confidence)),
        Bounded(mean, mean - reach, mean + reach),
    )


def contrast_of(one: SettingGames, other: SettingGames, confidence: float = CONFIDENCE) -> Measures:
    """Return by how much some games differ from others: the second less the first.

    Raises:
        ValueError: fewer than two games of either have a result.
    """
    first, second = measures_of(one, confidence), measures_of(other, confidence)
    (mean, variance), (mean_of_other, more) = _length(one), _length(other)
    freedom = 1.0
    if variance or more:
        parts = (variance, results_of(one)), (more, results_of(other))
        freedom = (variance + more) ** 2 / sum(v**2 / (r.decided - 1) for v, r in parts)
    reach = _student(freedom, confidence) * sqrt(variance + more)
    length = mean_of_other - mean
    return Measures(
        _difference(first.points, second.points),
        _difference(first.drawn, second.drawn),
        _difference(first.won, second.won),
        Bounded(length, length - reach, length + reach),
    )


def _difference(one: Bounded, other: Bounded) -> Bounded:
    """Return the second number less the first, with an interval from those of both."""
    value = other.value - one.value
    low = value - sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
    high = value + sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
    return Bounded(value, low, high)


def _length(games: SettingGames) -> tuple[float, float]:
    """Return the mean length of games with a result, and the variance of this mean."""
    n, total = results_of(games).decided, games.plies
    return total / n, (n * games.plies_squared - total**2) / (n**2 * (n - 1))


def _bounded(share: Share) -> Bounded:
    return Bounded(share.count / share.n, share.low, share.high)


def _student(freedom: float, confidence: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2))
