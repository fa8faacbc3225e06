"""Differences between settings against scipy, statsmodels and formulas written out."""

from math import sqrt
from pathlib import Path

import pytest
from scipy.stats import ttest_1samp, ttest_ind
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.statistics.difference import Bounded, contrast_of, measures_of, results_of
from mentis_records.store.count.setting_games import SettingGames, fetch_setting_games
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.selection import Selection

pytestmark = pytest.mark.one_build

GAME = GAMES[0]
(VARIANT,) = GAME.description.settings
Z = 1.959963984540054

ONE = [12, 40, 33, 61, 61, 18, 90, 44, 25, 51] * 6
OTHER = [11, 9, 30, 45, 20, 27, 60] * 5


def games(value: str, ending: str, lengths: list[int]) -> SettingGames:
    """Return games with a value, the endings W, D, L and * of each beside its length."""
    decided = [plies for plies, each in zip(lengths, ending, strict=True) if each != "*"]
    return SettingGames(
        value,
        *(ending.count(each) for each in "WDL*"),
        sum(decided),
        sum(plies**2 for plies in decided),
    )


A = games("Standard", "WLWDL*WLLW" * 6, ONE)
B = games("Wolf", "WWDWL*W" * 5, OTHER)
DECIDED_A = [plies for plies, each in zip(ONE, "WLWDL*WLLW" * 6, strict=True) if each != "*"]
DECIDED_B = [plies for plies, each in zip(OTHER, "WWDWL*W" * 5, strict=True) if each != "*"]


def bounds(found: Bounded) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def points_by_hand(won: int, drawn: int, lost: int) -> tuple[float, float, float]:
    """Bonett and Price (2012), formula 3, for half of the difference of two shares, and a half."""
    n = won + drawn + lost
    p, q = (won + 1) / (n + 2), (lost + 1) / (n + 2)
    reach = Z * sqrt((p + q - (p - q) ** 2) / (n + 2))
    return 0.5 + (won - lost) / n / 2, 0.5 + (p - q - reach) / 2, 0.5 + (p - q + reach) / 2


def test_measures_agree() -> None:
    found = measures_of(A)
    assert bounds(found.points) == pytest.approx(points_by_hand(24, 6, 24))
    for share, count, n in ((found.drawn, 6, 54), (found.won, 48, 60)):
        low, high = proportion_confint(count, n, method="wilson")
        assert bounds(share) == pytest.approx((count / n, low, high))
    interval = ttest_1samp(DECIDED_A, 0).confidence_interval()
    assert bounds(found.length) == pytest.approx(
        (sum(DECIDED_A) / len(DECIDED_A), interval.low, interval.high)
    )


@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_differences_agree(confidence: float) -> None:
    found = contrast_of(A, B, confidence)
    counts = ((found.drawn, (5, 30), (6, 54)), (found.won, (25, 35), (48, 60)))
    for share, (more, of_more), (less, of_less) in counts:
        low, high = confint_proportions_2indep(
            more, of_more, less, of_less, method="newcomb", compare="diff", alpha=1 - confidence
        )
        assert bounds(share) == pytest.approx((more / of_more - less / of_less, low, high))
    welch = ttest_ind(DECIDED_B, DECIDED_A, equal_var=False).confidence_interval(confidence)
    assert (found.length.low, found.length.high) == pytest.approx((welch.low, welch.high))


def test_points_differ_as_by_hand() -> None:
    """Zou and Donner (2008), section 2, with the intervals of both."""
    found = contrast_of(A, B).points
    m1, l1, u1 = points_by_hand(24, 6, 24)
    m2, l2, u2 = points_by_hand(20, 5, 5)
    low = m2 - m1 - sqrt((m2 - l2) ** 2 + (u1 - m1) ** 2)
    high = m2 - m1 + sqrt((u2 - m2) ** 2 + (m1 - l1) ** 2)
    assert bounds(found) == pytest.approx((0.25, low, high))
    assert found.is_different


def test_points_differ_about_as_much_as_a_normal_mean() -> None:
    """Of many games the interval is that of the variances of points."""
    one = SettingGames("a", 2300, 400, 2100, 0, 1, 1)
    other = SettingGames("b", 1300, 300, 1000, 0, 1, 1)

    def mean_and_variance(each: SettingGames) -> tuple[float, float]:
        n = each.won + each.drawn + each.lost
        mean = (each.won + each.drawn / 2) / n
        return mean, ((each.won + each.drawn / 4) / n - mean**2) / n

    (mean, variance), (second, more) = mean_and_variance(one), mean_and_variance(other)
    reach = Z * sqrt(variance + more)
    expected = (second - mean, second - mean - reach, second - mean + reach)
    one, other = (
        SettingGames(each.value, each.won, each.drawn, each.lost, 0, 60 * n, 3700 * n)
        for each in (one, other)
        for n in [each.won + each.drawn + each.lost]
    )
    assert bounds(contrast_of(one, other).points) == pytest.approx(expected, abs=2e-4)


def test_all_draws_leave_doubt() -> None:
    one, other = (games(value, "D" * 30, [40] * 30) for value in "ab")
    found = contrast_of(one, other)
    assert found.points.value == found.drawn.value == found.length.value == 0
    assert found.points.low < 0 < found.points.high
    assert found.drawn.low < 0 < found.drawn.high
    assert not any(each.is_different for each in (found.points, found.drawn, found.won))


@pytest.mark.parametrize("ending", ["", "*", "W", "W*"])
def test_too_few_games_have_no_interval(ending: str) -> None:
    with pytest.raises(ValueError, match="less than two games"):
        measures_of(games("a", ending, [10] * len(ending)))


RECORDS = """
[Event "usual"]
[Result "1-0"]
[Termination "resignation"]

1. TSNd2 TSNd6 1-0

[Event "Red moves first and wins"]
[Variant "Standard"]
[Result "0-1"]
[Termination "resignation"]
[Position "3k3/7/7/7/7/7/3K3 r s1/S1 1"]

1... Sc6 0-1

[Event "Red moves first and loses"]
[Variant "Standard"]
[Result "1-0"]
[Termination "resignation"]
[Position "3k3/7/7/7/7/7/3K3 r S1/s1 1"]

1... Sc6 2. Sc2 1-0

[Event "open"]
[Variant "Wolf"]
[Result "*"]

1. TSNd2 *

[Event "drawn"]
[Variant "Wolf"]
[Result "1/2-1/2"]
[Termination "agreement"]

1. TSNd2 TSNd6 2. Wc2 1/2-1/2
"""


def test_counts_are_the_first_movers(tmp_path: Path) -> None:
    (tmp_path / "a.mgn").write_text(RECORDS.replace("s1/S1", "S1/s1"))
    with create_database(tmp_path / "a.duckdb") as database:
        assert load(database, Reader(GAMES), str(tmp_path / "a.mgn")).stored == 5
        found = fetch_setting_games(database, GAME, VARIANT)
        assert found == [
            SettingGames("Standard", 2, 0, 1, 0, 2 + 1 + 2, 4 + 1 + 4),
            SettingGames("Wolf", 0, 1, 0, 1, 3, 9),
        ]
        assert results_of(found[1]).games == 2
        only = Selection("result = '*'")
        assert fetch_setting_games(database, GAME, VARIANT, only) == [
            SettingGames("Wolf", 0, 0, 0, 1, 0, 0)
        ]
        assert fetch_setting_games(database, GAME, VARIANT, Selection("false")) == []
