"""Intervals of shares where games are not independent: games of one cluster belong together.

When the same players meet many times, their games are alike. The cluster bootstrap draws whole
clusters with replacement, as many as there are, and takes the shares anew (A. C. Davison and
D. V. Hinkley, Bootstrap Methods and their Application, 1997, section 3.8). The interval is that
of the percentiles (B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993,
chapter 13). Clusters with the same counts are drawn together, from a multinomial distribution,
which gives the same as to draw them one by one. An interval is never narrower than that of
independent games: of what never happened, such as a draw, resampling would know it never does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.interval import Score, Share
from mentis_records.statistics.result import Results

REPLICATES = 5_000
"""How often clusters are drawn."""

FEWEST_CLUSTERS = 20
"""With fewer clusters the bootstrap makes intervals too narrow, so that none is given."""

_SEED = 20_100_401
_BATCH = 4_000_000
"""Numbers drawn at a time."""


@dataclass(frozen=True, slots=True)
class ClusteredScore:
    """The three shares of decided games with bootstrap intervals.

    ``clusters`` counts those with a decided game, and ``ratio`` says how many times as wide the
    interval of the first side's share is as without clusters.
    """

    score: Score
    clusters: int
    ratio: float


def clustered_score(clusters: Mapping[Results, int]) -> ClusteredScore | None:
    """Return the shares of the games of all clusters, or None of too few clusters.

    The same clusters give the same intervals, in whatever order they come.

    Args:
        clusters: how many clusters have such results; those without a decided game do not count.
    """
    import numpy

    counted: Counter[tuple[int, int, int]] = Counter()
    for results, times in clusters.items():
        if results.decided:
            counted[results.first, results.draws, results.second] += times
    number = counted.total()
    if number < FEWEST_CLUSTERS:
        return None
    kinds = sorted(counted)
    counts = numpy.array(kinds, dtype=numpy.float64)
    weights = numpy.array([counted[kind] for kind in kinds], dtype=numpy.float64)
    generator = numpy.random.Generator(numpy.random.PCG64(_SEED))
    step = max(_BATCH // len(kinds), 1)
    sums = numpy.concatenate(
        [
            generator.multinomial(number, weights / number, min(step, REPLICATES - done)) @ counts
            for done in range(0, REPLICATES, step)
        ]
    )
    shares = sums / sums.sum(axis=1, keepdims=True)
    low, high = numpy.quantile(shares, (LEVEL / 2, 1 - LEVEL / 2), axis=0)
    totals = (weights @ counts).astype(int).tolist()
    plain = Results(*totals).score
    first, draw, second = (
        Share(share.count, share.n, min(share.low, float(least)), max(share.high, float(most)))
        for share, least, most in zip(
            (plain.first, plain.draw, plain.second), low, high, strict=True
        )
    )
    ratio = (first.high - first.low) / (plain.first.high - plain.first.low)
    return ClusteredScore(Score(first, draw, second), number, ratio)
