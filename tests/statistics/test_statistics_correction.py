import numpy
import pytest
from scipy.stats import fisher_exact
from statsmodels.stats.multitest import multipletests

from mentis_records.statistics.comparison import compare_with_rest
from mentis_records.statistics.correction import LEVEL, bonferroni, joint_confidence
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.rating.elo import Estimate
from mentis_records.statistics.result import Results

pytestmark = pytest.mark.one_build


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
        assert lead is not None
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
