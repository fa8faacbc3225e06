"""The lead and the balance of a small collection by hand; differences between settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from math import log, sqrt
from pathlib import Path
from typing import Any, cast

import numpy
import pytest
from case_kit import cases_of
from league_kit import GAME, encounters_of, games_of, record
from scipy.optimize import brentq
from scipy.stats import multinomial, ttest_1samp, ttest_ind
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from mentis_records.core.game import AnyGame
from mentis_records.games import GAMES
from mentis_records.statistics.balance import Balance, fetch_balance
from mentis_records.statistics.difference import Bounded, contrast_of, measures_of, results_of
from mentis_records.statistics.first_ply import group_by_line
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.rating.adjust import adjusted_advantages, is_rated_game
from mentis_records.statistics.rating.davidson import chances_of
from mentis_records.statistics.rating.league import rate
from mentis_records.statistics.rating.upset import greatest_upset
from mentis_records.statistics.result import Results
from mentis_records.store.count.pairing_columns import fetch_encounters
from mentis_records.store.count.played_start import fetch_start_keys
from mentis_records.store.count.setting_games import SettingGames, fetch_setting_games
from mentis_records.store.database import Database
from mentis_records.store.open import open_database
from mentis_records.store.selection import Selection

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build


ELO = 400 / log(10)


def test_a_lead_by_hand() -> None:
    """60 won, 10 drawn, 30 lost: shares 61/102 and 31/102 of the interval's middle."""
    lead = lead_of(Results(60, 10, 30, 5))
    assert lead.value == pytest.approx(0.3)
    middle, spread = 30 / 102, sqrt((92 / 102 - (30 / 102) ** 2) / 102)
    assert (lead.low, lead.high) == pytest.approx(
        (middle - 1.959964 * spread, middle + 1.959964 * spread), abs=1e-6
    )
    assert lead.share == pytest.approx((0.65, (1 + lead.low) / 2, (1 + lead.high) / 2))
    assert lead.draws == 0.1
    assert lead_of(Results(unknown=3)) is None


@pytest.mark.parametrize("result", [(0, 240, 0), (5, 0, 5), (30, 4, 17), (400, 30, 470), (9, 0, 0)])
def test_p_is_that_of_the_level_at_which_the_interval_just_holds_0(
    result: tuple[int, int, int],
) -> None:
    def bounds(confidence: float) -> float:
        lead = lead_of(Results(*result), confidence)
        return max(lead.low, -lead.high)

    lead = lead_of(Results(*result))
    assert lead is not None
    expected = 1.0
    if bounds(1e-9) > 0:
        expected = 1 - brentq(bounds, 1e-9, 1 - 1e-12)
    assert lead.p_value == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("chances", [(0.5, 0.0, 0.5), (0.45, 0.3, 0.25), (0.7, 0.1, 0.2)])
def test_the_interval_covers(chances: tuple[float, float, float]) -> None:
    """Exactly, over all results of 30 games: near 95 % of them."""
    n, truth, covered = 30, chances[0] - chances[2], 0.0
    for won in range(n + 1):
        for drawn in range(n - won + 1):
            lead = lead_of(Results(won, drawn, n - won - drawn))
            if lead.low <= truth <= lead.high:
                covered += multinomial.pmf([won, drawn, n - won - drawn], n, chances)
    assert 0.93 < covered < 0.98


def test_one_group_of_all_games_is_the_league() -> None:
    games = [
        *games_of(("A", "B", "11=0"), ("B", "A", "10=0"), ("A", "C", "111=0"), ("C", "A", "0101")),
        *games_of(("B", "C", "1101"), ("C", "B", "10="), ("X", "Y", "110="), ("Y", "X", "1001")),
        ("A", "Nobody", "1"),
        ("A", "X", "*"),
    ]
    league = rate(encounters_of(games), GAME)
    everything = numpy.zeros(len(games), numpy.int64)
    (found,) = adjusted_advantages(league, everything, 1)
    assert found.value == pytest.approx(league.advantage.value, abs=1e-6)
    assert found.error == pytest.approx(league.advantage.error, rel=1e-7)
    assert is_rated_game(league).tolist() == [True] * (len(games) - 2) + [False] * 2


