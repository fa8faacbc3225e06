"""Intervals, bootstrap, corrections, power: against scipy, statsmodels and by hand."""

from __future__ import annotations

from collections import Counter

import numpy
import pytest
from scipy.stats import binomtest, bootstrap, fisher_exact
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower, normal_power_het, normal_sample_size_one_tail

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.statistics.bootstrap import FEWEST_CLUSTERS, clustered_score
from mentis_records.statistics.comparison import compare_with_rest
from mentis_records.statistics.correction import LEVEL, bonferroni, joint_confidence
from mentis_records.statistics.interval import CONFIDENCE, score_of, share_of
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.power import games_needed, least_gap, power_of
from mentis_records.statistics.rating.elo import Estimate
from mentis_records.statistics.result import Results

pytestmark = pytest.mark.one_build


@pytest.mark.parametrize("n", [1, 2, 3, 10, 29, 30, 100, 1_000, 200_000])
@pytest.mark.parametrize("part", [0, 0.001, 0.1, 0.25, 0.5, 0.9, 1])
def test_bounds_agree_with_scipy(n: int, part: float) -> None:
    count = round(n * part)
    share = share_of(count, n)
    expected = binomtest(count, n).proportion_ci(CONFIDENCE, method="wilson")
    assert share.low == pytest.approx(expected.low, abs=1e-12)
    assert share.high == pytest.approx(expected.high, abs=1e-12)
    assert share.value == count / n
    assert 0 <= share.low <= share.value <= share.high <= 1


def test_of_nothing_nothing_is_known() -> None:
    share = share_of(0, 0)
    assert (share.low, share.high, share.value) == (0, 1, None)


