import pytest

from mentis_records.statistics.performance import Strength, performance_rating, strength_of

pytestmark = pytest.mark.one_build


@pytest.mark.parametrize(
    ("opponents", "points", "expected"),
    [
        ([2400], 0.5, 2400),
        ([2400, 2500], 2, 2450 + 800),
        ([2400, 2501], 0, 2451 - 800),
        ([2000, 2000, 2000, 2000], 3, 2000 + 193),
        ([2000, 2000, 2000], 2, 2000 + 125),
        ([2000] * 9, 5.5, 2000 + 80),
        ([1500] * 200, 1, 1500 - 677),
    ],
)
def test_fides_performance_rating(opponents: list[int], points: float, expected: int) -> None:
    assert performance_rating(sum(opponents), int(2 * points), len(opponents)) == expected


def test_the_scale_is_that_of_a_normal_distribution() -> None:
    """FIDE's table is the normal quantile at a deviation of 2000/7, as Elo took it."""
    from scipy.stats import norm

    for percent in range(5, 96):
        expected = norm.ppf(percent / 100) * 2000 / 7
        assert performance_rating(0, 2 * percent, 100) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize(("half_points", "games"), [(0, 0), (-1, 3), (7, 3)])
def test_no_score(half_points: int, games: int) -> None:
    with pytest.raises(ValueError, match="no score"):
        performance_rating(0, half_points, games)


def test_of_nothing_nothing_is_known() -> None:
    assert strength_of(0, 0, 0, 0, 0) == Strength(0, None, 0, None)
    assert strength_of(2, 3001, 0, 0, 0) == Strength(2, 1500.5, 0, None)


def test_the_performance_of_few_games_says_little() -> None:
    assert strength_of(0, 0, 29, 29 * 2000, 29).is_small
    assert not strength_of(0, 0, 30, 30 * 2000, 30).is_small
