"""What one more piece of a kind is worth: the share of points that a side scored with it.

A fractional logit (L. E. Papke and J. M. Wooldridge, Econometric Methods for Fractional Response
Variables, Journal of Applied Econometrics 11, 1996, 619-632) of the first side's points, 1, a half
or 0, on its lead in each kind, with a constant for the sides themselves. A game is one
observation: its position after one ply, the same for all games, so that none is counted twice.
Errors are the sandwich estimate, which holds though points are no binomial numbers. The share is
that of a side with one more piece of the kind, alike in all others.
"""

from __future__ import annotations

from math import exp, sqrt
from statistics import NormalDist

import numpy

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.statistics.material_lead import differences_after
from mentis_records.store.count.material_games import UNKNOWN, MaterialGames
from mentis_records.store.position.bulk import Column

METHOD = "Fractional logit with sandwich errors, 95 %"

_MOST_STEPS, _ENOUGH, _TOO_FAR = 50, 1e-10, 12.0
"""Newton's steps, the change that is none, and a coefficient that only a gap in the data gives."""


@dataclass(frozen=True, slots=True)
class PieceWorth:
    """The share of points with one more piece of a kind, with its bounds, all in 0 to 1.

    ``games`` are those with a result in which the sides had different numbers of the kind.
    """

    kind: str
    games: int
    value: float
    low: float
    high: float


def decided_after(games: MaterialGames, ply: int) -> Column:
    """Return the places of the games that went on after a ply and have a result."""
    return numpy.flatnonzero((games.plies > ply) & (games.points != UNKNOWN))


def piece_worths(games: MaterialGames, ply: int) -> tuple[PieceWorth, ...]:
    """Return what one more piece of each kind was worth after a ply, in games that went on.

    Kinds of which too few games have a difference are left out, and all of them where the model
    cannot be fitted.
    """
    chosen = decided_after(games, ply)
    found = differences_after(games, ply)[chosen]
    counts = (found != 0).sum(axis=0)
    kinds = numpy.flatnonzero(counts >= MIN_SAMPLE)
    if not len(kinds):
        return ()
    rows = numpy.column_stack([numpy.ones(len(found)), found[:, kinds]]).astype("float64")
    fitted = _fit(rows, games.points[chosen] / 2)
    if fitted is None:
        return ()
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    worths = []
    for kind, middle, variance in zip(
        kinds.tolist(), fitted[0][1:].tolist(), fitted[1][1:].tolist(), strict=True
    ):
        error = reach * sqrt(variance)
        value, low, high = (
            1 / (1 + exp(-each)) for each in (middle, middle - error, middle + error)
        )
        name = games.material.kinds[kind]
        worths.append(PieceWorth(name, int(counts[kind]), value, low, high))
    return tuple(worths)


def _fit(rows: Column, points: Column) -> tuple[Column, Column] | None:
    """Return the coefficients and their variances, or None.

    That is where there are no finite ones, or where nothing varies, as in draws alone.
    """
    found = numpy.zeros(rows.shape[1])
    for _ in range(_MOST_STEPS):
        shares = 1 / (1 + numpy.exp(-(rows @ found)))
        weights = shares * (1 - shares)
        try:
            inverse = numpy.linalg.inv(rows.T @ (rows * weights[:, None]))
        except numpy.linalg.LinAlgError:
            return None
        step = inverse @ (rows.T @ (points - shares))
        found = found + step
        if numpy.abs(found).max() > _TOO_FAR:
            return None
        if numpy.abs(step).max() < _ENOUGH:
            scores = rows * (points - shares)[:, None]
            if numpy.allclose(scores, 0):
                return None
            return found, numpy.diag(inverse @ (scores.T @ scores) @ inverse)
    return None