@pytest.mark.parametrize(("count", "n"), [(-1, 3), (4, 3), (1, 0)])
def test_no_share(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        share_of(count, n)


def test_a_score_has_three_shares_of_one_n() -> None:
    score = score_of(5, 2, 3)
    assert score.n == 10
    assert (score.first.count, score.draw.count, score.second.count) == (5, 2, 3)
    assert score.first == share_of(5, 10)


def test_other_confidences() -> None:
    share = share_of(12, 40, 0.999)
    expected = binomtest(12, 40).proportion_ci(0.999, method="wilson")
    assert (share.low, share.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert score_of(12, 20, 8, 0.999).first == share


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
        held += found.score.first.low <= 0.5 <= found.score.first.high
        wilson = sum(clusters, Results()).score.first
        plain += wilson.low <= 0.5 <= wilson.high
        assert found.ratio > 1.5
    assert 88 <= held <= 99
    assert plain < 75


def test_single_games_give_the_interval_of_independent_games() -> None:
    found = clustered_score({Results(1): 240, Results(0, 1): 40, Results(0, 0, 1): 120})
    assert found.ratio == pytest.approx(1, abs=0.05)


def test_the_same_numbers_every_time() -> None:
    clusters = simulated(numpy.random.default_rng(4), 40, 10, 0.2)
    assert clustered_score(Counter(clusters)) == clustered_score(Counter(clusters[::-1]))


def test_few_clusters_have_no_interval() -> None:
    few = {Results(5, 0, 5): FEWEST_CLUSTERS - 1, Results(0, 0, 0, 7): 3}
    assert clustered_score(few) is None
    found = clustered_score(few | {Results(4, 0, 6): 1})
    assert found.clusters == FEWEST_CLUSTERS


def test_an_interval_is_never_narrower_than_of_independent_games() -> None:
    found = clustered_score({Results(5, 0, 5): 50})
    assert found.score == Results(250, 0, 250).score
    assert found.ratio == 1


@pytest.mark.parametrize("seed", range(5))
def test_p_values_agree_with_statsmodels(seed: int) -> None:
    values = numpy.random.default_rng(seed).beta(0.3, 2, size=3 + 10 * seed).round(3)
    adjusted = multipletests(values, method="bonferroni")[1]
    assert bonferroni(values.tolist()) == pytest.approx(tuple(adjusted.tolist()), abs=1e-12)


def test_p_values_by_hand() -> None:
    assert bonferroni([0.01, 0.4, 0.03]) == pytest.approx((0.03, 1.0, 0.09))
    assert bonferroni([]) == ()
    with pytest.raises(ValueError, match="0 to 1"):
        bonferroni([1.2])


@pytest.mark.parametrize("groups", [1, 2, 7, 74])
def test_corrected_intervals_and_p_values_cannot_disagree(groups: int) -> None:
    """Of results near the edge: an interval leaves out an even score if its p-value says so."""
    source, edges = numpy.random.default_rng(groups), 0
    for _ in range(400):
        won, drawn, lost = source.multinomial(int(source.integers(30, 400)), (0.55, 0.05, 0.4))
        lead = lead_of(Results(int(won), int(drawn), int(lost)), joint_confidence(groups))
        p_value = min(1.0, groups * lead.p_value)
        assert (p_value < LEVEL) == (lead.low > 0 or lead.high < 0)
        estimate = Estimate(float(source.normal(0, 60)), float(source.uniform(5, 40)))
        low, high = estimate.bounds(joint_confidence(groups))
        p_value = min(1.0, groups * estimate.p_value)
        assert (p_value < LEVEL) == (low > 0 or high < 0)
        edges += p_value < LEVEL
    assert 0 < edges < 400


def test_intervals_together() -> None:
    assert joint_confidence(10) == pytest.approx(0.995)
    assert joint_confidence(1) == joint_confidence(0) == pytest.approx(0.95)


def test_groups_against_the_rest() -> None:
    groups = [Results(40, 2, 20), Results(20, 0, 40, 5), Results(3, 0, 1), Results(41, 3, 38)]
    total = Results(104, 5, 99, 5)
    found = compare_with_rest(groups, total)
    assert found[2] is None
    tables = [[[40, 22], [64, 82]], [[20, 40], [84, 64]], [[41, 41], [63, 63]]]
    expected = [fisher_exact(table).pvalue for table in tables]
    kept = [each for each in found if each is not None]
    assert [each.p_value for each in kept] == pytest.approx(expected)
    adjusted = multipletests(expected, method="bonferroni")[1]
    assert [each.adjusted for each in kept] == pytest.approx(adjusted.tolist())
    assert [each.is_different for each in kept] == [True, True, False]


def test_a_group_that_is_all_games_has_nothing_to_be_compared_with() -> None:
    assert compare_with_rest([Results(40, 0, 40)], Results(40, 0, 40)) == [None]
    with pytest.raises(ValueError, match="a part"):
        compare_with_rest([Results(2)], Results(1))


# Games needed to detect an advantage, against statsmodels and against simulated collections


GAPS = [(0.02, 0.0), (0.05, 0.1), (0.1, 0.4), (0.2, 0.3), (0.005, 0.02)]


@pytest.mark.parametrize(("gap", "draws"), GAPS)
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_games_needed(gap: float, draws: float, power: float) -> None:
    null, other = ((1 - draws) / 4) ** 0.5, ((1 - draws) / 4 - gap**2) ** 0.5
    expected = normal_sample_size_one_tail(gap, power, 0.025, null, other)
    assert games_needed(gap, draws, power=power) == numpy.ceil(expected)


@pytest.mark.parametrize(("gap", "draws"), GAPS)
def test_power(gap: float, draws: float) -> None:
    null, other = ((1 - draws) / 4) ** 0.5, ((1 - draws) / 4 - gap**2) ** 0.5
    for games in (50, 400, 10_000):
        expected = normal_power_het(gap, games, 0.05, null, other, alternative="two-sided")
        assert power_of(games, gap, draws) == pytest.approx(float(expected), abs=1e-9)


def test_small_advantages_are_those_of_an_equal_variance() -> None:
    expected = NormalIndPower().solve_power(0.02, alpha=0.05, power=0.8, ratio=0)
    assert games_needed(0.01, 0.0) == pytest.approx(expected, rel=0.001)


@pytest.mark.parametrize(("gap", "draws"), GAPS)
@pytest.mark.parametrize("power", [0.3, 0.5, 0.8, 0.99])
def test_least_gap_is_the_inverse(gap: float, draws: float, power: float) -> None:
    games = games_needed(gap, draws, power=power)
    found = least_gap(games, draws, power=power)
    assert found is not None
    assert found <= gap
    assert found == pytest.approx(gap, rel=0.05)
    assert games_needed(found, draws, power=power) in (games, games + 1)


def test_no_gap_is_wide_enough_for_two_games() -> None:
    assert least_gap(2, 0.0) is None
    assert least_gap(20, 0.0) is not None


def test_simulated_collections_have_the_power() -> None:
    gap, draws, runs = 0.06, 0.2, 20_000
    games = games_needed(gap, draws)
    won = (1 - draws) / 2 + gap
    counts = numpy.random.default_rng(7).multinomial(games, [won, draws, 1 - won - draws], runs)
    score = (counts[:, 0] + counts[:, 1] / 2) / games
    deviation = ((1 - counts[:, 1] / games) / 4 / games) ** 0.5
    seen = (abs(score - 0.5) / deviation > 1.959964).mean()
    assert seen == pytest.approx(0.8, abs=0.015)


@pytest.mark.parametrize(
    ("gap", "draws", "power"),
    [(0.0, 0.0, 0.8), (-0.1, 0.0, 0.8), (0.4, 0.3, 0.8), (0.1, 1.0, 0.8), (0.1, 0.0, 0.04)],
)
def test_what_cannot_be_is_refused(gap: float, draws: float, power: float) -> None:
    with pytest.raises(ValueError, match="no "):
        games_needed(gap, draws, power=power)


def test_results_by_text() -> None:
    results = Results.of({"1-0": 4, "0-1": 3, "1/2-1/2": 2, "*": 1})
    assert results == Results(4, 2, 3, 1)
    assert (results.games, results.decided) == (10, 9)
    assert results.score.n == 9
    assert Results.of({}) == Results()


def test_results_add_up() -> None:
    assert Results(1, 2, 3, 4) + Results(10, 20, 30, 40) == Results(11, 22, 33, 44)


@pytest.mark.parametrize(
    ("results", "is_small"),
    [
        (Results(MIN_SAMPLE - 1, 0, 0, 100), True),
        (Results(MIN_SAMPLE, 0, 0, 0), False),
        (Results(10, 10, 10, 0), False),
    ],
)
def test_games_without_result_make_no_sample_larger(results: Results, is_small: bool) -> None:
    assert results.is_small is is_small