def test_the_advantage_is_that_of_whoever_moved_first() -> None:
    rows = games_of(("A", "B", "11=0"), ("B", "C", "10=0"), ("C", "A", "011=0"), ("B", "A", "10"))
    turned = [(two, one, {"1": "0", "0": "1"}.get(result, result)) for one, two, result in rows]
    movers = [place % 2 for place in range(len(rows))]
    mixed = [
        pair[mover] for pair, mover in zip(zip(rows, turned, strict=True), movers, strict=True)
    ]
    plain, other = rate(encounters_of(rows), GAME), rate(encounters_of(mixed, movers=movers), GAME)
    assert plain.advantage is not None
    assert other.advantage == plain.advantage
    assert [each.rating for each in other.players] == [each.rating for each in plain.players]
    group = numpy.zeros(len(rows), numpy.int64)
    assert adjusted_advantages(other, group, 1) == adjusted_advantages(plain, group, 1)
    seats = Results(*(sum(game[2] == each for game in mixed if game[0] == "A") for each in "1=0"))
    (first,) = [each.as_first for each in other.players if each.name == "A"]
    assert first == seats


def test_groups_that_do_not_tell() -> None:
    games = games_of(("A", "B", "1100"), ("B", "A", "1100"), ("A", "B", "111"), ("A", "C", "1"))
    league = rate(encounters_of(games), GAME)
    group = numpy.array([0] * 4 + [-1] * 4 + [1] * 3 + [2])
    found = adjusted_advantages(league, group, 4)
    assert found[0] is not None
    assert found[1:] == [None, None, None]


