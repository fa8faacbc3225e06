import pytest
from scipy.stats import binomtest

from mentis_records.statistics.interval import CONFIDENCE, score_of, share_of

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
