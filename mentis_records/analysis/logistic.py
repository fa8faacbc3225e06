"""Logistic regression of results on features, with a penalty and errors clustered by game.

The penalty is half a factor times the squares of the coefficients of features that are scaled to
a standard deviation of one, per position; the first feature, a constant, goes free.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

PENALTIES = tuple(10.0**power for power in (-7, -6, -5, -4.5, -4, -3.5, -3, -2.5, -2, -1))
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients in logits per unit, their standard errors clustered by game, and the penalty."""

    coefficients: NDArray[Any]
    errors: NDArray[Any]
    penalty: float

    def predict(self, counts: NDArray[Any]) -> NDArray[Any]:
        """Return the expected points of positions."""
        return expected(counts @ self.coefficients)


def expected(logits: NDArray[Any]) -> NDArray[Any]:
    """Return the points that are expected at some logits."""
    from scipy.special import expit

    points: NDArray[Any] = expit(logits)
    return points


def fit(counts: NDArray[Any], results: NDArray[Any], games: NDArray[Any], penalty: float) -> Fit:
    """Return the coefficients under which the results are the least surprising.

    Args:
        counts: a row of features for each position, the first of them the constant.
        results: points, 0 to 1.
        games: of which game each position is.
        penalty: the factor, above 0.
    """
    import numpy

    scale = _scale(counts)
    scaled = counts / scale
    free = _free(counts.shape[1])
    found = _minimise(scaled, results, penalty * free)
    points = expected(scaled @ found)
    bread = (scaled * (points * (1 - points))[:, None]).T @ scaled
    bread += len(results) * penalty * numpy.diag(free)
    scores = _sums((results - points)[:, None] * scaled, games)
    inverse = numpy.linalg.pinv(bread)
    number = len(scores)
    spread = inverse @ (scores.T @ scores) @ inverse * number / max(number - 1, 1)
    variances = numpy.maximum(numpy.diag(spread), 0)
    return Fit(found / scale, numpy.sqrt(variances) / scale, penalty)


def choose_penalty(
    counts: NDArray[Any],
    results: NDArray[Any],
    games: NDArray[Any],
    seed: int,
    penalties: Sequence[float] = PENALTIES,
) -> float:
    """Return the penalty under which games that were left out are the least surprising."""
    import numpy

    numbers = numpy.unique(games)
    numpy.random.default_rng(seed).shuffle(numbers)
    losses = dict.fromkeys(penalties, 0.0)
    for fold in range(FOLDS):
        left_out = numpy.isin(games, numbers[fold::FOLDS])
        kept = counts[~left_out]
        scale, free = _scale(kept), _free(counts.shape[1])
        scaled, found = kept / scale, None
        for penalty in sorted(penalties, reverse=True):
            found = _minimise(scaled, results[~left_out], penalty * free, found)
            logits = counts[left_out] @ (found / scale)
            losses[penalty] += float(_surprise(logits, results[left_out]).sum())
    return min(losses, key=losses.__getitem__)


def mean_with_error(values: NDArray[Any], games: NDArray[Any]) -> tuple[float, float]:
    """Return the mean of values of positions, and its standard error clustered by game."""
    import numpy

    mean = float(values.mean())
    sums = _sums((values - mean)[:, None], games)[:, 0]
    number = len(sums)
    error = numpy.sqrt((sums**2).sum() * number / max(number - 1, 1)) / len(values)
    return mean, float(error)


def _minimise(
    scaled: NDArray[Any],
    results: NDArray[Any],
    factors: NDArray[Any],
    begin: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return the best coefficients, looked for from some others on."""
    import numpy
    from scipy.optimize import minimize

    def loss(coefficients: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        logits = scaled @ coefficients
        gradient = scaled.T @ (expected(logits) - results) / len(results)
        value = _surprise(logits, results).mean() + (factors * coefficients**2).sum() / 2
        return float(value), gradient + factors * coefficients

    begin = numpy.zeros(scaled.shape[1]) if begin is None else begin
    options = {"maxiter": 1000, "ftol": 1e-11, "gtol": 1e-6}
    found: NDArray[Any] = minimize(loss, begin, jac=True, method="L-BFGS-B", options=options).x
    return found


def _surprise(logits: NDArray[Any], results: NDArray[Any]) -> NDArray[Any]:
    """Return minus the logarithm of how likely the results are."""
    import numpy

    surprise: NDArray[Any] = numpy.logaddexp(0, logits) - results * logits
    return surprise


def _scale(counts: NDArray[Any]) -> NDArray[Any]:
    """Return the standard deviations, 1 where there is none."""
    spread: NDArray[Any] = counts.std(axis=0)
    spread[spread == 0] = 1
    return spread


def _free(size: int) -> NDArray[Any]:
    """Return 1 for each feature whose coefficient costs, 0 for the constant."""
    import numpy

    costs = numpy.ones(size)
    costs[0] = 0
    return costs


def _sums(rows: NDArray[Any], games: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of rows over each game."""
    import numpy

    _, numbers = numpy.unique(games, return_inverse=True)
    sums = numpy.zeros((int(numbers.max()) + 1, rows.shape[1]))
    numpy.add.at(sums, numbers, rows)
    return sums
