"""Glicko-2 against the example of its author's paper, and against its steps taken one by one."""

from math import exp, log, pi, sqrt

import numpy
import pytest

from mentis_records.statistics.rating.glicko import Strength, rate_months, rate_period

pytestmark = pytest.mark.one_build

PAPER = Strength(
    numpy.array([1500.0, 1400.0, 1550.0, 1700.0]),
    numpy.array([200.0, 30.0, 100.0, 300.0]),
    numpy.full(4, 0.06),
)


def one_by_one(
    player: tuple[float, float, float], opponents: list[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Take the paper's steps for one player; opponents are (rating, RD, score)."""
    mu, phi, sigma = (player[0] - 1500) / 173.7178, player[1] / 173.7178, player[2]
    terms = []
    for rating, deviation, score in opponents:
        g = 1 / sqrt(1 + 3 * (deviation / 173.7178) ** 2 / pi**2)
        e = 1 / (1 + exp(-g * (mu - (rating - 1500) / 173.7178)))
        terms.append((g, e, score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in terms)
    gain = sum(g * (s - e) for g, e, s in terms)
    delta = v * gain

    def f(x: float) -> float:
        whole = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - log(sigma**2)) / 0.25

    low, high = log(sigma**2) - 20, log(sigma**2) + 20
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 173.7178 * (mu + phi**2 * gain) + 1500, 173.7178 * phi, sigma


def test_the_example_of_the_paper() -> None:
    games = numpy.array([0, 0, 0]), numpy.array([1, 2, 3]), numpy.array([1.0, 0.0, 0.0])
    found = rate_period(PAPER, *games)
    assert found.rating[0] == pytest.approx(1464.06, abs=0.02)
    assert found.deviation[0] == pytest.approx(151.52, abs=0.005)
    assert found.volatility[0] == pytest.approx(0.05999, abs=0.00001)


def test_all_players_of_a_period_at_once() -> None:
    first, second = numpy.array([0, 0, 3, 2, 2, 1]), numpy.array([1, 2, 0, 3, 3, 0])
    points = numpy.array([1.0, 0.5, 1.0, 1.0, 1.0, 0.0])
    found = rate_period(PAPER, first, second, points)
    for player in range(4):
        opponents = [
            (PAPER.rating[other], PAPER.deviation[other], score)
            for one, two, point in zip(first, second, points, strict=True)
            for me, other, score in ((one, two, point), (two, one, 1 - point))
            if me == player
        ]
        mine = (PAPER.rating[player], PAPER.deviation[player], 0.06)
        expected = one_by_one(mine, opponents)
        values = (found.rating[player], found.deviation[player], found.volatility[player])
        assert values == pytest.approx(expected, rel=1e-6)


def test_a_surprise_raises_volatility() -> None:
    strength = Strength(numpy.array([1500.0, 1800.0]), numpy.full(2, 50.0), numpy.full(2, 0.06))
    zeros, ones = numpy.zeros(8, numpy.int64), numpy.ones(8, numpy.int64)
    found = rate_period(strength, zeros, ones, numpy.ones(8))
    expected = one_by_one((1500.0, 50.0, 0.06), [(1800.0, 50.0, 1.0)] * 8)
    assert found.volatility[0] > 0.06005
    assert (found.rating[0], found.deviation[0], found.volatility[0]) == pytest.approx(
        expected, rel=1e-6
    )


def test_who_does_not_play_becomes_less_certain() -> None:
    found = rate_period(PAPER, numpy.array([0]), numpy.array([1]), numpy.array([0.5]))
    assert found.rating[2:].tolist() == [1550.0, 1700.0]
    assert found.deviation[2] == pytest.approx(173.7178 * sqrt((100 / 173.7178) ** 2 + 0.06**2))
    waited = PAPER.after(numpy.array([0, 3, 1, 100_000]))
    assert waited.deviation.tolist() == pytest.approx(
        [200.0, sqrt(30**2 + 3 * (173.7178 * 0.06) ** 2), found.deviation[2], 350.0]
    )
    assert (waited.rating == PAPER.rating).all()


def test_months_follow_each_other() -> None:
    """A month of one game each; player 2 joins late, player 1 misses two months."""
    month = numpy.array([24_004, 24_000, 24_001])
    first, second = numpy.array([1, 0, 2]), numpy.array([2, 1, 0])
    points = numpy.array([2, 1, 0])
    months = list(rate_months(month, first, second, points, 4))
    assert [each.month for each in months] == [24_000, 24_001, 24_004]
    assert [each.players.tolist() for each in months] == [[0, 1], [0, 2], [1, 2]]
    assert months[0].strength.rating.tolist() == [1500.0, 1500.0]
    new = (1500.0, 350.0, 0.06)
    drawn = one_by_one(new, [(1500.0, 350.0, 0.5)])
    assert months[0].strength.at(numpy.array([1])).deviation[0] == pytest.approx(drawn[1])
    lost = one_by_one(new, [(drawn[0], drawn[1], 0.0)])
    assert months[1].strength.rating[1] == pytest.approx(lost[0], rel=1e-7)
    waited = sqrt(drawn[1] ** 2 + 3 * (173.7178 * drawn[2]) ** 2)
    rested = sqrt(lost[1] ** 2 + 2 * (173.7178 * lost[2]) ** 2)
    won = one_by_one((drawn[0], waited, drawn[2]), [(lost[0], rested, 1.0)])
    assert months[2].strength.rating[0] == pytest.approx(won[0], rel=1e-7)
    assert months[2].games.tolist() == [1, 1]


def test_no_games_no_months() -> None:
    nothing = numpy.zeros(0, numpy.int64)
    assert list(rate_months(nothing, nothing, nothing, nothing, 3)) == []


def test_ratings_come_near_the_truth() -> None:
    """A simulated league of constant strength: after five years order and distance are right."""
    generator = numpy.random.default_rng(3)
    truth = numpy.linspace(1200, 1800, 7)
    first = generator.integers(0, 7, 6_000)
    second = (first + generator.integers(1, 7, 6_000)) % 7
    chance = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
    points = 2 * (generator.random(6_000) < chance)
    *_, last = rate_months(numpy.arange(6_000) // 100, first, second, points, 7)
    assert last.players.tolist() == list(range(7))
    assert (numpy.abs(last.strength.rating - truth) < 3 * last.strength.deviation).all()
    assert (last.strength.deviation < 70).all()
