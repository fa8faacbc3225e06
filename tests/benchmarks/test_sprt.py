"""The sequential test of Elo differences: its ratio, and how often it errs."""

import math
import random

import pytest

from tests.benchmarks.sprt import SCORES, bounds, elo_of, expected_score, log_ratio, mean_and_error

LOW, HIGH = bounds(0.05, 0.05)


def test_bounds_are_those_of_wald() -> None:
    assert pytest.approx(-LOW) == HIGH == pytest.approx(math.log(19))


def test_elo() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(30)) == pytest.approx(30)


def test_ratio_of_pairs_with_two_scores_is_that_of_a_coin() -> None:
    """Where only the extremes occur, the most likely frequencies are known: they are the mean."""
    zero, one = expected_score(0), expected_score(30)
    won, lost = 60, 40
    ratio = won * math.log(one / zero) + lost * math.log((1 - one) / (1 - zero))
    assert log_ratio([lost, 0, 0, 0, won], 0, 30) == pytest.approx(ratio, abs=0.01)


def test_ratio_is_about_that_of_normal_scores() -> None:
    """Near the hypotheses it is what their distances from the mean say, over the variance."""
    pairs = [50, 220, 460, 260, 60]
    mean, error = mean_and_error(pairs)
    zero, one = expected_score(0), expected_score(10)
    normal = ((mean - zero) ** 2 - (mean - one) ** 2) / (2 * error**2)
    assert log_ratio(pairs, 0, 10) == pytest.approx(normal, rel=0.05)
    assert log_ratio(pairs[::-1], -10, 0) == pytest.approx(-log_ratio(pairs, 0, 10))


@pytest.mark.parametrize(("elo", "accepted"), [(0, LOW), (30, HIGH)])
def test_it_accepts_what_is_true(elo: float, accepted: float) -> None:
    chance = random.Random(elo)
    mean, most, right = expected_score(elo), 40, 0
    weights = [0.10, 0.20, 0.40, 0.20, 0.10]
    shift = (mean - 0.5) / 0.375
    weights = [w + s * shift for w, s in zip(weights, (-0.25, -0.25, 0, 0.25, 0.25), strict=True)]
    assert sum(w * s for w, s in zip(weights, SCORES, strict=True)) == pytest.approx(mean)
    for _ in range(most):
        pairs = [0.0] * len(SCORES)
        ratio = 0.0
        while LOW < ratio < HIGH:
            for index in chance.choices(range(len(SCORES)), weights, k=10):
                pairs[index] += 1
            ratio = log_ratio(pairs, 0, 30)
        right += (ratio >= HIGH) == (accepted == HIGH)
    assert right >= 0.85 * most