def test_intervals_of_groups_cover() -> None:
    """Two kinds of game with advantages of their own, played by the same six players."""
    generator = numpy.random.default_rng(5)
    truth = numpy.array([-0.8, -0.4, -0.1, 0.2, 0.4, 0.7])
    advantages = numpy.array([0.1, 0.5])
    pairs = numpy.array(list(permutations(range(6), 2)))
    first, second = (numpy.tile(numpy.repeat(pairs[:, side], 8), 2) for side in (0, 1))
    group = numpy.repeat([0, 1], len(first) // 2)
    chances = chances_of(truth[first] - truth[second] + advantages[group], log(0.3))
    covered = numpy.zeros((120, 2), bool)
    names = "abcdef"
    frame = encounters_of(
        [(names[one], names[two], "1") for one, two in zip(first, second, strict=True)]
    )
    for run in range(len(covered)):
        drawn = generator.random(len(first))
        points = numpy.where(
            drawn < chances.win, 2, numpy.where(drawn < chances.win + chances.draw, 1, 0)
        )
        frame.points[:] = points
        league = rate(frame, GAME, needs_errors=False)
        found = adjusted_advantages(league, group, 2)
        for place, estimate in enumerate(found):
            covered[run, place] = estimate.low <= ELO * advantages[place] <= estimate.high
    assert 0.92 < covered.mean() < 0.98


def test_strength_is_accounted_for() -> None:
    """The stronger player has the first side three times as often: raw it looks like a lead."""
    games = games_of(("A", "B", "1110" * 18), ("B", "A", "0001" * 3))
    league = rate(encounters_of(games), GAME)
    results = Results(*(sum(game[2] == each for game in games) for each in "1=0"))
    lead = lead_of(results)
    assert lead.low > 0
    assert league.advantage.value == pytest.approx(0, abs=1e-6)


def test_the_greatest_upset() -> None:
    games = [
        *games_of(("A", "B", "1110"), ("B", "A", "1000"), ("B", "C", "1110"), ("C", "B", "0010")),
        ("C", "A", "1"),
        ("A", "C", "="),
        ("A", "C", "0"),
        ("?", "A", "1"),
    ]
    league = rate(encounters_of(games), GAME)
    assert [each.name for each in league.rated] == ["A", "B", "C"]
    assert greatest_upset(league) == 17
    assert greatest_upset(rate(encounters_of([]), GAME)) is None
    assert greatest_upset(rate(encounters_of(games_of(("A", "B", "=1"))), GAME)) is None


LONG = (
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 "
    "5. b4-b5-b6#-b7 TSe6 6. d4-d3-e3-f3 e6xb6 7. f3-f4-f5-f6 d7-e7 8. TSf1 e5-e4-e3-e2 "
    "9. f1-g1 e2xd2 10. g1#-g2 d5-d4 11. d1-c1 c5xc4"
)
KINDS = [
    (40, "Ada", "Bert", "1-0", "Standard", "2023.05.01", "1. TSNc2 TSNd6"),
    (20, "Ada", "Bert", "0-1", "Standard", "2023.06.01", "1. TSNe2 TSNd6"),
    (25, "Bert", "Ada", "1-0", "Standard", "2024.05.01", LONG),
    (15, "Bert", "Ada", "0-1", "Standard", "2024.??.??", LONG),
    (10, "Bert", "Ada", "1/2-1/2", "Wolf", "????.??.??", "1. Wb1 TSNd6"),
    (25, "Ada", "Bert", "1-0", "Wolf", "2024.05.02", "1. Wf1 TSNd6"),
    (5, "Ada", "?", "1-0", "Standard", "2024.05.02", "1. TSNc2"),
    (3, "Ada", "Bert", "*", "Standard", "2024.05.02", "1. TSNc2"),
]


@pytest.fixture(scope="module")
def balance(tmp_path_factory: pytest.TempPathFactory, place_loaded: Callable[..., Path]) -> Balance:
    rows = [row for count, *row in KINDS for _ in range(count)]
    names = ("Blue", "Red", "Result", "Variant", "Date")
    text = "".join(
        record(moves, Event="Hand", Round=number, **dict(zip(names, tags, strict=True)))
        for number, (*tags, moves) in enumerate(rows, 1)
    )
    place = place_loaded(tmp_path_factory.mktemp("balance") / "hand.duckdb", text, is_indexed=False)
    with open_database(place) as database:
        return fetch_balance(database, GAMES[0])


def test_the_whole_by_hand(balance: Balance) -> None:
    assert balance.sides == ("Blue", "Red")
    assert balance.lead.results == Results(95, 10, 35, 3)
    assert balance.lead == lead_of(balance.lead.results)
    assert balance.lead.p_value < 1e-6
    assert balance.rated == 135
    assert balance.advantage == balance.league.advantage
    assert balance.advantage.value > 0


def test_groups_by_hand(balance: Balance) -> None:
    found = {
        grouping.slug: {each.label: each.lead.results.counts[1:4] for each in grouping.groups}
        for grouping in balance.groupings
    }
    assert found == {
        "opening-standard": {"NST on c2 or e2": (45, 0, 20), "NST on d2": (25, 0, 15)},
        "opening-wolf": {"W on b1 or f1": (25, 10, 0)},
        "reply-standard": {
            "NST on c2 or e2, then NST on d6": (40, 0, 20),
            "NST on d2, then NST on d6": (25, 0, 15),
        },
        "reply-wolf": {"W on b1 or f1, then NST on d6": (25, 10, 0)},
        "period": {"2023": (40, 0, 20), "2024": (55, 0, 15)},
        "length": {"0 to 20 plies": (70, 10, 20), "21 to 40 plies": (25, 0, 15)},
    }
    left = {
        grouping.slug: (grouping.small, grouping.small_games, grouping.unplaced)
        for grouping in balance.groupings
    }
    assert left == {
        "opening-standard": (0, 0, 0),
        "opening-wolf": (0, 0, 0),
        "reply-standard": (0, 0, 5),
        "reply-wolf": (0, 0, 0),
        "period": (0, 0, 10),
        "length": (0, 0, 0),
    }


def test_corrections_within_a_grouping(balance: Balance) -> None:
    variant = balance.starts
    assert {each.label: each.lead.results.counts[1:4] for each in variant.groups} == {
        "Standard": (70, 0, 35),
        "Wolf": (25, 10, 0),
    }
    standard, wolf = variant.groups
    assert variant.confidence == pytest.approx(0.975)
    for group in variant.groups:
        assert group.lead_p == pytest.approx(min(2 * group.lead.p_value, 1.0))
        assert group.lead == lead_of(group.lead.results, variant.confidence)
    assert (standard.rated, wolf.rated) == (100, 35)
    assert wolf.adjusted_p is not None
    assert wolf.adjusted_p == pytest.approx(min(2 * wolf.adjusted.p_value, 1.0))


class Plain:
    """A game without families of openings, else Mentis."""

    description = replace(
        GAMES[0].description,
        capabilities={
            name: module
            for name, module in GAMES[0].description.capabilities.items()
            if name != "families"
        },
    )

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMES[0], name)


