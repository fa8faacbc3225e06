"""Ratings, Glicko-2 and performances: by hand, by other programs, in simulated leagues."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import exp, log, pi, sqrt

import numpy
import pytest
import statsmodels.api
from case_kit import cases_of
from league_kit import GAME, encounters_of, games_of
from scipy.optimize import minimize

from mentis_records.statistics import performance
from mentis_records.statistics.performance import performance_rating, strength_of
from mentis_records.statistics.rating.connection import (
    ALONE,
    are_strengths_finite,
    connected_groups,
    unbounded_ways,
)
from mentis_records.statistics.rating.davidson import chances_of, expected_share, fit
from mentis_records.statistics.rating.glicko import Strength, rate_months, rate_period
from mentis_records.statistics.rating.league import League, Standing, rate
from mentis_records.statistics.rating.pairing import Pairings, pair, sift

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build


ELO = 400 / log(10)
CLUB = games_of(
    ("A", "B", "1101"),
    ("B", "A", "1001"),
    ("A", "C", "111"),
    ("C", "A", "010"),
    ("B", "C", "110"),
    ("C", "B", "101"),
    ("D", "A", "01"),
    ("C", "D", "0110"),
    ("D", "B", "01"),
)
DRAWISH = [*CLUB, *games_of(("A", "B", "==="), ("C", "D", "="), ("D", "C", "==0"))]


def league_of(*rows: tuple[str, str, str]) -> League:
    return rate(encounters_of(games_of(*rows)), GAME)


def ratings_of(league: League) -> dict[str, float]:
    return {each.name: each.rating.value for each in league.rated if each.rating is not None}


def pairings_of(*rows: tuple[str, str, str]) -> tuple[Pairings, int]:
    encounters = encounters_of(games_of(*rows))
    return pair(encounters.first, encounters.second, encounters.points), len(encounters.names)


def test_two_players_by_hand() -> None:
    """A scores 3 of 4 on each side: odds of three to one, and no advantage."""
    league = league_of(("A", "B", "1110"), ("B", "A", "0001"))
    found = ratings_of(league)
    assert found["A"] - found["B"] == pytest.approx(ELO * log(3))
    assert found["A"] + found["B"] == pytest.approx(3000)
    assert league.advantage.value == pytest.approx(0, abs=1e-6)
    information = 8 * 0.75 * 0.25
    assert league.difference(*league.players).error == pytest.approx(ELO / sqrt(information))
    assert [each.rating.error for each in league.rated if each.rating] == pytest.approx(
        [ELO / sqrt(information) / 2] * 2
    )


def test_the_advantage_by_hand() -> None:
    """Equal players, of whom the first wins 30 of 40 games, 4 of 44 being drawn."""
    half = "1" * 15 + "0" * 5 + "=" * 2
    league = league_of(("A", "B", half), ("B", "A", half))
    assert ratings_of(league) == pytest.approx({"A": 1500, "B": 1500})
    assert league.advantage.value == pytest.approx(ELO * log(3))
    assert league.share[0] == pytest.approx((30 + 2) / 44)
    assert league.share[1] < league.share[0] < league.share[2]


def test_without_draws_it_is_a_logistic_regression() -> None:
    league = rate(encounters_of(CLUB), GAME)
    names = "ABCD"
    design = numpy.zeros((len(CLUB), 5))
    for row, (one, two, _) in enumerate(CLUB):
        design[row, names.index(one)] += 1
        design[row, names.index(two)] -= 1
        design[row, 4] = 1
    won = numpy.array([result == "1" for _, _, result in CLUB], float)
    model = statsmodels.api.GLM(won, design[:, 1:], family=statsmodels.api.families.Binomial())
    expected = model.fit(tol=1e-12)
    to_mean = numpy.vstack([numpy.zeros(3), numpy.eye(3)]) - numpy.full((4, 3), 1 / 4)
    strengths = to_mean @ expected.params[:3]
    errors = numpy.sqrt(numpy.diag(to_mean @ expected.cov_params()[:3, :3] @ to_mean.T))
    rated = {each.name: each.rating for each in league.rated}
    for place, name in enumerate(names):
        rating = rated[name]
        assert rating.value == pytest.approx(1500 + ELO * strengths[place], abs=1e-5)
        assert rating.error == pytest.approx(ELO * errors[place], abs=1e-5)
    assert league.advantage.value == pytest.approx(ELO * expected.params[3], abs=1e-5)
    assert league.advantage.error == pytest.approx(ELO * expected.bse[3], abs=1e-5)
    assert league.advantage.p_value == pytest.approx(expected.pvalues[3], abs=1e-7)


def test_with_draws_a_general_optimiser_agrees() -> None:
    league = rate(encounters_of(DRAWISH), GAME)
    names = "ABCD"

    def loss(values: numpy.ndarray) -> float:
        total = 0.0
        for one, two, result in DRAWISH:
            difference = values[names.index(one)] - values[names.index(two)] + values[4]
            terms = {"1": difference / 2, "=": values[5], "0": -difference / 2}
            total += numpy.logaddexp.reduce(list(terms.values())) - terms[result]
        return float(total + values[:4].sum() ** 2)

    expected = minimize(loss, numpy.zeros(6), method="BFGS", options={"gtol": 1e-7})
    rated = ratings_of(league)
    for place, name in enumerate(names):
        assert rated[name] == pytest.approx(1500 + ELO * expected.x[place], abs=0.01)
    assert league.fit.draw == pytest.approx(expected.x[5], abs=1e-4)
    assert league.advantage.value == pytest.approx(ELO * expected.x[4], abs=0.01)
    assert league.advantage.error == pytest.approx(
        ELO * sqrt(_inverse_hessian(loss, expected.x)[4, 4]), rel=1e-3
    )


def _inverse_hessian(function, at: numpy.ndarray) -> numpy.ndarray:
    size, step = len(at), 1e-3
    hessian = numpy.zeros((size, size))
    for row in range(size):
        for column in range(size):
            for one, two in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                moved = at.copy()
                moved[row] += one * step
                moved[column] += two * step
                hessian[row, column] += one * two * function(moved) / (4 * step**2)
    return numpy.linalg.inv(hessian)


def test_expected_scores_are_the_scores() -> None:
    """At the maximum every player expects just the points that were scored."""
    league = rate(encounters_of(DRAWISH), GAME)
    assert league.fit.advantage is not None
    strength = dict(zip("ABCD", league.fit.strengths, strict=True))
    expected = dict.fromkeys("ABCD", 0.0)
    for one, two, _ in DRAWISH:
        difference = numpy.array([strength[one] - strength[two] + league.fit.advantage])
        chances = chances_of(difference, league.fit.draw)
        share = float(chances.win[0] + chances.draw[0] / 2)
        expected[one] += share
        expected[two] += 1 - share
    assert {each.name: each.points for each in league.players} == pytest.approx(expected)


def test_errors_are_the_same_by_both_ways() -> None:
    """By the whole matrix, and by equations for one vector; two groups are apart."""
    other = [(one.lower(), two.lower(), result) for one, two, result in CLUB]
    league = rate(encounters_of([*DRAWISH, *other]), GAME)
    found = league.fit
    assert league.groups == 2
    matrix = found.covariance()
    for place in (0, 5, found.advantage_at, found.draw_at):
        unit = numpy.eye(found.size)[place]
        assert found.spread(unit) == pytest.approx(matrix[place], abs=1e-8)
    for members in (found.groups == 0, found.groups == 1):
        assert found.strengths[members].sum() == pytest.approx(0, abs=1e-9)
        block = matrix[:8, :8][members]
        assert block.sum(axis=0) == pytest.approx(numpy.zeros(8), abs=1e-9)


def test_who_is_left_out() -> None:
    games = [
        *CLUB,
        ("Ace", "A", "1"),
        ("Ace", "B", "1"),
        ("C", "Zero", "1"),
        ("Even", "Ace", "0"),
        ("Even", "Zero", "1"),
        ("?", "A", "1"),
        ("A", "A", "*"),
        ("A", "A", "1"),
        ("A", "B", "*"),
        ("Solo", "?", "1"),
    ]
    league = rate(encounters_of(games), GAME)
    sifting = league.sifting
    assert (sifting.games, sifting.counted) == (len(games), len(CLUB) + 5)
    assert (sifting.nameless, sifting.same, sifting.unfinished) == (2, 2, 1)
    standings = {each.name: each.standing for each in league.players}
    assert standings == {
        **dict.fromkeys("ABCD", Standing.RATED),
        "Ace": Standing.WON_ALL,
        "Zero": Standing.LOST_ALL,
        "Even": Standing.APART,
    }
    alone = rate(encounters_of(CLUB), GAME)
    assert ratings_of(league) == pytest.approx(ratings_of(alone))
    assert all(each.rating is None for each in league.players if each.name not in "ABCD")
    with pytest.raises(ValueError, match="cannot be compared"):
        league.difference(league.players[0], league.players[-1])


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        ([("A", "B", "1")], [ALONE, ALONE]),
        ([("A", "B", "=")], [0, 0]),
        ([("A", "B", "10")], [0, 0]),
        ([("A", "B", "1"), ("B", "C", "1"), ("A", "C", "0")], [0, 0, 0]),
        ([("A", "B", "10"), ("C", "B", "1"), ("C", "D", "10")], [0, 0, 1, 1]),
        ([("A", "B", "10"), ("C", "D", "="), ("D", "E", "=")], [1, 1, 0, 0, 0]),
    ],
)
def test_connection(rows: list[tuple[str, str, str]], groups: list[int]) -> None:
    assert connected_groups(*pairings_of(*rows)).tolist() == groups


@pytest.mark.parametrize(("rows", "strengths", "advantage"), CASES["leagues"])
def test_what_games_can_tell(
    rows: list[tuple[str, str, str]], strengths: bool, advantage: bool
) -> None:
    pairings, players = pairings_of(*rows)
    assert are_strengths_finite(pairings, players) is strengths
    if strengths:
        assert (not unbounded_ways(pairings, players)) is advantage
    league = league_of(*rows)
    assert bool(league.rated) is strengths
    assert (league.advantage is not None) is (strengths and advantage)


def test_finite_is_what_converges() -> None:
    """Of random tiny leagues: where numbers are said to be finite, and only there, they are."""
    generator = numpy.random.default_rng(11)
    seen: Counter[tuple[bool, bool]] = Counter()
    for _ in range(100):
        rows = [
            (one, two, "".join(generator.choice(list("10=*"), 2, p=[0.25, 0.2, 0.15, 0.4])))
            for one, two in permutations("ABC"[: generator.integers(2, 4)], 2)
        ]
        games = [game for game in games_of(*rows) if game[2] != "*"]
        if not games:
            continue
        encounters = encounters_of(games)
        pairings = pair(encounters.first, encounters.second, encounters.points)
        groups = connected_groups(pairings, len(encounters.names))
        if (groups != 0).any() or not are_strengths_finite(pairings, len(groups)):
            continue
        is_finite = not unbounded_ways(pairings, len(groups))
        kind = (is_finite, bool(pairings.drawn.any()))
        seen[kind] += 1
        if seen[kind] > 4:
            continue
        if is_finite:
            found = fit(pairings, groups, has_advantage=True)
            assert numpy.abs(found.strengths).max() < 12
            assert numpy.linalg.eigvalsh(found.covariance()).max() < 1e4
        else:
            assert _runs_away(pairings, groups)
    assert len(seen) == 4


def _runs_away(pairings: Pairings, groups: numpy.ndarray) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = fit(pairings, groups, has_advantage=True)
        except ArithmeticError:
            return True
    return bool(numpy.linalg.eigvalsh(found.information.toarray())[1] < 1e-3)


def test_stated_intervals_cover() -> None:
    """Simulated leagues of six known strengths: 95 % intervals hold 92 to 98 % of the truths."""
    generator = numpy.random.default_rng(20240501)
    truth = numpy.array([-1.0, -0.5, -0.1, 0.2, 0.5, 0.9])
    advantage, draw, runs, rounds = 0.25, log(0.4), 150, 12
    pairs = numpy.array(list(permutations(range(6), 2)))
    chances = chances_of(truth[pairs[:, 0]] - truth[pairs[:, 1]] + advantage, draw)
    table = numpy.stack([chances.win, chances.draw, chances.loss], axis=1)
    covered = numpy.zeros((runs, 8), bool)
    for run in range(runs):
        counts = generator.multinomial(rounds, table)
        pairings = Pairings(pairs[:, 0], pairs[:, 1], *counts.T)
        found = fit(pairings, numpy.zeros(6, numpy.int64), has_advantage=True)
        values = [*found.strengths, found.advantage, found.draw]
        errors = numpy.sqrt(numpy.diag(found.covariance()))
        covered[run] = numpy.abs(values - numpy.array([*truth, advantage, draw])) < 1.96 * errors
    assert 0.92 < covered[:, :6].mean() < 0.98
    assert 0.92 < covered[:, 6].mean() < 0.98
    assert 0.92 < covered[:, 7].mean() < 0.98


def test_more_players_than_fit_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rate(encounters_of(DRAWISH), GAME)
    for module in ("davidson", "league"):
        monkeypatch.setattr(f"mentis_records.statistics.rating.{module}.MAX_PLAYERS", 3)
    league = rate(encounters_of(DRAWISH), GAME)
    assert not league.has_errors
    assert ratings_of(league) == pytest.approx(ratings_of(whole))
    assert {each.rating.error for each in league.rated if each.rating} == {0.0}
    assert league.advantage.error == pytest.approx(whole.advantage.error)
    assert league.fit is not None
    with pytest.raises(ValueError, match="no covariance matrix"):
        league.fit.covariance()
    for one, other in zip(league.with_errors(league.rated), whole.rated, strict=True):
        assert one.rating.error == pytest.approx(other.rating.error)
        assert one.rating.error > 0
    assert whole.with_errors(whole.rated) == list(whole.rated)
    unrated = replace(whole.players[0], rating=None)
    with pytest.raises(ValueError, match="has no rating"):
        league.with_errors([unrated])


def test_no_games() -> None:
    league = rate(encounters_of([]), GAME)
    assert (league.players, league.groups, league.advantage, league.share) == ((), 0, None, None)
    mask, sifting = sift(encounters_of([("?", "?", "1")]))
    assert not mask.any()
    assert sifting.nameless == 1


def test_a_long_chain_of_players() -> None:
    """Each player meets two neighbours only, and beats the lower one three times in four."""
    rows = [
        row
        for place in range(400)
        for row in (
            (f"{place:03}", f"{place + 1:03}", "10"),
            (f"{place + 1:03}", f"{place:03}", "00"),
        )
    ]
    found = ratings_of(league_of(*rows))
    steps = numpy.diff([found[f"{place:03}"] for place in range(401)])
    assert steps == pytest.approx(numpy.full(400, -ELO * log(3)), abs=25)
    assert sum(found.values()) / 401 == pytest.approx(1500)


def test_share_between_equals() -> None:
    assert expected_share(0.0, None) == 0.5
    assert expected_share(log(3), None) == pytest.approx(0.75)
    assert expected_share(0.0, 0.3) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("rows", "ways"),
    [
        ([("A", "B", "1"), ("B", "A", "1")], (1,)),
        ([("A", "B", "0"), ("B", "A", "0")], (-1,)),
        ([("A", "B", "10")], (1, -1)),
        ([("A", "B", "10"), ("B", "A", "10")], ()),
        ([("A", "B", "1="), ("B", "A", "1=")], (1,)),
    ],
)
def test_ways_without_bound(rows: list[tuple[str, str, str]], ways: tuple[int, ...]) -> None:
    league = rate(encounters_of(games_of(*rows)), GAME)
    assert league.unbounded == ways
    assert (league.advantage is None) == bool(ways)
    sides = {(): None, (1,): "Light", (-1,): "Dark", (1, -1): None}
    assert league.unbounded_side == sides[ways]


def test_who_drew_every_game() -> None:
    rows = games_of(("A", "B", "=" * 100), ("B", "C", "=" * 100), ("C", "A", "=" * 99 + "1"))
    league = rate(encounters_of(rows), GAME)
    standings = {each.name: each.standing for each in league.players}
    assert standings["B"] is Standing.DREW_ALL
    assert not any("too few" in each for each in standings.values())


# Glicko-2 against the example of its author's paper, and against its steps taken one by one


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
    assert strength_of(0, 0, 0, 0, 0) == performance.Strength(0, None, 0, None)
    assert strength_of(2, 3001, 0, 0, 0) == performance.Strength(2, 1500.5, 0, None)


def test_the_performance_of_few_games_says_little() -> None:
    assert strength_of(0, 0, 29, 29 * 2000, 29).is_small
    assert not strength_of(0, 0, 30, 30 * 2000, 30).is_small
