from collections import Counter

import numpy
import pytest
from scipy.stats import bootstrap

from mentis_records.statistics.bootstrap import FEWEST_CLUSTERS, clustered_score
from mentis_records.statistics.result import Results

pytestmark = pytest.mark.one_build


def simulated(
    generator: numpy.random.Generator, clusters: int, games: int, spread: float
) -> list[Results]:
    """Return clusters whose share of first wins varies around one half."""
    shares = numpy.clip(generator.normal(0.5, spread, clusters), 0, 1)
    return [Results(won, 0, games - won) for won in generator.binomial(games, shares).tolist()]


def test_agrees_with_scipy() -> None:
    clusters = simulated(numpy.random.default_rng(1), 60, 20, 0.2)
    clusters[7] = Results(3, 4, 1, 9)
    found = clustered_score(Counter(clusters))
    assert found is not None
    won = numpy.array([each.first for each in clusters])
    decided = numpy.array([each.decided for each in clusters])

    def share(first: numpy.ndarray, n: numpy.ndarray, axis: int) -> numpy.ndarray:
        return first.sum(axis=axis) / n.sum(axis=axis)

    expected = bootstrap(
        (won, decided),
        share,
        paired=True,
        method="percentile",
        n_resamples=20_000,
        rng=numpy.random.default_rng(2),
    ).confidence_interval
    first = found.score.first
    assert (first.count, first.n) == (int(won.sum()), int(decided.sum()))
    assert first.low == pytest.approx(expected.low, abs=0.004)
    assert first.high == pytest.approx(expected.high, abs=0.004)
    assert found.clusters == 60
    assert found.score.draw.count == 4


def test_covers_the_truth_where_wilson_does_not() -> None:
    """100 leagues of 50 pairings, 40 games each, whose players differ in strength."""
    generator = numpy.random.default_rng(3)
    held = plain = 0
    for _ in range(100):
        clusters = simulated(generator, 50, 40, 0.2)
        found = clustered_score(Counter(clusters))
        assert found is not None
        held += found.score.first.low <= 0.5 <= found.score.first.high
        wilson = sum(clusters, Results()).score.first
        plain += wilson.low <= 0.5 <= wilson.high
        assert found.ratio > 1.5
    assert 88 <= held <= 99
    assert plain < 75


def test_single_games_give_the_interval_of_independent_games() -> None:
    found = clustered_score({Results(1): 240, Results(0, 1): 40, Results(0, 0, 1): 120})
    assert found is not None
    assert found.ratio == pytest.approx(1, abs=0.05)


def test_the_same_numbers_every_time() -> None:
    clusters = simulated(numpy.random.default_rng(4), 40, 10, 0.2)
    assert clustered_score(Counter(clusters)) == clustered_score(Counter(clusters[::-1]))


def test_few_clusters_have_no_interval() -> None:
    few = {Results(5, 0, 5): FEWEST_CLUSTERS - 1, Results(0, 0, 0, 7): 3}
    assert clustered_score(few) is None
    found = clustered_score(few | {Results(4, 0, 6): 1})
    assert found is not None
    assert found.clusters == FEWEST_CLUSTERS


def test_an_interval_is_never_narrower_than_of_independent_games() -> None:
    found = clustered_score({Results(5, 0, 5): 50})
    assert found is not None
    assert found.score == Results(250, 0, 250).score
    assert found.ratio == 1
