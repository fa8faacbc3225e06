"""The sequential test of Elo differences that engine testing uses: two hypotheses, pairs of games.

It is the generalised sequential probability ratio test on the five scores that a pair of games
from one opening can have, each side played once: M. Van den Bergh, "A Practical Introduction to
the GSPRT" and "Comments on Normalized Elo", as in fishtest (``server/fishtest/stats/LLRcalc.py``).
Pairs, not games, are independent: both games of a pair share their opening. The likelihood of each
hypothesis is that of the most likely frequencies of the five scores whose mean is what its Elo
difference says. The test accepts one of them as soon as the logarithm of their ratio leaves the
bounds of A. Wald (1945).
"""

import math
from collections.abc import Sequence

from scipy.optimize import brentq

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can score, per game."""

_LEAST = 1e-3
"""In place of no pairs with a score, as fishtest has it: otherwise some means were impossible."""


def expected_score(elo: float) -> float:
    """Return the score per game that an Elo difference means."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo difference that a score per game means, which is neither 0 nor 1."""
    return -400 * math.log10(1 / score - 1)


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the bounds of the logarithm: at the lower, H0 is accepted, at the upper, H1."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_ratio(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the logarithm of how much likelier pairs are under H1 than under H0.

    Args:
        pairs: how many pairs have each of ``SCORES``.
        elo0: the difference under H0.
        elo1: that under H1.
    """
    counts = [max(count, _LEAST) for count in pairs]
    under = [_likeliest(counts, expected_score(elo)) for elo in (elo0, elo1)]
    return sum(
        count * math.log(one / zero) for count, zero, one in zip(counts, *under, strict=True)
    )


def mean_and_error(pairs: Sequence[float]) -> tuple[float, float]:
    """Return the mean score per game, and its standard error."""
    number = sum(pairs)
    mean = sum(count * score for count, score in zip(pairs, SCORES, strict=True)) / number
    squares = sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES, strict=True))
    return mean, math.sqrt(squares) / number


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """Return the frequencies with a mean under which the counts are the most likely.

    They are the shares of the counts over ``1 + x * (score - mean)`` (A. B. Owen, "Empirical
    Likelihood", 2001).
    """
    whole = sum(counts)
    shares = [count / whole for count in counts]

    def slope(x: float) -> float:
        return sum(
            share * (score - mean) / (1 + x * (score - mean))
            for share, score in zip(shares, SCORES, strict=True)
        )

    edge = 1e-9
    x = brentq(slope, -1 / (SCORES[-1] - mean) + edge, 1 / (mean - SCORES[0]) - edge)
    return [share / (1 + x * (score - mean)) for share, score in zip(shares, SCORES, strict=True)]
