import numpy
import pytest
from scipy.stats import fisher_exact
from statsmodels.stats.multitest import multipletests

from mentis_records.statistics.comparison import compare_with_rest
from mentis_records.statistics.correction import holm, joint_confidence
from mentis_records.statistics.result import Results


@pytest.mark.parametrize("seed", range(5))
def test_holm_agrees_with_statsmodels(seed: int) -> None:
    values = numpy.random.default_rng(seed).beta(0.3, 2, size=3 + 10 * seed).round(3)
    adjusted = multipletests(values, method="holm")[1]
    assert holm(values.tolist()) == pytest.approx(tuple(adjusted.tolist()), abs=1e-12)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([]) == ()
    with pytest.raises(ValueError, match="0 to 1"):
        holm([1.2])


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
    adjusted = multipletests(expected, method="holm")[1]
    assert [each.adjusted for each in kept] == pytest.approx(adjusted.tolist())
    assert [each.is_different for each in kept] == [True, True, False]


def test_a_group_that_is_all_games_has_nothing_to_be_compared_with() -> None:
    assert compare_with_rest([Results(40, 0, 40)], Results(40, 0, 40)) == [None]
    with pytest.raises(ValueError, match="a part"):
        compare_with_rest([Results(2)], Results(1))