def test_lines_are_named_by_their_families(opened: Database) -> None:
    game = GAMES[0]
    encounters = fetch_encounters(opened, game, fetch_start_keys(opened, game))
    lines, groups = group_by_line(game, encounters, 1)
    assert lines[0] == "NST on c2 or e2"
    assert set(lines) == {"NST on c2 or e2", "N on c2 or e2", "S on c2 or e2", "NST on d2"}
    assert (groups == 0).sum() == 4
    longer, _ = group_by_line(game, encounters, 2)
    assert all(", then " in line for line in longer)


def test_lines_are_named_as_they_were_played_most(opened: Database) -> None:
    game = cast(AnyGame, Plain())
    encounters = fetch_encounters(opened, game, fetch_start_keys(opened, game))
    lines, groups = group_by_line(game, encounters, 1)
    assert lines[0] == "TSNc2"
    assert set(lines) == {"TSNc2", "Nc2", "Se2", "TSNd2"}
    assert (groups == 0).sum() == 4
    longer, _ = group_by_line(game, encounters, 2)
    assert all(" " in line for line in longer)
    with pytest.raises(ValueError, match="one or two"):
        group_by_line(game, encounters, 3)


def test_an_empty_collection(empty: Database) -> None:
    found = fetch_balance(empty, GAMES[0])
    assert (found.lead, found.advantage, found.rated) == (None, None, 0)
    assert all(not grouping.groups for grouping in found.groupings)


def test_the_first_move_in_the_bundled_games(
    tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    """The answer for data/selfplay.mgn.gz: no advantage to be seen."""
    source = Path(__file__).parents[2] / "data" / "selfplay.mgn.gz"
    with open_database(place_loaded(tmp_path / "x.duckdb", source, is_indexed=False)) as database:
        found = fetch_balance(database, GAMES[0])
    assert found.lead.results == Results(2349, 38, 2382, 231)
    assert found.lead.share == pytest.approx((0.496540, 0.482411, 0.510672), abs=1e-6)
    assert found.advantage.value == pytest.approx(-4.315909, abs=1e-5)
    assert found.advantage.error == pytest.approx(7.515246, abs=1e-5)
    share = found.league.share_of(found.advantage)
    assert share == pytest.approx((0.493867, 0.472963, 0.514794), abs=1e-6)


# Differences between settings against scipy, statsmodels and formulas written out


MENTIS = GAMES[0]
(VARIANT,) = MENTIS.description.settings
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


RECORDS = CASES["settings"]


def test_counts_are_the_first_movers(tmp_path: Path, place_loaded: Callable[..., Path]) -> None:
    with open_database(place_loaded(tmp_path / "a.duckdb", RECORDS, is_indexed=False)) as database:
        found = fetch_setting_games(database, MENTIS, VARIANT)
        assert found == [
            SettingGames("Standard", 2, 0, 1, 0, 2 + 1 + 2, 4 + 1 + 4),
            SettingGames("Wolf", 0, 1, 0, 1, 3, 9),
        ]
        assert results_of(found[1]).games == 2
        only = Selection("result = '*'")
        assert fetch_setting_games(database, MENTIS, VARIANT, only) == [
            SettingGames("Wolf", 0, 0, 0, 1, 0, 0)
        ]
        assert fetch_setting_games(database, MENTIS, VARIANT, Selection("false")) == []
