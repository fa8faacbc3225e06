"""Games needed to detect an advantage, against statsmodels and against simulated collections."""

import numpy
import pytest
from statsmodels.stats.power import NormalIndPower, normal_power_het, normal_sample_size_one_tail

from mentis_records.statistics.power import games_needed, least_gap, power_of

pytestmark = pytest.mark.one_build

CASES = [(0.02, 0.0), (0.05, 0.1), (0.1, 0.4), (0.2, 0.3), (0.005, 0.02)]


@pytest.mark.parametrize(("gap", "draws"), CASES)
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_games_needed(gap: float, draws: float, power: float) -> None:
    null, other = ((1 - draws) / 4) ** 0.5, ((1 - draws) / 4 - gap**2) ** 0.5
    expected = normal_sample_size_one_tail(gap, power, 0.025, null, other)
    assert games_needed(gap, draws, power=power) == numpy.ceil(expected)


@pytest.mark.parametrize(("gap", "draws"), CASES)
def test_power(gap: float, draws: float) -> None:
    null, other = ((1 - draws) / 4) ** 0.5, ((1 - draws) / 4 - gap**2) ** 0.5
    for games in (50, 400, 10_000):
        expected = normal_power_het(gap, games, 0.05, null, other, alternative="two-sided")
        assert power_of(games, gap, draws) == pytest.approx(float(expected), abs=1e-9)


def test_small_advantages_are_those_of_an_equal_variance() -> None:
    expected = NormalIndPower().solve_power(0.02, alpha=0.05, power=0.8, ratio=0)
    assert games_needed(0.01, 0.0) == pytest.approx(expected, rel=0.001)


@pytest.mark.parametrize(("gap", "draws"), CASES)
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
